// SPDX-License-Identifier: Apache-2.0
#include "batch/rounded_units.h"

namespace mmasc {
namespace {

TEST(ManyRoundedUnits, OfOneExactSumAgree) {
  EXPECT_GT(expect_rounded_agree(random_exact_unit, "f64_exact", 1000, 150), 50);
}

TEST(ManyRoundedUnits, OfGroupedProductsAgree) {
  EXPECT_GT(expect_rounded_agree(random_grouped_unit, "f32_tree", 1000, 600), 120);
}

TEST(ManyRoundedUnits, OfIeeeOperationsAgree) {
  EXPECT_GT(expect_rounded_agree(random_ieee_unit, "f32_ieee", 1000, 1000), 500);
}

}  // namespace
}  // namespace mmasc
