// SPDX-License-Identifier: Apache-2.0
#include "probes/random_units.h"

namespace mmasc::probes {
namespace {

TEST(RandomUnits, AreProbedAsExactNumbersShow) {
  const RandomUnits all = probe_random_units(1, 10);
  EXPECT_GE(all.units, 7);
  EXPECT_GT(all.observed, 80);
  EXPECT_GT(all.mutants_seen, 2);
  EXPECT_EQ(all.stochastic, 0);
}

TEST(RandomUnits, ThatRoundStochasticallyAreSeenToDoSo) {
  const RandomUnits all = probe_stochastic_units(1, 8);
  EXPECT_GT(all.observed, 60);
  EXPECT_GT(all.stochastic, 1);
}

}  // namespace
}  // namespace mmasc::probes
