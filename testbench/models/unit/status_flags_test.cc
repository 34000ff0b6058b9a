// SPDX-License-Identifier: Apache-2.0
// Where flags would not mean what IEEE 754 says, they are refused.
#include "mmasc/unit/plan.h"
#include "random/flagged_units.h"
#include "rows.h"

namespace mmasc {
namespace {

// A row's own fields, where a sum has a number and its term is exact.
TEST(StatusFlagErrors, AreOfTermsThatLoseBitsAlone) {
  const Unit unit = flagged_unit(
      2, "f16", "f16", "f32",
      R"([{ name = "dot", fraction_bits = 3, terms = [{ from = "products", fraction_bits = "exact" },
        { from = "c", fraction_bits = "exact", negated = true }] }])",
      R"(format = "f32", nan = "7fc00000")");
  EXPECT_TRUE(make_plan(unit).raises_flags);
}

}  // namespace
}  // namespace mmasc
