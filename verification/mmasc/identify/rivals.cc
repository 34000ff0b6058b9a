// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/rivals.h"

#include <algorithm>

#include "mmasc/arith/same_bits.h"
#include "mmasc/coverage/aim.h"
#include "mmasc/identify/moves.h"
#include "mmasc/mutation/meaning.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/error.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc::identify {
namespace {

constexpr std::uint64_t kTimes = 2;              // as many as the table of classes says, in a turn
constexpr std::uint64_t kAimed = 2;              // at each cover point
constexpr int kTurns = 96;                       // at most without a vector that tells
constexpr std::uint64_t kMostWork = 20'000'000;  // at most
constexpr std::size_t kMostPlain = 768;          // vectors that are asked though no rival differs

// An evaluation takes about so many words of terms.
std::uint64_t work_of(const Sequence& sequence) {
  return static_cast<std::uint64_t>((sequence.unit().products() + 8) *
                                    (1 + bits_of(sequence) / 32));
}

}  // namespace

Rivals::Rivals(const Unit& unit, const Judge& judge, const std::vector<std::uint64_t>& nans,
               const std::function<void()>& between)
    : unit_(unit), sequence_(unit), judge_(judge), between_(between) {
  for (const Move& move : moves_of(unit, Reach::near, nans)) {
    between_();
    add(move.of(unit), move.field, move.value);
  }
}

void Rivals::add(const Unit& unit, const std::string& name) { add(unit, "row", name); }

void Rivals::add(const Unit& unit, std::string field, std::string value) {
  if (unit.datapath == unit_.datapath && unit.instruction == unit_.instruction) return;
  if (!judge_.judge(unit, 0)) return;
  Sequence sequence(unit);
  const std::uint64_t work = work_of(sequence);
  rivals_.push_back(
      {std::move(field), std::move(value), std::move(sequence), work, why_equal(unit_, unit)});
}

std::vector<Case> Rivals::telling(std::uint64_t seed) {
  std::vector<Case> all;
  std::vector<const Rival*> wanted;
  for (const Rival& rival : rivals_)
    if (rival.why_equal.empty()) wanted.push_back(&rival);
  const bool any_nan = !unit_.datapath.result.nan;
  std::size_t plain = 0;
  std::uint64_t work = 0;
  const auto tells = [&](const Rival* rival, const Case& row, std::uint64_t d) {
    work += rival->work;
    return !same_bits(unit_.d(), evaluate(rival->sequence, operands_of(row)), d, any_nan);
  };
  // All rivals, or one that must differ first.
  const auto try_case = [&](Case row, const Rival* first) {
    between_();
    const std::uint64_t d = evaluate(sequence_, operands_of(row));
    if (first != nullptr && !tells(first, row, d)) return;
    const auto told =
        std::erase_if(wanted, [&](const Rival* rival) { return tells(rival, row, d); });
    if (told > 0 || (turn_ == 0 && plain++ < kMostPlain)) all.push_back(std::move(row));
  };
  const auto draw = [&](const Unit& unit, const Rival* only, const auto& may_stop) {
    const Generator generator(unit, seed + 1);
    for (const VectorClassInfo& info : kVectorClasses) {
      const auto drawn = kTimes * static_cast<std::uint64_t>(info.searched);
      for (std::uint64_t i = 0; i < drawn && !may_stop(); ++i)
        try_case(generator.make(info.value, static_cast<std::uint64_t>(turn_) * drawn + i), only);
    }
  };
  const auto aim = [&](const Unit& unit) {
    const Generator generator(unit, seed + 1);
    const CoverPoints points = cover_points_of(generator.sequence());
    for (int point = 0; point < static_cast<int>(points.list.size()); ++point) {
      const CoverPoint& at = points.list[static_cast<std::size_t>(point)];
      for (std::uint64_t i = 0; i < kAimed && !wanted.empty() && at.unreachable.empty(); ++i)
        try_case(
            aimed_case(generator, at.goal, point, static_cast<std::uint64_t>(turn_) * kAimed + i),
            nullptr);
    }
  };
  for (int without = 0; without < kTurns && (all.empty() || turn_ == 0) && work < kMostWork;
       ++without, ++turn_) {
    draw(unit_, nullptr, [&] { return turn_ > 0 && wanted.empty(); });
    aim(unit_);
    // Where the rivals' own edges lie.
    for (const Rival* rival : std::vector<const Rival*>(wanted))
      draw(rival->sequence.unit(), rival,
           [&] { return std::ranges::find(wanted, rival) == wanted.end(); });
  }
  return all;
}

void Rivals::judge_again() {
  std::erase_if(rivals_, [&](const Rival& rival) {
    return rival.why_equal.empty() && !judge_.judge(rival.sequence.unit(), 0);
  });
}

std::vector<Open> Rivals::open() const {
  std::vector<Open> open;
  for (const Rival& rival : rivals_) open.push_back({rival.field, rival.value, rival.why_equal});
  return open;
}

}  // namespace mmasc::identify
