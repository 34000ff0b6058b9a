// SPDX-License-Identifier: Apache-2.0
// Random datapaths in lock step, ten of those that testbench/rtl compiles by default.
#include "cosim/lock_step_of.h"
#include "mmasc/unit/error.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

class RandomLockStep : public testing::WithVerilator {};

TEST_F(RandomLockStep, HasNoDifference) {
  int compared = 0;
  for (std::uint64_t seed = 0; compared < 10; ++seed) {
    SCOPED_TRACE(seed);
    const Unit unit = random_unit(seed);
    try {
      if (make_plan(unit).word_bits > 64) continue;
    } catch (const RowError&) {
      continue;
    }
    testing::expect_no_difference(unit, 3000);
    if (HasFailure()) return;
    ++compared;
  }
}

}  // namespace
}  // namespace mmasc
