// SPDX-License-Identifier: Apache-2.0
// A plan's stages recorded: each a graph from the fields of the payload before it, the operands of
// the first, to those of the payload behind, the last's d.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/symbolic/word_graph.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/operands.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// A field of a payload, by the name that traces have for it: "a_3", "term_0.exponent", "d".
struct SymbolicField {
  std::string name;
  int width = 0;
  bool is_signed = false;  // two's complement
  int node = WordGraph::kNone;
  std::optional<Operand> operand = std::nullopt;  // of which it is an element, on entering a step
};

struct SymbolicStage {
  std::string name;  // "aligner_0"
  WordGraph graph;
  std::vector<SymbolicField> in;  // in the order of the graph's inputs
  std::vector<SymbolicField> out;
};

std::vector<SymbolicStage> symbolic_stages(const Plan& plan);

// The whole step as one graph.
SymbolicStage symbolic_step(const Plan& plan);

// The steps 0 ... end - 1 of an instruction as one graph, from its own elements, which the layout
// counts, to the last one's d; with the addition of a late C where `end` is one beyond its steps.
SymbolicStage symbolic_steps(const SequencePlan& program, const OperandLayout& layout, int end);

// From the stored bits of an element to those that a step takes.
SymbolicStage symbolic_widening(const Widening& widening);

}  // namespace mmasc
