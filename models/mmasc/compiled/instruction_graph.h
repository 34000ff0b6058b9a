// SPDX-License-Identifier: Apache-2.0
// An instruction's word graph as vector lanes compute it, one lane for each element of D: what
// depends on one element of A, B or a scale alone is computed when that element is packed, and only
// the rest once for each element of D.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/symbolic/word_graph.h"
#include "mmasc/symbolic/word_ranges.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc::compiled {

inline constexpr int kNone = WordGraph::kNone;

// A graph with the bounds of its nodes, which stand for words but where is_condition says bits.
struct RangedGraph {
  WordGraph graph;
  std::vector<WordRange> ranges;

  const WordGraph::Node& node(int i) const { return graph.node(i); }
  const WordRange& range(int i) const { return ranges[static_cast<std::size_t>(i)]; }
};

// Whether the node is 0 or 1 by what it does: a comparison, a bit, or what is made of those.
bool is_condition(const WordGraph& graph, int node);

// What is computed of one element of an operand alone.
struct ElementGraph {
  RangedGraph of;  // of one input, the stored bits
  int input = WordGraph::kNone;
  std::vector<int> planes;    // nodes that are kept of each packed element
  std::vector<int> specials;  // conditions that hold of few elements, as NaN's
};

// A node that stands for a packed value: `plane` of the operand's element of that index.
struct PackedValue {
  Operand operand;
  int element;
  int plane;
};

struct InnerGraph {
  RangedGraph of;
  std::map<int, PackedValue> packed;
  int c = WordGraph::kNone;   // an input, or kNone where d does not depend on it
  std::map<int, int> random;  // inputs: which of the random elements
  int d = WordGraph::kNone;
  std::vector<bool> is_live;  // d depends on the node, or it is d
};

// On words of at most 64 bits, each of a lane: those of its nodes but constants, inputs and packed
// values.
std::int64_t operations_of(const InnerGraph& graph);

struct InstructionGraph {
  OperandLayout layout;
  PerInput<ElementGraph> elements;  // of c: only its specials
  InnerGraph general;               // of any elements
  InnerGraph usual;                 // of elements none of which has a special condition
};

// Of the instruction of a dense unit, all of its steps.
InstructionGraph instruction_graph(const SequencePlan& program, const OperandLayout& layout);

}  // namespace mmasc::compiled
