// SPDX-License-Identifier: Apache-2.0
// No vector contradicts what the audit argues of more units with totals.
#include "mutation/arguments_tried.h"
#include "mutation/units_with_totals.h"

namespace mmasc {
namespace {

TEST(MoreTotals, NoVectorContradictsAnArgument) {
  int arguments = 0;
  for_each_with_totals(60, [&](const Unit& unit) { arguments += arguments_tried(unit, 3); });
  EXPECT_GT(arguments, 100);
}

}  // namespace
}  // namespace mmasc
