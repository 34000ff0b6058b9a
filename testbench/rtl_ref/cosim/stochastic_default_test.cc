// SPDX-License-Identifier: Apache-2.0
// Stochastic units in lock step: the random bits of every register are compared too.
#include "cosim/lock_step_of.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

class StochasticLockStep : public testing::WithVerilator {};

TEST_F(StochasticLockStep, HasNoDifference) {
  int compared = 0;
  for (std::uint64_t seed = 0; compared < 1; ++seed) {
    SCOPED_TRACE(seed);
    const Unit unit = stochastic_unit(seed);
    if (make_plan(unit).word_bits > 96 || make_plan(unit).random_bits.empty()) continue;
    testing::expect_no_difference(unit, 2000);
    if (HasFailure()) return;
    ++compared;
  }
}

}  // namespace
}  // namespace mmasc
