// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "random/random_unit.h"
#include "rtl/agreement.h"
#include "spec/error.h"

namespace mmasc {

// The random datapaths random_unit(first), ... that have a plan, Verilated.
inline void expect_random_rtl_agrees(std::uint64_t first, std::uint64_t units, int operations) {
  std::uint64_t built = 0;
  for (std::uint64_t seed = first; seed < first + units; ++seed) {
    const Unit unit = random_unit(seed);
    try {
      make_reference_engine(unit);
    } catch (const RowError&) {
      EXPECT_THROW(make_rtl_engine(unit), RowError);
      continue;
    }
    expect_rtl_agrees(unit, seed, operations);
    if (::testing::Test::HasFatalFailure()) return;
    ++built;
  }
  EXPECT_GT(built, units / 2);
}

}  // namespace mmasc
