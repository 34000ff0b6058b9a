// SPDX-License-Identifier: Apache-2.0
// Units most of whose sums have an accumulator, a cut, a coarse e_max, exact zeros where they
// cancel, or a sticky bit, and of which a third have factors with coarse exponents.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/validate.h"
#include "random/random_tree.h"
#include "random/random_unit.h"

namespace mmasc {

// Calls visit(unit) for so many units; those that no plan is made of are passed over.
template <class Visit>
void for_each_with_totals(std::uint64_t count, Visit visit) {
  std::uint64_t units = 0;
  for (std::uint64_t seed = 0; units < count; ++seed) {
    std::optional<Unit> unit = seed % 2 == 0 ? small_unit(seed) : std::optional(random_unit(seed));
    if (!unit) continue;
    for (SumRow& sum : unit->datapath.sums) {  // so that an accumulator and a cut fit more of them
      for (TermRow& term : sum.terms) term.fraction_bits.reset();
      if (!sum.fraction_bits && sum.exponent == ExponentSource::largest) sum.fraction_bits = 20;
    }
    choose_totals(seed, unit->datapath, true);
    if (seed % 3 == 0) choose_coarse_factors(seed, *unit, true);
    try {
      validate(*unit);
      (void)make_plan(*unit);
    } catch (const RowError&) {
      continue;
    }
    ++units;
    SCOPED_TRACE(to_toml(*unit));
    visit(*unit);
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace mmasc
