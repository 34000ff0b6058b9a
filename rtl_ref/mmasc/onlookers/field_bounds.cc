// SPDX-License-Identifier: Apache-2.0
#include "mmasc/onlookers/field_bounds.h"

#include "mmasc/symbolic/symbolic_stage.h"

namespace mmasc {
namespace {

// Of a stage that finds largest exponents: no distance to one is negative.
std::map<int, WordRange> distances(const SymbolicStage& stage) {
  std::map<int, WordRange> known;
  const auto& nodes = stage.graph.nodes();
  for (const SymbolicField& field : stage.out) {
    if (!field.name.starts_with("sum_") || !field.name.ends_with(".exponent")) continue;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].operation == WordGraph::Operation::sub && nodes[i].operand[0] == field.node)
        known[static_cast<int>(i)] = {0, all_of(nodes[i].width, true).high};
  }
  return known;
}

}  // namespace

std::vector<std::vector<FieldBounds>> field_bounds(const Plan& plan) {
  const std::vector<SymbolicStage> stages = symbolic_stages(plan);
  std::vector<WordRange> entering;
  for (const SymbolicField& field : stages.front().in)
    entering.push_back(all_of(field.width, field.is_signed));
  std::vector<std::vector<FieldBounds>> bounds;
  for (std::size_t s = 0; s < stages.size(); ++s) {
    const SymbolicStage& stage = stages[s];
    const bool aligns = plan.stages[static_cast<int>(s)].kind == StageKind::aligner;
    const std::vector<WordRange> ranges =
        ranges_of(stage.graph, entering, aligns ? distances(stage) : std::map<int, WordRange>{});
    bounds.emplace_back();
    entering.clear();
    for (const SymbolicField& field : stage.out) {
      const WordRange all = all_of(field.width, field.is_signed);
      WordRange range =
          field.node == WordGraph::kNone ? all : ranges[static_cast<std::size_t>(field.node)];
      if (range.low < all.low || range.high > all.high) range = all;
      entering.push_back(range);
      bounds.back().push_back({field.name, field.width, field.is_signed, range});
    }
  }
  return bounds;
}

}  // namespace mmasc
