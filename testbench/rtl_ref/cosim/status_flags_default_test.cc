// SPDX-License-Identifier: Apache-2.0
// Units that raise flags in lock step: what is known of NaNs and the flags are compared in every
// register.
#include "cosim/expect_faults.h"
#include "random/flagged_units.h"

namespace mmasc {
namespace {

class FlaggedLockStep : public testing::WithVerilator {};

TEST_F(FlaggedLockStep, HasNoDifference) {
  const std::vector<Unit> units = flagged_units();
  testing::expect_no_difference(units[2], 3000);  // which tells NaNs apart, too
  testing::expect_no_difference(units[4], 3000);
}

TEST_F(FlaggedLockStep, NamesEveryFaultOfARegister) {
  testing::expect_every_fault_is_named(flagged_units()[4]);
}

}  // namespace
}  // namespace mmasc
