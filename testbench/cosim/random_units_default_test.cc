// SPDX-License-Identifier: Apache-2.0
#include "cosim/random_lock_step.h"

namespace mmasc {
namespace {

class RandomLockStep : public testing::WithVerilator {};

TEST_F(RandomLockStep, HasNoDifference) { testing::expect_no_difference_on_random_units(1, 8); }

}  // namespace
}  // namespace mmasc
