// SPDX-License-Identifier: Apache-2.0
#include "cosim/random_lock_step.h"

namespace mmasc {
namespace {

class RandomLockStep : public testing::WithVerilator {};

// Verilator compiles a unit of more lanes for a minute; the long test has such.
constexpr int kMostLanes = 8;

TEST_F(RandomLockStep, HasNoDifference) {
  testing::expect_no_difference_on_random_units(1, kMostLanes);
}

}  // namespace
}  // namespace mmasc
