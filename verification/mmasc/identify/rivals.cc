// SPDX-License-Identifier: Apache-2.0
#include "mmasc/identify/rivals.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "mmasc/arith/same_bits.h"
#include "mmasc/coverage/aim.h"
#include "mmasc/identify/numbers.h"
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
constexpr std::uint64_t kMostWorkOfNumbers = kMostWork / 10;  // once there is every number
constexpr std::size_t kMostPlain = 768;  // vectors that are asked though no rival differs

}  // namespace

Rivals::Rivals(const Unit& unit, const Judge& judge, const std::vector<std::uint64_t>& nans,
               const std::function<void()>& between)
    : unit_(unit), sequence_(unit), judge_(judge), between_(between) {
  for (Move& move : moves_of(unit, Reach::near, nans)) {
    between_();
    add(std::move(move));
  }
}

void Rivals::add(const Unit& unit, const std::string& name) {
  add({"row", name, [unit](Unit& other) { other = unit; }});
}

void Rivals::add(Move move) {
  const Unit unit = move.of(unit_);
  if (unit.datapath == unit_.datapath && unit.instruction == unit_.instruction) return;
  if (!judge_.judge(unit, 0)) return;
  rivals_.push_back({.move = std::move(move),
                     .why_equal = why_equal(unit_, unit),
                     .given = judge_.answers().size()});
}

void Rivals::add_every_number() {
  has_every_number_ = true;
  std::set<std::pair<std::string, std::string>> known;
  for (const Rival& rival : rivals_) known.emplace(rival.move.field, rival.move.value);
  NumbersLeft left = numbers_left(unit_, judge_, between_);
  for (NumberLeft& number : left.tried)
    if (!known.contains({number.move.field, number.move.value}))
      rivals_.push_back({.move = std::move(number.move),
                         .is_near = false,
                         .why_equal = std::move(number.why_equal),
                         .given = number.answers_given});
  not_tried_ = std::move(left.not_tried);
}

std::vector<Rivals::Rival*> Rivals::wanted() {
  std::vector<Rival*> wanted;
  for (auto begin = rivals_.begin(); begin != rivals_.end();) {
    auto end = begin + 1;
    while (end != rivals_.end() && end->continues(end[-1]) && end->is_near == begin->is_near) ++end;
    const auto middle = begin + (end - begin) / 2;
    for (auto rival = begin; rival != end && begin->may_be_told(); ++rival)
      if (begin->is_near ? !has_every_number_
                         : rival == begin || rival == middle || rival + 1 == end)
        wanted.push_back(&*rival);
    begin = end;
  }
  for (Rival* const rival : wanted)
    if (rival->sequence == nullptr) {
      rival->sequence = std::make_shared<const Sequence>(rival->move.of(unit_));
      rival->work = work_of(*rival->sequence);
    }
  return wanted;
}

std::vector<Case> Rivals::telling(std::uint64_t seed) {
  std::vector<Case> all;
  std::vector<Rival*> wanted = this->wanted();
  const bool any_nan = !unit_.datapath.result.nan;
  std::size_t plain = 0;
  std::uint64_t work = 0;
  const auto tells = [&](const Rival* rival, const Case& row, std::uint64_t d) {
    work += rival->work;
    return !same_bits(unit_.d(), evaluate(*rival->sequence, operands_of(row)), d, any_nan);
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
    const Aim aimed(generator);
    const CoverPoints points = cover_points_of(generator.sequence());
    for (int point = 0; point < static_cast<int>(points.list.size()); ++point) {
      const CoverPoint& at = points.list[static_cast<std::size_t>(point)];
      for (std::uint64_t i = 0; i < kAimed && !wanted.empty() && at.unreachable.empty(); ++i)
        try_case(aimed.at(at.goal, point, static_cast<std::uint64_t>(turn_) * kAimed + i), nullptr);
    }
  };
  const std::uint64_t most_work = has_every_number_ ? kMostWorkOfNumbers : kMostWork;
  for (int without = 0; without < kTurns && (all.empty() || turn_ == 0) && work < most_work;
       ++without, ++turn_) {
    draw(unit_, nullptr, [&] { return turn_ > 0 && wanted.empty(); });
    aim(unit_);
    // Where the rivals' own edges lie.
    for (Rival* const rival : std::vector(wanted))
      draw(rival->sequence->unit(), rival,
           [&] { return std::ranges::find(wanted, rival) == wanted.end(); });
  }
  return all;
}

void Rivals::judge_again() {
  const auto& answers = judge_.answers();
  std::erase_if(rivals_, [&](Rival& rival) {
    between_();
    if (!rival.may_be_told()) return false;
    const auto sequence =
        rival.sequence ? rival.sequence : std::make_shared<const Sequence>(rival.move.of(unit_));
    while (rival.given < answers.size())
      if (!judge_.gives(*sequence, answers[rival.given++])) return true;
    return false;
  });
}

std::vector<Open> Rivals::open() const {
  std::vector<const Rival*> sorted;
  for (const Rival& rival : rivals_) sorted.push_back(&rival);
  std::map<std::string_view, std::size_t> place;  // of a field
  for (const Rival* const rival : sorted) place.emplace(rival->move.field, place.size());
  std::ranges::stable_sort(sorted, {}, [&](const Rival* rival) {
    return std::tuple(place.at(rival->move.field), rival->move.number);
  });
  std::vector<Open> open;
  for (auto begin = sorted.begin(); begin != sorted.end();) {
    auto end = begin + 1;
    while (end != sorted.end() && (*end)->continues(*end[-1])) ++end;
    const std::string &why = (*begin)->why_equal, &last_why = end[-1]->why_equal;
    open.push_back({(*begin)->move.field, range_text((*begin)->move, end[-1]->move),
                    why == last_why ? why : why + " ... " + last_why});
    begin = end;
  }
  std::ranges::copy(not_tried_, std::back_inserter(open));
  return open;
}

std::optional<Unit> Rivals::far_row() const {
  for (const Rival& rival : rivals_) {
    if (rival.is_near || !rival.may_be_told()) continue;
    Unit unit = rival.move.of(unit_);
    if (judge_.judge(unit, 0)) return unit;
  }
  return std::nullopt;
}

}  // namespace mmasc::identify
