// SPDX-License-Identifier: Apache-2.0
#include "mmasc/onlookers/field_bounds.h"

#include "mmasc/symbolic/symbolic_stage.h"

namespace mmasc {
namespace {

// Distances to the largest exponents that a stage finds are not negative.
std::map<int, WordRange> distances(const SymbolicStage& stage) {
  std::map<int, WordRange> known;
  for (const SymbolicField& field : stage.out)
    if (field.name.starts_with("sum_") && field.name.ends_with(".exponent"))
      know_largest(stage.graph, field.node, known);
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
      const WordRange range = range_of_field(field.width, field.is_signed,
                                             ranges[static_cast<std::size_t>(field.node)]);
      entering.push_back(range);
      bounds.back().push_back({field.name, field.width, field.is_signed, range});
    }
  }
  return bounds;
}

}  // namespace mmasc
