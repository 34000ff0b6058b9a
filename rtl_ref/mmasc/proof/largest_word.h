// SPDX-License-Identifier: Apache-2.0
// Largest words, as comparisons choose them.
#pragma once

#include <vector>

#include "mmasc/symbolic/word_graph.h"

namespace mmasc::proof {

// The nodes of which a node is the largest, by the comparisons that choose it: it is below none of
// them. Itself where it is no such choice.
std::vector<int> words_of_largest(const WordGraph& graph, int node);

}  // namespace mmasc::proof
