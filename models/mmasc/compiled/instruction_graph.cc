// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/instruction_graph.h"

#include <algorithm>
#include <span>

#include "mmasc/compiled/lane_code.h"
#include "mmasc/compiled/rewrites.h"
#include "mmasc/symbolic/symbolic_stage.h"

namespace mmasc::compiled {
namespace {

using Operation = WordGraph::Operation;
using N = Numbers128;

// Conditions that hold of at most one in so many elements are special. A sample decides: it chooses
// what is fast, while packing tests the conditions themselves on every element.
constexpr std::uint64_t kSeldom = 32;
constexpr int kSampledBits = 12;

std::vector<bool> live_nodes(const WordGraph& graph, std::span<const int> roots) {
  std::vector<bool> is_live(graph.nodes().size());
  for (const int root : roots) is_live[static_cast<std::size_t>(root)] = true;
  for (std::size_t i = graph.nodes().size(); i-- > 0;)
    if (is_live[i])
      for (const int operand : graph.nodes()[i].operand)
        if (operand != kNone) is_live[static_cast<std::size_t>(operand)] = true;
  return is_live;
}

// A graph's nodes that depend on one input alone, as nodes of that operand's element graph.
class ElementRecorder {
 public:
  ElementRecorder(ElementGraph& to, int bits) : to_(to) {
    if (to_.input == kNone) to_.input = to_.of.graph.input(bits);
  }

  // `place`: of each node of `from` for this element, in `to`; kNone where none is there yet.
  int record(const WordGraph& from, int node, std::map<int, int>& place) {
    if (const auto known = place.find(node); known != place.end()) return known->second;
    WordGraph::Node copy = from.node(node);
    if (WordGraph::is_input(copy)) return place[node] = to_.input;
    for (int& operand : copy.operand)
      if (operand != kNone) operand = record(from, operand, place);
    const int recorded = copy.operation == Operation::constant
                             ? to_.of.graph.constant(copy.parameter, copy.width)
                             : to_.of.graph.record(copy);
    return place[node] = recorded;
  }

 private:
  ElementGraph& to_;
};

// Of an element's conditions those that hold of few elements, and not of +0. None where words are
// too wide for the numbers that try them.
std::vector<int> special_conditions(const ElementGraph& element, int bits,
                                    std::span<const int> conditions) {
  const auto is_wide = [](const WordGraph::Node& node) { return node.width > kWidestRange; };
  if (std::ranges::any_of(element.of.graph.nodes(), is_wide)) return {};
  std::vector<std::uint64_t> holds(conditions.size());
  const std::uint64_t count = std::uint64_t{1} << std::min(bits, kSampledBits);
  for (std::uint64_t i = 0; i < count; ++i) {
    // The sign, the exponent and the first fraction bits, with some bits below them.
    const int below = bits - std::min(bits, kSampledBits);
    const std::uint64_t code =
        i << below | (i * 0x9e3779b97f4a7c15 & ((std::uint64_t{1} << below) - 1));
    const N::word input = static_cast<N::word>(i == 0 ? 0 : code);
    const auto values = evaluate<N>(element.of.graph, std::span(&input, 1));
    for (std::size_t j = 0; j < conditions.size(); ++j)
      if (values[static_cast<std::size_t>(conditions[j])] != 0) holds[j] += i == 0 ? count : 1;
  }
  std::vector<int> special;
  for (std::size_t j = 0; j < conditions.size(); ++j)
    if (holds[j] > 0 && holds[j] * kSeldom <= count) special.push_back(conditions[j]);
  return special;
}

class Maker {
 public:
  Maker(const SymbolicStage& whole, const OperandLayout& layout) : fields_(whole.in) {
    out_.layout = layout;
    for (const SymbolicField& field : fields_) inputs_.push_back(all_of(field.width, false));
    general_ = rewritten({whole.graph, ranges_of(whole.graph, inputs_, {}, PlannedWidth::holds)},
                         std::vector<bool>(whole.graph.nodes().size()));
    d_ = general_.node[static_cast<std::size_t>(whole.out.front().node)];
  }

  InstructionGraph make() {
    out_.general = inner(general_.of, d_);
    const std::vector<bool> specials = find_specials(general_.of);
    const Rewritten usual = rewritten(general_.of, specials);
    out_.usual = inner(usual.of, usual.node[static_cast<std::size_t>(d_)]);
    for (const OperandRow& row : kInputs) {
      RangedGraph& element = out_.elements[row.operand].of;
      if (out_.layout.has(row.operand))
        element.ranges = ranges_of(element.graph, {all_of(bits_of(row.operand), false)}, {},
                                   PlannedWidth::holds);
    }
    return std::move(out_);
  }

 private:
  static bool is_packed(Operand operand) {
    const Along along = row_of(operand).along;
    return along == Along::row || along == Along::column || along == Along::whole;
  }
  int bits_of(Operand operand) const { return out_.layout[operand].bits_of(0); }

  // The number of the input among its operand's elements.
  std::vector<int> element_numbers() const {
    std::vector<int> numbers;
    PerInput<int> count;
    for (const SymbolicField& field : fields_) numbers.push_back(count[*field.operand]++);
    return numbers;
  }

  // Which field of the instruction a node's support is.
  static std::vector<int> fields_of_inputs(const WordGraph& graph) {
    std::vector<int> fields(graph.nodes().size(), kNone);
    for (std::size_t i = 0; i < graph.nodes().size(); ++i)
      if (WordGraph::is_input(graph.nodes()[i]))
        fields[i] = static_cast<int>(graph.nodes()[i].parameter);
    return fields;
  }

  InnerGraph inner(const RangedGraph& of, int d) {
    InnerGraph inner;
    inner.of = of;
    inner.d = d;
    const auto supports = supports_of(of.graph);
    const auto fields = fields_of_inputs(of.graph);
    const auto numbers = element_numbers();
    std::vector<bool> is_live(of.graph.nodes().size());
    is_live[static_cast<std::size_t>(d)] = true;
    std::map<int, std::map<int, int>> places;
    for (int i = d; i >= 0; --i) {
      const auto at = static_cast<std::size_t>(i);
      if (!is_live[at]) continue;
      if (const int support = supports[at]; support >= 0) {
        const int field = fields[static_cast<std::size_t>(support)];
        const Operand operand = *fields_[static_cast<std::size_t>(field)].operand;
        const int number = numbers[static_cast<std::size_t>(field)];
        if (is_packed(operand)) {
          ElementGraph& element = out_.elements[operand];
          ElementRecorder recorder(element, bits_of(operand));
          const int node = recorder.record(of.graph, i, places[support]);
          const auto plane = std::ranges::find(element.planes, node);
          inner.packed[i] = {operand, number, static_cast<int>(plane - element.planes.begin())};
          if (plane == element.planes.end()) element.planes.push_back(node);
          continue;  // what it depends on is packed with it
        }
        if (support == i && operand == Operand::c) inner.c = i;
        if (support == i && operand == Operand::random) inner.random[i] = number;
      }
      for (const int operand : of.node(i).operand)
        if (operand != kNone) is_live[static_cast<std::size_t>(operand)] = true;
    }
    inner.is_live = std::move(is_live);
    return inner;
  }

  // The special conditions of elements, recorded in their element graphs.
  std::vector<bool> find_specials(const RangedGraph& of) {
    const std::vector<int> roots{d_};
    const auto is_live = live_nodes(of.graph, roots);
    const auto supports = supports_of(of.graph);
    const auto fields = fields_of_inputs(of.graph);
    std::map<int, std::map<int, int>> places;
    PerInput<std::map<int, std::vector<int>>> nodes;  // of each condition of an element graph
    for (std::size_t i = 0; i < of.graph.nodes().size(); ++i) {
      if (!is_live[i] || supports[i] < 0 || !is_condition(of.graph, static_cast<int>(i))) continue;
      const int field = fields[static_cast<std::size_t>(supports[i])];
      const Operand operand = *fields_[static_cast<std::size_t>(field)].operand;
      if (operand == Operand::random) continue;
      ElementRecorder recorder(out_.elements[operand], bits_of(operand));
      const int node = recorder.record(of.graph, static_cast<int>(i), places[supports[i]]);
      nodes[operand][node].push_back(static_cast<int>(i));
    }
    std::vector<bool> is_special(of.graph.nodes().size());
    for (const OperandRow& row : kInputs) {
      if (nodes[row.operand].empty()) continue;
      std::vector<int> conditions;
      for (const auto& [condition, of_graph] : nodes[row.operand]) conditions.push_back(condition);
      ElementGraph& element = out_.elements[row.operand];
      element.specials = special_conditions(element, bits_of(row.operand), conditions);
      for (const int special : element.specials)
        for (const int node : nodes[row.operand][special])
          is_special[static_cast<std::size_t>(node)] = true;
    }
    return is_special;
  }

  const std::vector<SymbolicField>& fields_;
  std::vector<WordRange> inputs_;
  InstructionGraph out_;
  Rewritten general_;
  int d_ = kNone;
};

}  // namespace

bool is_condition(const WordGraph& graph, int i) {
  const WordGraph::Node& node = graph.node(i);
  if (WordGraph::gives_bit(node.operation)) return true;
  if (node.operation != Operation::select || node.width != WordGraph::kBitWidth) return false;
  const auto is_constant = [&](int operand) {
    return graph.node(operand).operation == Operation::constant;
  };
  const auto [condition, x, y] = node.operand;
  if (is_constant(x) && is_constant(y)) return false;
  return (is_constant(x) || is_condition(graph, x)) && (is_constant(y) || is_condition(graph, y));
}

std::int64_t operations_of(const InnerGraph& graph) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < graph.is_live.size(); ++i) {
    const int node = static_cast<int>(i);
    const WordGraph::Node& of = graph.of.node(node);
    const bool is_given = of.operation == Operation::constant || WordGraph::is_input(of);
    if (!graph.is_live[i] || is_given || graph.packed.contains(node)) continue;
    const std::int64_t limbs = std::max(1, lane_bits(graph.of, node) / 64);
    switch (of.operation) {
      case Operation::mul:  // digit by digit
        count += limbs * limbs;
        break;
      case Operation::shift_left_by:
      case Operation::shift_right_by:  // limbs by each bit of the amount, then bits
        count += limbs * (2 * bit_length(limbs - 1) + 1);
        break;
      default:
        count += limbs;
    }
  }
  return count;
}

InstructionGraph instruction_graph(const SequencePlan& program, const OperandLayout& layout) {
  const SymbolicStage whole = symbolic_steps(program, layout, program.steps + program.additions());
  return Maker(whole, layout).make();
}

}  // namespace mmasc::compiled
