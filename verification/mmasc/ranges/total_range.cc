// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/total_range.h"

#include <algorithm>

namespace mmasc {
namespace {

bool less(const Dyadic& x, const Dyadic& y) { return (x + -y).integer.is_negative(); }

// The magnitude, and all below it, after the cut, at most.
Dyadic cut(const SumRange& sum, const Dyadic& greatest) {
  const int unit = -sum.last_fraction();
  if (sum.rule.cut && may_increment(sum.rule.cut->rounding)) return greatest + Dyadic{1, unit};
  return sum.cut_fills() && !greatest.is_zero() ? jammed(greatest, unit) : greatest;
}

}  // namespace

Dyadic jammed(const Dyadic& greatest, int unit) {
  const int lost = unit - greatest.exponent;
  if (lost <= 0) return greatest;
  const BigInt kept = greatest.integer >> lost;
  return {kept.bit(0) ? kept : kept + BigInt(1), unit};
}

void finish_range(const SumRange& sum, TermRange& total) {
  if (sum.total_stays()) return;
  if (const auto& held = sum.rule.accumulator) {
    const Dyadic most{1, held->bits - 1 - sum.fraction_bits};
    for (Dyadic* side : {&total.greatest, &total.greatest_negative})
      if (less(most, *side)) *side = most;
  }
  // A total that wraps may have either sign.
  const bool is_negative_greater = less(total.greatest, total.greatest_negative);
  total.greatest = total.greatest_negative =
      cut(sum, is_negative_greater ? total.greatest_negative : total.greatest);
}

int lowest_fraction(const SumRange& sum) {
  return sum.last_fraction() + (sum.rule.sticky ? kMaxFractionBits : 0);
}

int lowest_of_total(const SumRange& sum, int e_max) {
  const auto& accumulator = sum.rule.accumulator;
  if (sum.complements() || (accumulator && accumulator->overflow == Overflow::saturate))
    return e_max - sum.last_fraction();
  int lowest = kNoLimit;
  for (const GroupRange& group : sum.groups)
    if (group.term.nonzero)
      lowest = std::min(lowest, std::max(group.term.lowest_bit, e_max - group.fraction_bits()));
  return sum.rule.cut ? std::max(lowest, e_max - sum.last_fraction()) : lowest;
}

}  // namespace mmasc
