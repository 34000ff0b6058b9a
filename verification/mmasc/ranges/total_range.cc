// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/total_range.h"

#include <algorithm>

namespace mmasc {

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
