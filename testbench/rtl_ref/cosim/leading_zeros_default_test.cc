// SPDX-License-Identifier: Apache-2.0
// Pipeline and RTL of units that anticipate leading zeros in lock step: results, sums of every
// level that round, flags, and a datapath nobody built.
#include "cosim/lock_step_of.h"
#include "random/anticipating.h"
#include "random/flagged_units.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

class AnticipatedLockStep : public testing::WithVerilator {};

TEST_F(AnticipatedLockStep, OfALevelThatRoundsHasNoDifference) {
  const auto unit = anticipating(catalog().find("cdna2/v_mfma_f32_32x32x8f16"));
  ASSERT_TRUE(unit);
  testing::expect_no_difference(*unit, 5000);
}

TEST_F(AnticipatedLockStep, OfAUnitWithFlagsHasNoDifference) {
  const auto unit = anticipating(flagged_units().front());
  ASSERT_TRUE(unit);
  testing::expect_no_difference(*unit, 5000);
}

TEST_F(AnticipatedLockStep, OfAnyUnitHasNoDifference) {
  for (std::uint64_t seed = 0;; ++seed) {
    const auto unit = anticipating(random_unit(seed));
    if (!unit || make_plan(*unit).word_bits > 64 || unit->lanes() > 4) continue;
    SCOPED_TRACE(seed);
    testing::expect_no_difference(*unit, 5000);
    return;
  }
}

}  // namespace
}  // namespace mmasc
