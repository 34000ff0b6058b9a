// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/unit/error.h"
#include "random/random_unit.h"
#include "rtl/agreement.h"

namespace mmasc {

// The random datapaths random_unit(first), ... that have a plan, Verilated; those of wider words
// than `most_bits`, which take a minute each to compile, are left to others.
inline void expect_random_rtl_agrees(std::uint64_t first, std::uint64_t units, int operations,
                                     int most_bits = std::numeric_limits<int>::max()) {
  std::uint64_t built = 0;
  for (std::uint64_t seed = first; seed < first + units; ++seed) {
    const Unit unit = random_unit(seed);
    try {
      if (plan_sequence(unit).word_bits() > most_bits) continue;
    } catch (const RowError&) {
      EXPECT_THROW(make_rtl_engine(unit), RowError);
      continue;
    }
    expect_rtl_agrees(unit, seed, operations);
    if (::testing::Test::HasFatalFailure()) return;
    ++built;
  }
  EXPECT_GE(built, units / 5);
}

// The first `count` units of make_unit(0), make_unit(1), ... of words that compile in seconds.
template <class Make>
void expect_rtl_of_first_agrees(Make make_unit, int count) {
  constexpr int kQuicklyCompiled = 96;
  int built = 0;
  for (std::uint64_t seed = 0; built < count; ++seed) {
    const Unit unit = make_unit(seed);
    if (make_plan(unit).word_bits > kQuicklyCompiled) continue;
    SCOPED_TRACE(seed);
    expect_rtl_agrees(unit, seed, 400);
    if (::testing::Test::HasFatalFailure()) return;
    ++built;
  }
}

}  // namespace mmasc
