// SPDX-License-Identifier: Apache-2.0
// Random units that have a plan.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "mmasc/arith/sequence.h"
#include "mmasc/unit/error.h"
#include "random/random_unit.h"

namespace mmasc {

// Nullopt where an exact window is wider than any plan.
inline std::optional<Sequence> random_sequence(std::uint64_t seed) {
  try {
    return Sequence(random_unit(seed));
  } catch (const RowError&) {
    return std::nullopt;
  }
}

// Calls f(sequence, seed) for the units of `count` seeds from `first` on that have a plan, until a
// test fails for good. Expects that there is one; returns how many there were.
template <class F>
std::uint64_t for_each_random_sequence(std::uint64_t first, std::uint64_t count, F f) {
  std::uint64_t sequences = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::optional<Sequence> sequence = random_sequence(seed);
    if (!sequence) continue;
    ++sequences;
    f(*sequence, seed);
    if (::testing::Test::HasFatalFailure()) break;
  }
  EXPECT_GT(sequences, 0u) << "no unit of seed " << first << " on has a plan";
  return sequences;
}

}  // namespace mmasc
