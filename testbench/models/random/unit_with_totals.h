// SPDX-License-Identifier: Apache-2.0
// Units most of whose sums have an accumulator, a cut, a coarse e_max, exact zeros where they
// cancel, or a sticky bit, and of which a third have factors with coarse exponents.
#pragma once

#include <optional>

#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"
#include "mmasc/unit/validate.h"
#include "random/random_tree.h"
#include "random/random_unit.h"
#include "random/small_unit.h"

namespace mmasc {

// Nullopt where no plan is made of what is drawn.
inline std::optional<Unit> unit_with_totals(std::uint64_t seed) {
  std::optional<Unit> unit = seed % 2 == 0 ? small_unit(seed) : std::optional(random_unit(seed));
  if (!unit) return unit;
  for (SumRow& sum : unit->datapath.sums) {  // so that an accumulator and a cut fit more of them
    for (TermRow& term : sum.terms) term.fraction_bits.reset();
    if (!sum.fraction_bits && sum.exponent == ExponentSource::largest) sum.fraction_bits = 20;
  }
  choose_totals(seed, unit->datapath, true);
  if (seed % 3 == 0) choose_coarse_factors(seed, *unit, true);
  try {
    validate(*unit);
    (void)make_plan(*unit);
    return unit;
  } catch (const RowError&) {
    return std::nullopt;
  }
}

}  // namespace mmasc
