// SPDX-License-Identifier: Apache-2.0
// Units most of whose sums have an accumulator, a cut, a coarse e_max, exact zeros where they
// cancel, or a sticky bit, and of which a third have factors with coarse exponents: ranges hold
// their numbers, what cannot be met is not, and no vector contradicts what the audit argues.
#include "coverage/contradictions.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/validate.h"
#include "mutation/arguments_tried.h"
#include "random/random_tree.h"
#include "random/random_unit.h"
#include "ranges/within_ranges.h"

namespace mmasc {
namespace {

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

TEST(Totals, RangesHoldEveryNumber) {
  int sums = 0;
  for_each_with_totals(300, [&](const Unit& unit) { sums += expect_drawn_within(unit, 3); });
  EXPECT_GT(sums, 10000);
}

TEST(Totals, WhatIsUnreachableIsNotMet) {
  int unreachable = 0;
  for_each_with_totals(150,
                       [&](const Unit& unit) { unreachable += contradictions_tried(unit, 6, 2); });
  EXPECT_GT(unreachable, 100);
}

TEST(Totals, NoVectorContradictsAnArgument) {
  int arguments = 0;
  for_each_with_totals(20, [&](const Unit& unit) { arguments += arguments_tried(unit, 3); });
  EXPECT_GT(arguments, 30);
}

}  // namespace
}  // namespace mmasc
