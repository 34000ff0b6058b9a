// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/kill.h"

#include <fmt/format.h>

#include "mmasc/arith/same_bits.h"
#include "mmasc/coverage/aim.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/hex.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {

MutantKiller::MutantKiller(const Unit& unit, int reach) : unit_(unit), sequence_(unit) {
  refuse_own_stages(unit);  // mutants are of plans
  for (Mutant& mutant : mutants_of(unit, reach)) {
    mutants_.push_back(std::make_unique<MutantSequence>(mutant));
    verdicts_.push_back({std::move(mutant), {}, false, 0});
  }
}

void MutantKiller::check(const Case& row, NanMatch nan, std::string_view file) {
  const Format& d = unit_.d();
  const std::uint64_t given = evaluate(sequence_, operands_of(row));
  if (!same_bits(d, given, row.d(), nan == NanMatch::any))
    throw InputError(
        fmt::format("{}:{}: d is {}, the unit gives {}; these vectors are not of this unit", file,
                    row.line, to_hex(row.d(), d), to_hex(given, d)));
}

void MutantKiller::take(std::span<const Case> cases, NanMatch nan, std::string_view file) {
  for (const Case& row : cases) check(row, nan, file);
  for (std::size_t i = 0; i < verdicts_.size(); ++i) {
    if (verdicts_[i].killed_by) continue;
    for (const Case& row : cases) {
      if (!mutants_[i]->may_differ(operands_of(row))) continue;
      const std::uint64_t d = mutants_[i]->evaluate(operands_of(row));
      if (same_bits(unit_.d(), d, row.d(), nan == NanMatch::any)) continue;
      verdicts_[i].killed_by = row;
      verdicts_[i].mutant_d = d;
      break;
    }
  }
}

void MutantKiller::try_case(Case&& row, std::vector<std::size_t>& wanted) {
  if (tick_) tick_();
  const bool any_nan = !unit_.datapath.result.nan;
  row.d() = evaluate(sequence_, operands_of(row));
  std::erase_if(wanted, [&](std::size_t i) {
    if (!mutants_[i]->may_differ(operands_of(row))) return false;
    const std::uint64_t d = mutants_[i]->evaluate(operands_of(row));
    if (same_bits(unit_.d(), d, row.d(), any_nan)) return false;
    verdicts_[i].killed_by = row;
    verdicts_[i].by_search = true;
    verdicts_[i].mutant_d = d;
    return true;
  });
}

// Aims at cover points: what a point asks for is what some mutant does wrong.
void MutantKiller::aim(std::uint64_t seed, std::uint64_t count, std::vector<std::size_t>& wanted) {
  if (wanted.empty()) return;
  const Generator generator(unit_, seed);
  const Aim aimed(generator);
  const CoverPoints points = cover_points_of(generator.sequence());
  for (int point = 0; point < static_cast<int>(points.list.size()); ++point) {
    const CoverPoint& at = points.list[static_cast<std::size_t>(point)];
    const std::size_t before = wanted.size();
    for (std::uint64_t i = 0; i < count && at.unreachable.empty() && wanted.size() == before; ++i) {
      if (wanted.empty()) return;
      Case row = aimed.at(at.goal, point, i);
      row.name = "aimed/" + at.name + "/" + std::to_string(i);
      try_case(std::move(row), wanted);
    }
  }
}

void MutantKiller::draw_from(const Unit& unit, std::uint64_t seed, std::uint64_t count,
                             std::vector<std::size_t> wanted) {
  const Generator generator(unit, seed);
  for (std::uint64_t turn = 0; turn < count && !wanted.empty(); ++turn)
    for (const VectorClassInfo& info : kVectorClasses) {
      const auto drawn = static_cast<std::uint64_t>(info.searched);
      for (std::uint64_t i = 0; i < drawn && !wanted.empty(); ++i)
        try_case(generator.make(info.value, turn * drawn + i), wanted);
    }
}

void MutantKiller::search(std::uint64_t seed, std::uint64_t count,
                          std::span<const std::string> arguments, std::function<void()> tick) {
  tick_ = std::move(tick);
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < verdicts_.size(); ++i)
    if (!verdicts_[i].killed_by && arguments[i].empty()) wanted.push_back(i);
  aim(seed, count, wanted);
  draw_from(unit_, seed, count, wanted);
  for (const std::size_t i : wanted)  // where the mutant's own edges lie
    if (!verdicts_[i].killed_by) draw_from(verdicts_[i].mutant.unit, seed, count, {i});
}

}  // namespace mmasc
