// SPDX-License-Identifier: Apache-2.0
#include "probes/random_units.h"

namespace mmasc::probes {
namespace {

TEST(RandomUnits, AreProbedAsExactNumbersShowAtLength) {
  const RandomUnits all = probe_random_units(1000, 150);
  EXPECT_GE(all.units, 120);
  EXPECT_GT(all.observed, 1500);
  EXPECT_GT(all.mutants_seen, 40);
}

TEST(RandomUnits, ThatRoundStochasticallyAtLength) {
  const RandomUnits all = probe_stochastic_units(1000, 50);
  EXPECT_GT(all.observed, 500);
  EXPECT_GT(all.stochastic, 10);
}

}  // namespace
}  // namespace mmasc::probes
