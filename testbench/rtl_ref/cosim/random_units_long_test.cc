// SPDX-License-Identifier: Apache-2.0
#include "cosim/random_lock_step.h"

namespace mmasc {
namespace {

class RandomLockStepAtLength : public testing::WithVerilator {};

TEST_F(RandomLockStepAtLength, HasNoDifference) {
  testing::expect_no_difference_on_random_units(30);
}

}  // namespace
}  // namespace mmasc
