// SPDX-License-Identifier: Apache-2.0
// A recorded computation on words: nodes in an order in which every operand comes before its users.
// A value that does not depend on an input is folded to a constant, and no node stands twice.
#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <map>
#include <span>
#include <type_traits>
#include <vector>

#include "mmasc/arith/numbers.h"

namespace mmasc {

class WordGraph {
 public:
  enum class Operation : std::uint8_t {
    input,         // of bits that are not negative; parameter: its number, in order of creation
    signed_input,  // likewise, of two's complement
    constant,      // parameter: its value
    add,
    sub,
    mul,
    shift_left,   // parameter: the amount
    shift_right,  // likewise
    shift_left_by,
    shift_right_by,
    field,                // parameter: the low bit
    bit_at,               // parameter: the bit
    count_leading_zeros,  // parameter: of how many bits
    less,
    equal,
    select,  // a condition, what it chooses, and the other
    both,
    either,
    differ,
    invert,
  };

  static constexpr int kNone = -1;
  static constexpr int kZero = 0;      // the node that every graph has: 0
  static constexpr int kBitWidth = 2;  // of 0 and 1

  struct Node {
    Operation operation = Operation::constant;
    int width = 0;  // in two's complement
    std::int64_t parameter = 0;
    std::array<int, 3> operand{kNone, kNone, kNone};
    friend auto operator<=>(const Node&, const Node&) = default;
  };

  WordGraph() { constant(0, kBitWidth); }

  // Each returns the number of a node.
  int input(int bits) { return append({Operation::input, bits + 1, inputs_++, {}}); }
  int signed_input(int bits) { return append({Operation::signed_input, bits, inputs_++, {}}); }
  int constant(std::int64_t value, int width) {
    return known({Operation::constant, width, value, {kNone, kNone, kNone}});
  }
  int record(const Node& node);  // or what it folds to

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(int i) const { return nodes_[static_cast<std::size_t>(i)]; }
  int inputs() const { return inputs_; }
  static bool is_input(const Node& node) {
    return node.operation == Operation::input || node.operation == Operation::signed_input;
  }
  // Whether what the operation gives is 0 or 1.
  static constexpr bool gives_bit(Operation operation) {
    using enum Operation;
    return operation == bit_at || operation == less || operation == equal || operation == both ||
           operation == either || operation == differ || operation == invert;
  }
  friend bool operator==(const WordGraph& x, const WordGraph& y) { return x.nodes_ == y.nodes_; }

 private:
  int append(const Node& node) {
    nodes_.push_back(node);
    return static_cast<int>(nodes_.size()) - 1;
  }
  int known(const Node& node) {
    const auto [place, is_new] = known_.try_emplace(node, kNone);
    if (is_new) place->second = append(node);
    return place->second;
  }
  bool is_constant(int i) const { return i != kNone && node(i).operation == Operation::constant; }
  int simplified(const Node& node) const;
  int folded(const Node& node);

  std::vector<Node> nodes_;
  std::map<Node, int> known_;
  int inputs_ = 0;
};

// One node from its operands' values, on any number system whose bits are bool.
template <NumberSystem N>
typename N::word value_of(const WordGraph::Node& node, const typename N::word& x,
                          const typename N::word& y, const typename N::word& z) {
  using enum WordGraph::Operation;
  constexpr int kAmountBits = 16;
  const int parameter = static_cast<int>(node.parameter);
  const auto truth = [](bool value) { return N::word_of(value ? 1 : 0, WordGraph::kBitWidth); };
  const auto holds = [&](const auto& value) { return N::equal(value, truth(false)) == 0; };
  switch (node.operation) {
    case constant:
      return N::word_of(node.parameter, node.width);
    case add:
      return N::add(x, y, node.width);
    case sub:
      return N::sub(x, y, node.width);
    case mul:
      return N::mul(x, y, node.width);
    case shift_left:
      return N::shift_left(x, parameter, node.width);
    case shift_right:
      return N::shift_right(x, parameter, node.width);
    case shift_left_by:
      return N::shift_left_by(x, N::to_index(y, kAmountBits), node.width);
    case shift_right_by:
      return N::shift_right_by(x, N::to_index(y, kAmountBits), node.width);
    case field:
      return N::field(x, parameter, node.width - 1);
    case bit_at:
      return truth(N::bit_at(x, parameter) != 0);
    case count_leading_zeros:
      return N::to_word(N::count_leading_zeros(x, parameter), node.width);
    case less:
      return truth(N::less(x, y) != 0);
    case equal:
      return truth(N::equal(x, y) != 0);
    case select:
      return N::select(holds(x), y, z);
    case both:
      return truth(holds(x) && holds(y));
    case either:
      return truth(holds(x) || holds(y));
    case differ:
      return truth(holds(x) != holds(y));
    case invert:
      return truth(!holds(x));
    case input:
    case signed_input:
      break;
  }
  assert(false);
  return x;
}

// The value of every node, from those of the inputs in order of creation.
template <NumberSystem N>
std::vector<typename N::word> evaluate(const WordGraph& graph,
                                       std::span<const typename N::word> inputs) {
  assert(static_cast<int>(inputs.size()) == graph.inputs());
  std::vector<typename N::word> values;
  values.reserve(graph.nodes().size());
  const auto none = N::word_of(0, 1);
  for (const WordGraph::Node& node : graph.nodes()) {
    const auto operand = [&](std::size_t i) -> const typename N::word& {
      const int place = node.operand[i];
      return place == WordGraph::kNone ? none : values[static_cast<std::size_t>(place)];
    };
    values.push_back(graph.is_input(node) ? inputs[static_cast<std::size_t>(node.parameter)]
                                          : value_of<N>(node, operand(0), operand(1), operand(2)));
  }
  return values;
}

}  // namespace mmasc
