// SPDX-License-Identifier: Apache-2.0
// Stalls come one by one and in long runs, and in the part of the cycles that was asked for.
#include "mmasc/cosim/stall_phases.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "mmasc/cosim/lock_step.h"

namespace mmasc {
namespace {

TEST(StallPhases, AreShortAndLongAndAsManyAsAskedFor) {
  for (const int percent : {5, 30, 80}) {
    constexpr int kCycles = 400'000;
    StallPhases phases(percent, 0);
    std::mt19937_64 random(1);
    std::map<int, int> runs;  // how many of a length
    int stalled = 0, run = 0;
    for (int i = 0; i < kCycles; ++i) {
      if (phases.stalls(random())) {
        ++stalled;
        ++run;
      } else if (run > 0) {
        ++runs[run];
        run = 0;
      }
    }
    EXPECT_NEAR(100.0 * stalled / kCycles, percent, 3) << percent;
    EXPECT_GT(runs[1], 100) << percent;
    for (const int length : {64, 128, 256, 1024})
      EXPECT_GT(std::distance(runs.lower_bound(length + 1), runs.end()), 0) << length;
    EXPECT_LT(runs.rbegin()->first, 1024 + 100) << percent;
  }
}

TEST(StallPhases, OfNoStallsHaveNone) {
  StallPhases phases(0, 0);
  for (std::uint64_t i = 0; i < 10'000; ++i) ASSERT_FALSE(phases.stalls(i));
}

TEST(LockStepIds, AreNeverAlikeAndUseEveryBit) {
  std::uint32_t ones = 0, zeros = 0;
  for (std::uint64_t n = 0; n < 1000; ++n) {
    EXPECT_EQ(lock_step_operation(lock_step_id(n)), n);
    ones |= lock_step_id(n);
    zeros |= ~lock_step_id(n);
  }
  EXPECT_EQ(lock_step_operation(lock_step_id(4'000'000'000)), 4'000'000'000);
  EXPECT_EQ(ones, ~std::uint32_t{0});
  EXPECT_EQ(zeros, ~std::uint32_t{0});
}

}  // namespace
}  // namespace mmasc
