// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/panel_layout.h"

#include <algorithm>

#include "mmasc/compiled/lane_code.h"

namespace mmasc::compiled {
namespace {

constexpr int kElementsAtOnce = 128;             // of K in a panel
constexpr std::int64_t kMostOperations = 20000;  // which LLVM takes seconds for
constexpr std::int64_t kLine = 64;

std::int64_t whole(std::int64_t x, std::int64_t step) { return (x + step - 1) / step * step; }

bool has_wide_words(const InnerGraph& graph) {
  for (std::size_t i = 0; i < graph.is_live.size(); ++i)
    if (graph.is_live[i] && lane_bits(graph.of, static_cast<int>(i)) > 64) return true;
  return false;
}

// Which digit by digit gives a product only of what is not negative.
bool multiplies_wide_signed_words(const InnerGraph& graph) {
  for (std::size_t i = 0; i < graph.is_live.size(); ++i) {
    const int node = static_cast<int>(i);
    const WordGraph::Node& of = graph.of.node(node);
    if (!graph.is_live[i] || graph.packed.contains(node) ||
        of.operation != WordGraph::Operation::mul || lane_bits(graph.of, node) <= 64)
      continue;
    if (graph.of.range(of.operand[0]).low < 0 || graph.of.range(of.operand[1]).low < 0) return true;
  }
  return false;
}

int plane_bytes(const ElementGraph& element, int node) {
  return is_condition(element.of.graph, node) ? 4 : lane_bits(element.of, node) / 8;
}

}  // namespace

const PackedOperand& PanelLayout::operand(Operand operand) const {
  const auto& all = lies_in_lanes(row_of(operand)) ? columns : rows;
  return *std::ranges::find(all, operand, &PackedOperand::operand);
}

std::string why_no_layout(const InstructionGraph& graph) {
  if (multiplies_wide_signed_words(graph.general))
    return "it multiplies signed words to more than 64 bits";
  if (operations_of(graph.general) > kMostOperations)
    return "it takes more than " + std::to_string(kMostOperations) + " operations on words";
  for (const OperandRow& row : kInputs) {
    const ElementGraph& element = graph.elements[row.operand];
    if (element.planes.size() > kMostPlanes)
      return "more than " + std::to_string(kMostPlanes) + " words follow from one element";
    for (const int plane : element.planes)
      if (lane_bits(element.of, plane) > 64)
        return "words of more than 64 bits follow from one element";
  }
  return {};
}

PanelLayout lay_out(const InstructionGraph& graph, Pairing pairing, int b_count,
                    const LaneShape& shape) {
  PanelLayout out;
  out.pairing = pairing;
  out.lanes = shape.lanes > 0 ? shape.lanes : has_wide_words(graph.general) ? 8 : 16;
  out.depth = std::max(1, kElementsAtOnce / graph.layout.k);
  const int c_bits = graph.layout[Operand::c].bits_of(0);
  const int d_bits = graph.layout[Operand::d].bits_of(0);
  out.tile_bytes = std::max({c_bits, d_bits, shape.word_bits}) > 32 ? 8 : 4;
  out.random_count = graph.layout[Operand::random].count;
  out.a_count = graph.layout[Operand::a].count;
  for (const OperandRow& row : kInputs) {
    const ElementGraph& element = graph.elements[row.operand];
    if (element.planes.empty()) continue;
    const bool is_lane = out.lies_in_lanes(row);
    std::int64_t& end = is_lane ? out.panel_bytes : out.row_bytes;
    const OperandElements elements = graph.layout[row.operand];
    PackedOperand packed;
    packed.operand = row.operand;
    packed.count = row.operand == Operand::b ? b_count : elements.count;
    packed.raw_bits = std::max(elements.bits_of(0), shape.word_bits) <= 32 ? 32 : 64;
    // Rows are packed as many elements at once as there are lanes.
    const std::int64_t along = whole(std::int64_t{packed.count} * out.depth, out.lanes);
    for (const int plane : element.planes) {
      packed.planes.push_back({end, plane_bytes(element, plane)});
      end += along * packed.planes.back().bytes * (is_lane ? out.lanes : 1);
    }
    (is_lane ? out.columns : out.rows).push_back(std::move(packed));
  }
  // An odd number of lines: rows that lie a power of two apart share one set of a cache.
  out.row_bytes = whole(out.row_bytes, 2 * kLine) + kLine;
  return out;
}

}  // namespace mmasc::compiled
