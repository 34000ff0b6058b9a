// SPDX-License-Identifier: Apache-2.0
#include "batch/rounded_units.h"

namespace mmasc {
namespace {

constexpr int kRoundedUnits = 2000;

TEST(ManyRoundedUnits, OfOneExactSumAgree) {
  EXPECT_GT(expect_rounded_agree(random_exact_unit, "f64_exact", 1000, kRoundedUnits),
            kRoundedUnits / 3);
}

TEST(ManyRoundedUnits, OfGroupedProductsAgree) {
  EXPECT_GT(expect_rounded_agree(random_grouped_unit, "f32_tree", 1000, kRoundedUnits),
            kRoundedUnits / 5);
}

TEST(ManyRoundedUnits, OfIeeeOperationsAgree) {
  EXPECT_GT(expect_rounded_agree(random_ieee_unit, "f32_ieee", 1000, kRoundedUnits),
            kRoundedUnits / 2);
}

}  // namespace
}  // namespace mmasc
