// SPDX-License-Identifier: Apache-2.0
#include "ozaki/slice_products.h"

namespace mmasc::slices {
namespace {

TEST(SliceProducts, AreExactOnEveryKindOfUnitAndNotWithABitMore) {
  const Tally tally = check_units(0, 1);
  EXPECT_GE(tally.units, 60);
  EXPECT_GE(tally.matrices, 10000);
  EXPECT_GE(tally.tight, 200);
}

}  // namespace
}  // namespace mmasc::slices
