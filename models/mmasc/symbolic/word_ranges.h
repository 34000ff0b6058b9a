// SPDX-License-Identifier: Apache-2.0
// Bounds of every value of a word graph, by intervals from those of its inputs.
#pragma once

#include <vector>

#include "mmasc/arith/machine_numbers.h"
#include "mmasc/symbolic/word_graph.h"

namespace mmasc {

struct WordRange {
  int128 low = 0, high = 0;
  friend bool operator==(const WordRange&, const WordRange&) = default;
};

// Words that are wider have no bounds but their width.
inline constexpr int kWidestRange = 120;

// All words of so many bits, in two's complement or not negative.
WordRange all_of(int width, bool is_signed);

// `inputs`: of each input, in order of creation. A value that its planned width could not hold has
// all that the width holds.
std::vector<WordRange> ranges_of(const WordGraph& graph, const std::vector<WordRange>& inputs);

}  // namespace mmasc
