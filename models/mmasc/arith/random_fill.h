// SPDX-License-Identifier: Apache-2.0
// Random bits for stochastic roundings where a user gives a seed instead of the operand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mmasc/arith/philox.h"

namespace mmasc {

// Appends one operation's elements, element i of widths[i] bits: a function of the seed and of
// which operation it is.
inline void append_random(std::span<const int> widths, std::uint64_t seed, std::uint64_t operation,
                          std::uint32_t step, std::vector<std::uint64_t>& to) {
  PhiloxWords drawn;
  for (std::uint32_t i = 0; i < widths.size(); ++i) {
    if (i % 4 == 0)
      drawn = philox({{i / 4, step, static_cast<std::uint32_t>(operation),
                       static_cast<std::uint32_t>(operation >> 32)}},
                     seed);
    to.push_back(drawn.word[i % 4] >> (32 - widths[i]));
  }
}

}  // namespace mmasc
