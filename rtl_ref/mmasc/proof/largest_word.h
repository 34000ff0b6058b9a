// SPDX-License-Identifier: Apache-2.0
// Largest words, as comparisons choose them.
#pragma once

#include <vector>

#include "mmasc/proof/bits_of_words.h"
#include "mmasc/proof/premises.h"

namespace mmasc::proof {

// The nodes of which a node is the largest, by the comparisons that choose it: it is below none of
// them. Itself where it is no such choice.
std::vector<int> words_of_largest(const WordGraph& graph, int node);

// That none of these that is subtracted from the node lies above it.
void assume_largest(AndGraph& gates, const WordGraph& graph, int node,
                    const std::vector<Literals>& words, Premises& premises);

}  // namespace mmasc::proof
