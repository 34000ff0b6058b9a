// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/total_range.h"

#include <algorithm>

namespace mmasc {
namespace {

bool less(const Dyadic& x, const Dyadic& y) { return (x + -y).integer.is_negative(); }

// The magnitude, and all below it, after the cut, at most.
Dyadic cut(const SumPlan& sum, const Dyadic& greatest) {
  const int unit = sum.total.cut_bits - sum.fraction_bits;
  if (may_increment(sum.total.cut_rounding)) return greatest + Dyadic{1, unit};
  return cut_fills(sum) && !greatest.is_zero() ? jammed(greatest, unit) : greatest;
}

}  // namespace

Dyadic jammed(const Dyadic& greatest, int unit) {
  const int lost = unit - greatest.exponent;
  if (lost <= 0) return greatest;
  const BigInt kept = greatest.integer >> lost;
  return {kept.bit(0) ? kept : kept + BigInt(1), unit};
}

bool cut_fills(const SumPlan& sum) {
  return sum.total.cut_bits > 0 && sum.total.cut_rounding != Rounding::toward_zero;
}

void finish_range(const SumPlan& sum, TermRange& total) {
  if (sum.total.stays()) return;
  if (const int bits = sum.total.accumulator_bits; bits > 0) {
    const Dyadic most{1, bits - 1 - sum.fraction_bits};
    for (Dyadic* side : {&total.greatest, &total.greatest_negative})
      if (less(most, *side)) *side = most;
  }
  // A total that wraps may have either sign.
  const bool is_negative_greater = less(total.greatest, total.greatest_negative);
  total.greatest = total.greatest_negative =
      cut(sum, is_negative_greater ? total.greatest_negative : total.greatest);
}

int lowest_fraction(const SumPlan& sum) {
  return last_fraction(sum) + (sum.total.tells_lost ? kMaxFractionBits : 0);
}

int lowest_of_total(const Plan& plan, const SumPlan& sum, const SumRange& range, int e_max) {
  if (sum.complements() || sum.total.saturates) return e_max - last_fraction(sum);
  int lowest = kNoLimit;
  for (std::size_t g = 0; g < range.groups.size(); ++g)
    if (const TermRange& term = range.groups[g].term; term.nonzero)
      lowest = std::min(lowest,
                        std::max(term.lowest_bit, e_max - groups_of(plan, sum)[g].fraction_bits));
  return sum.total.cut_bits == 0 ? lowest : std::max(lowest, e_max - last_fraction(sum));
}

}  // namespace mmasc
