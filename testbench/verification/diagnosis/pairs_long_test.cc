// SPDX-License-Identifier: Apache-2.0
#include "planted_pairs.h"

namespace mmasc::diagnosis {
namespace {

// Two wrong fields are found and stand first in 95 % of 200.
TEST(Pairs, StandFirst) {
  const PairCount count = rank_planted_pairs(200);
  EXPECT_EQ(count.pairs, 200);
  EXPECT_GE(count.first, 190);
  EXPECT_GE(count.among, 150);
}

}  // namespace
}  // namespace mmasc::diagnosis
