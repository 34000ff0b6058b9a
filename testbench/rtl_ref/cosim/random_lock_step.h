// SPDX-License-Identifier: Apache-2.0
// Lock step on datapaths nobody built.
#pragma once

#include "cosim/lock_step_of.h"
#include "mmasc/unit/error.h"
#include "random/random_unit.h"

namespace mmasc::testing {

inline void expect_no_difference_on_random_units(int units, int most_lanes = kMaxLanes) {
  int compared = 0;
  for (std::uint64_t seed = 0; compared < units; ++seed) {
    SCOPED_TRACE(seed);
    const Unit unit = random_unit(seed);
    try {
      const Plan plan = make_plan(unit);
      if (plan.word_bits > 64 || plan.lanes() > most_lanes) continue;
    } catch (const RowError&) {
      continue;
    }
    expect_no_difference(unit, 3000);
    if (::testing::Test::HasFailure()) return;
    ++compared;
  }
}

}  // namespace mmasc::testing
