// SPDX-License-Identifier: Apache-2.0
// Ranges hold the numbers of units with totals, what cannot be met is not, and no vector
// contradicts what the audit argues.
#include "coverage/contradictions.h"
#include "mutation/arguments_tried.h"
#include "mutation/units_with_totals.h"
#include "ranges/within_ranges.h"

namespace mmasc {
namespace {

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
