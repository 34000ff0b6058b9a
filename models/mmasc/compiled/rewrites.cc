// SPDX-License-Identifier: Apache-2.0
#include "mmasc/compiled/rewrites.h"

#include <algorithm>
#include <optional>

namespace mmasc::compiled {
namespace {

using Operation = WordGraph::Operation;

// Bits in two's complement that hold both ends.
int width_of(const WordRange& range) {
  const int128 largest = std::max(range.high, ~range.low);
  return bit_length(largest) + 1;
}

class Rewriter {
 public:
  Rewriter(const RangedGraph& before, const std::vector<bool>& assumed_false)
      : before_(before), assumed_false_(assumed_false), supports_(supports_of(before.graph)) {}

  Rewritten all() {
    const auto& nodes = before_.graph.nodes();
    std::vector<WordRange> inputs;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (WordGraph::is_input(nodes[i])) inputs.push_back(before_.ranges[i]);
      out_.node.push_back(of(static_cast<int>(i)));
    }
    out_.of.ranges = ranges_of(out_.of.graph, inputs, {}, PlannedWidth::holds);
    return std::move(out_);
  }

 private:
  int of(int i) {
    const WordGraph::Node& node = before_.node(i);
    WordGraph& graph = out_.of.graph;
    if (node.operation == Operation::input) return graph.input(node.width - 1);
    if (node.operation == Operation::signed_input) return graph.signed_input(node.width);
    const WordRange& range = before_.range(i);
    if (assumed_false_[static_cast<std::size_t>(i)]) return WordGraph::kZero;
    if (is_condition(before_.graph, i) && range.low == range.high)
      return graph.constant(static_cast<std::int64_t>(range.low), WordGraph::kBitWidth);
    if (const auto maximum = as_maximum(node)) return *maximum;
    if (const auto product = with_shifted_factor(node, range)) return *product;
    WordGraph::Node copy = node;
    for (int& operand : copy.operand)
      if (operand != kNone) operand = out_.node[static_cast<std::size_t>(operand)];
    return graph.record(copy);
  }

  int new_of(int old) const { return out_.node[static_cast<std::size_t>(old)]; }
  int support(int old) const { return supports_[static_cast<std::size_t>(old)]; }
  bool is_constant(int old) const { return before_.node(old).operation == Operation::constant; }

  // The leaves of a tree of one operation.
  void leaves(Operation operation, int node, std::vector<int>& to) const {
    const WordGraph::Node& tree = before_.node(node);
    if (tree.operation != operation) return to.push_back(node);
    leaves(operation, tree.operand[0], to);
    leaves(operation, tree.operand[1], to);
  }

  // A sum's terms, each of which may be made low enough to fall below a bound.
  struct Term {
    int node;  // of the new graph
    int support;
    WordRange range;
  };

  // Where one of several elements' conditions replaces a sum of theirs by a constant that is no
  // greater, as a zero's exponent is the least: the maximum of both, with that element's part of
  // the sum far below. From zero_a or zero_b ? -133 : e_a + e_b comes
  //
  //     max(-133, (zero_a ? far below : e_a) + (zero_b ? far below : e_b))
  //
  // whose parts are each of one element and computed when that is packed.
  std::optional<int> as_maximum(const WordGraph::Node& node) {
    if (node.operation != Operation::select || !is_constant(node.operand[1])) return std::nullopt;
    const WordRange least = before_.range(node.operand[1]), sum = before_.range(node.operand[2]);
    if (sum.low < least.low || before_.node(node.operand[2]).operation != Operation::add)
      return std::nullopt;
    std::vector<int> conditions, addends;
    leaves(Operation::either, node.operand[0], conditions);
    leaves(Operation::add, node.operand[2], addends);
    std::vector<Term> terms;
    for (const int addend : addends)
      terms.push_back({new_of(addend), support(addend), before_.range(addend)});
    WordGraph& graph = out_.of.graph;
    for (const int condition : conditions) {
      if (assumed_false_[static_cast<std::size_t>(condition)]) continue;
      const auto term = std::ranges::find_if(
          terms, [&](const Term& t) { return t.support == support(condition) && t.support >= 0; });
      if (term == terms.end()) return std::nullopt;
      int128 others = 0;
      for (const Term& each : terms)
        if (&each != &*term) others += each.range.high;
      const int128 low = std::min(least.low - others, term->range.low);
      const WordRange range{low, std::max(term->range.high, low)};
      term->node = graph.record(
          {Operation::select,
           width_of(range),
           0,
           {new_of(condition), graph.constant(static_cast<std::int64_t>(low), width_of(range)),
            term->node}});
      term->range = range;
    }
    int total = terms.front().node;
    WordRange range = terms.front().range;
    for (std::size_t i = 1; i < terms.size(); ++i) {
      range = {range.low + terms[i].range.low, range.high + terms[i].range.high};
      total = graph.record({Operation::add, width_of(range), 0, {total, terms[i].node, kNone}});
    }
    const int bound = new_of(node.operand[1]);
    const int below =
        graph.record({Operation::less, WordGraph::kBitWidth, 0, {total, bound, kNone}});
    const WordRange result{least.low, std::max(range.high, least.low)};
    return graph.record({Operation::select, width_of(result), 0, {below, bound, total}});
  }

  // (x * y) << n is (x << n) * y, where x << n is known of one element.
  std::optional<int> with_shifted_factor(const WordGraph::Node& node, const WordRange& range) {
    if (node.operation != Operation::shift_left) return std::nullopt;
    const WordGraph::Node& product = before_.node(node.operand[0]);
    if (product.operation != Operation::mul) return std::nullopt;
    const int amount = static_cast<int>(node.parameter);
    for (const auto& [x, y] : {std::pair{product.operand[0], product.operand[1]},
                               std::pair{product.operand[1], product.operand[0]}}) {
      const WordRange& factor = before_.range(x);
      const int width = width_of(factor) + amount;
      if (support(x) < 0 || width > width_of(range) || width > kWidestFactor) continue;
      WordGraph& graph = out_.of.graph;
      const int shifted =
          graph.record({Operation::shift_left, width, amount, {new_of(x), kNone, kNone}});
      return graph.record({Operation::mul, node.width, 0, {shifted, new_of(y), kNone}});
    }
    return std::nullopt;
  }

  static constexpr int kWidestFactor = 64;

  const RangedGraph& before_;
  const std::vector<bool>& assumed_false_;
  const std::vector<int> supports_;
  Rewritten out_;
};

}  // namespace

std::vector<int> supports_of(const WordGraph& graph) {
  std::vector<int> supports;
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
    const WordGraph::Node& node = graph.nodes()[i];
    int support = WordGraph::is_input(node) ? static_cast<int>(i) : kNoInput;
    for (const int operand : node.operand) {
      if (operand == kNone) continue;
      const int other = supports[static_cast<std::size_t>(operand)];
      if (other == kNoInput || other == support) continue;
      support = support == kNoInput ? other : kSeveralInputs;
    }
    supports.push_back(support);
  }
  return supports;
}

Rewritten rewritten(const RangedGraph& before, const std::vector<bool>& assumed_false) {
  return Rewriter(before, assumed_false).all();
}

}  // namespace mmasc::compiled
