// SPDX-License-Identifier: Apache-2.0
// The smallest operands that show a difference, as an instruction takes them.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "mmasc/arith/engine.h"
#include "mmasc/compare/shrink.h"

namespace mmasc::compare {

// shrink() for those who take as many elements as the layout has: what was left out is +0 behind
// the others, its scales are 1, and its metadata name each group once. `row` is whole, and so is
// all that `shows` sees.
Case shrink_whole(const OperandLayout& layout, const Case& row, const Shows& shows);

// Operands of which two engines of a unit's formats give another d, or other flags where both give
// some.
struct Smallest {
  Case row;
  std::uint64_t expected = 0, got = 0;              // d
  std::uint64_t expected_flags = 0, got_flags = 0;  // 0 where one gives none
};

// The first of the vectors of which they differ, made smaller by asking both again; none where they
// differ of none. `any_nan`: any NaN is as good as another. What an engine does not answer shows
// nothing. `between` is called now and then; what it throws comes through.
std::optional<Smallest> smallest_difference(
    const Engine& expected, const Engine& got, std::span<const Case> vectors, bool any_nan,
    const std::function<void()>& between = [] {});

}  // namespace mmasc::compare
