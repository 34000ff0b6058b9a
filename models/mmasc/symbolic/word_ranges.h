// SPDX-License-Identifier: Apache-2.0
// Bounds of every value of a word graph, by intervals from those of its inputs.
#pragma once

#include <map>
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

// The bounds of a field: those of its node, or, where they go beyond its width, all that this
// holds.
WordRange range_of_field(int width, bool is_signed, const WordRange& of_node);

// The nodes that subtract from a node.
std::vector<int> differences_from(const WordGraph& graph, int node);
// Adds to `known` that no difference is negative, where the node is the largest of all that is
// subtracted from it.
void know_largest(const WordGraph& graph, int node, std::map<int, WordRange>& known);

// What a planned width says of a value that its operands' bounds alone would let go beyond it.
enum class PlannedWidth {
  wraps,  // nothing: it may be anything that the width holds
  holds,  // that it does not, as the plan of a valid unit promises
};

// `inputs`: of each input, in order of creation. `known`: of nodes of which more is known than
// their operands say.
std::vector<WordRange> ranges_of(const WordGraph& graph, const std::vector<WordRange>& inputs,
                                 const std::map<int, WordRange>& known = {},
                                 PlannedWidth width = PlannedWidth::wraps);

}  // namespace mmasc
