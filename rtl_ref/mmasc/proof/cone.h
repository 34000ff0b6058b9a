// SPDX-License-Identifier: Apache-2.0
// The part of a graph that one bit depends on, as a graph of its own. The order of its inputs and
// gates follows from what they compute, so that lanes that do the same mostly have the same cone.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "mmasc/proof/aiger.h"
#include "mmasc/proof/and_graph.h"

namespace mmasc::proof {

struct Cone {
  AndGraph gates;
  std::vector<std::uint32_t> inputs;  // numbers in the whole graph, in order
  Literal bit = kFalse;
};

// `inputs` are those of the graph, in order. Their names tell what is alike: all but the numbers of
// elements counts.
Cone cone_of(const AndGraph& gates, const std::vector<NamedLiteral>& inputs, Literal bit);

// The inputs of the graph that a bit depends on: their numbers, ascending.
std::vector<std::uint32_t> inputs_of(const AndGraph& gates, Literal bit);

// The bit where some inputs, by their numbers, have values: of fewer gates, as constants go on.
Literal with_values(AndGraph& gates, Literal bit, const std::map<std::uint32_t, bool>& values);

}  // namespace mmasc::proof
