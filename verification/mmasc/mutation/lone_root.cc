// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/lone_root.h"

#include <algorithm>

#include "mmasc/unit/plan.h"

namespace mmasc {
namespace {

// Whether the sum is that of its one term, exactly.
bool passes_on(const SumRow& sum) {
  const TermRow& term = sum.terms.front();
  return sum.terms.size() == 1 && sum.groups == 1 && sum.round_to == nullptr &&
         !sum.fraction_bits && !sum.exponent_floor && sum.ones_complement.empty() &&
         total_texts(sum).empty() && term.selection == Selection{} &&
         !term.fraction_bits.value_or(std::nullopt) && entry_texts(term).empty();
}

// Whether the result's rounding, done twice, is one, and does the same to either sign. Where it
// leaves nothing, the zero is an exact one if it is done at once, whose sign the root keeps.
bool is_idempotent(const Datapath& row) {
  const ResultRow& result = row.result;
  return row.zero_sign_of(row.sums.back()) == ZeroSign::ieee && !result.format->is_integer() &&
         !result.prerounding && result.overflow == Overflow::infinity &&
         result.underflow == Underflow::keep_sign && row.flush.results != Flush::to_plus_zero &&
         !result.rounding.is_stochastic() &&
         may_leave_nothing(result.rounding.mode, false) ==
             may_leave_nothing(result.rounding.mode, true);
}

}  // namespace

std::optional<RoundedAtOnce> rounded_at_once(const Unit& unit) {
  const SumRow& root = unit.datapath.sums.back();
  if (!passes_on(root) || !is_idempotent(unit.datapath)) return std::nullopt;
  RoundedAtOnce same{root.terms.front().from, unit};
  const auto inner = std::ranges::find(same.unit.datapath.sums, same.sum, &SumRow::name);
  if (inner == same.unit.datapath.sums.end() || inner->groups != 1 || inner->round_to != nullptr)
    return std::nullopt;
  const ResultRow& result = unit.datapath.result;
  inner->round_to = result.format;
  inner->significand_fraction = result.significand_fraction;
  inner->rounding = result.rounding;
  return same;
}

}  // namespace mmasc
