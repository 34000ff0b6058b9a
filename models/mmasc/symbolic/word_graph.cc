// SPDX-License-Identifier: Apache-2.0
#include "mmasc/symbolic/word_graph.h"

#include <limits>

#include "mmasc/arith/machine_numbers.h"

namespace mmasc {

int WordGraph::record(const Node& node) {
  if (const int same = simplified(node); same != kNone) return same;
  if (const int constant = folded(node); constant != kNone) return constant;
  return known(node);
}

// The operand or constant that an operation gives without a node, although an operand is not
// constant.
int WordGraph::simplified(const Node& node) const {
  const auto [x, y, z] = node.operand;
  const auto is = [&](int i, std::int64_t value) {
    return is_constant(i) && this->node(i).parameter == value;
  };
  switch (node.operation) {
    case Operation::select:
      if (y == z) return y;
      return is_constant(x) ? (is(x, 0) ? z : y) : kNone;
    case Operation::both:
      if (is(x, 0) || is(y, 1)) return x;
      return is(y, 0) || is(x, 1) ? y : kNone;
    case Operation::either:
      if (is(x, 1) || is(y, 0)) return x;
      return is(y, 1) || is(x, 0) ? y : kNone;
    case Operation::shift_left:
    case Operation::shift_right:
      return node.parameter == 0 ? x : kNone;
    default:
      return kNone;
  }
}

// The constant that an operation on constants gives, where it is one of 64 bits.
int WordGraph::folded(const Node& node) {
  using N = Numbers128;
  constexpr int kWidest = 120;
  if (node.width > kWidest) return kNone;
  std::array<N::word, 3> value{};
  for (std::size_t i = 0; i < value.size(); ++i) {
    const int place = node.operand[i];
    if (place == kNone) continue;
    if (!is_constant(place)) return kNone;
    value[i] = this->node(place).parameter;
  }
  const N::word result = value_of<N>(node, value[0], value[1], value[2]);
  using Limits = std::numeric_limits<std::int64_t>;
  if (result < Limits::min() || result > Limits::max()) return kNone;
  return constant(static_cast<std::int64_t>(result), node.width);
}

}  // namespace mmasc
