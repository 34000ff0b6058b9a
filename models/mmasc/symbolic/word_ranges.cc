// SPDX-License-Identifier: Apache-2.0
#include "mmasc/symbolic/word_ranges.h"

#include <algorithm>
#include <optional>

namespace mmasc {
namespace {

int128 power(int exponent) { return int128{1} << exponent; }

// As many bits as the greatest has, all set: no AND, OR or shift of such words goes beyond.
int128 filled(int128 high) { return power(bit_length(high)) - 1; }

class Ranges {
 public:
  Ranges(const WordGraph& graph, const std::vector<WordRange>& inputs,
         const std::map<int, WordRange>& known, PlannedWidth width)
      : graph_(graph), inputs_(inputs), known_(known), width_(width) {}

  std::vector<WordRange> all() {
    for (const WordGraph::Node& node : graph_.nodes()) {
      WordRange range = held(node, of(node));
      if (const auto more = known_.find(static_cast<int>(ranges_.size())); more != known_.end())
        range = {std::max(range.low, more->second.low), std::min(range.high, more->second.high)};
      ranges_.push_back(range);
    }
    return ranges_;
  }

 private:
  const WordRange& operand(const WordGraph::Node& node, std::size_t i) const {
    return ranges_[static_cast<std::size_t>(node.operand[i])];
  }
  // Of words wider than kWidestRange no bounds are known, and none follow from them.
  bool reads_wider_than(const WordGraph::Node& node, int bits) const {
    return std::ranges::any_of(
        node.operand, [&](int i) { return i != WordGraph::kNone && graph_.node(i).width > bits; });
  }

  WordRange held(const WordGraph::Node& node, const WordRange& range) const {
    const WordRange all = all_of(node.width, true);
    if (width_ == PlannedWidth::holds && node.width <= kWidestRange && range.low <= all.high &&
        range.high >= all.low)
      return {std::max(range.low, all.low), std::min(range.high, all.high)};
    return range.low < all.low || range.high > all.high ? all : range;
  }

  static WordRange product(const WordRange& x, const WordRange& y) {
    const auto [low, high] =
        std::minmax({x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high});
    return {low, high};
  }

  // Of a shift to the left by `least` to `most`, where it can be told in 128 bits.
  static WordRange moved(const WordRange& x, int128 least, int128 most, const WordRange& all) {
    if (least < 0 || most + std::max(bit_length(x.low), bit_length(x.high)) > kWidestRange)
      return all;
    const int by_least = static_cast<int>(least), by_most = static_cast<int>(most);
    return {x.low < 0 ? x.low * power(by_most) : x.low * power(by_least),
            x.high < 0 ? x.high * power(by_least) : x.high * power(by_most)};
  }

  WordRange of(const WordGraph::Node& node) const {
    using enum WordGraph::Operation;
    const WordRange all = all_of(node.width, true), truth{0, 1};
    const int parameter = static_cast<int>(node.parameter);
    switch (node.operation) {
      case input:
      case signed_input:
        return inputs_[static_cast<std::size_t>(node.parameter)];
      case constant:
        return {node.parameter, node.parameter};
      case less:
      case equal:
      case both:
      case either:
      case differ:
      case invert:
      case bit_at:
        return decided(node).value_or(truth);
      case count_leading_zeros:
        return {0, parameter};
      default:
        break;
    }
    if (node.width > kWidestRange || reads_wider_than(node, kWidestRange)) {
      const bool is_cut = node.operation == field || node.operation == shift_right;
      return is_cut ? non_negative(all) : all;
    }
    const WordRange& x = operand(node, 0);
    switch (node.operation) {
      case add:
        if (const auto by_cases = sum_by_cases(node)) return *by_cases;
        return {x.low + operand(node, 1).low, x.high + operand(node, 1).high};
      case sub:
        if (x.low >= 0 && is_cut_of(node.operand[1], node.operand[0])) return {0, x.high};
        return {x.low - operand(node, 1).high, x.high - operand(node, 1).low};
      case mul:
        return reads_wider_than(node, kWidestRange / 2) ? all : product(x, operand(node, 1));
      case shift_left:
        return moved(x, parameter, parameter, all);
      case shift_left_by:
        if (const auto known = of_normalized(node)) return *known;
        return moved(x, operand(node, 1).low, operand(node, 1).high, all);
      case shift_right:
        return x.low < 0 || parameter > kWidestRange
                   ? all
                   : WordRange{x.low >> parameter, x.high >> parameter};
      case shift_right_by:
        return x.low < 0 ? all : WordRange{0, least_shift_of(x.high, operand(node, 1).low)};
      case field:
        if (x.low >= 0 && parameter < kWidestRange && x.high >> parameter <= non_negative(all).high)
          return {0, filled(x.high >> parameter)};
        return non_negative(all);
      case select: {
        if (x.low == x.high) return operand(node, x.low == 0 ? 2 : 1);
        if (is_magnitude(node)) {
          const WordRange& number = operand(node, 2);
          return {0, std::max(-number.low, number.high)};
        }
        const WordRange y = where(node.operand[0], true, node.operand[1], operand(node, 1));
        const WordRange z = where(node.operand[0], false, node.operand[2], operand(node, 2));
        return {std::min(y.low, z.low), std::max(y.high, z.high)};
      }
      default:
        return all;
    }
  }

  // Shifted left by its own leading zeros, or as far as it was shifted right before.
  std::optional<WordRange> of_normalized(const WordGraph::Node& node) const {
    using enum WordGraph::Operation;
    if (width_ == PlannedWidth::wraps) return std::nullopt;
    const WordGraph::Node& amount = graph_.node(node.operand[1]);
    if (amount.operation == count_leading_zeros && amount.operand[0] == node.operand[0] &&
        amount.parameter <= kWidestRange)
      return WordRange{0, filled(power(static_cast<int>(amount.parameter)) - 1)};
    const WordGraph::Node& shifted = graph_.node(node.operand[0]);
    if (shifted.operation != shift_right_by || shifted.operand[1] != node.operand[1])
      return std::nullopt;
    const WordRange& whole = operand(shifted, 0);
    if (whole.low < 0) return std::nullopt;
    return WordRange{0, whole.high};
  }

  // Whether a node is another one without its low bits.
  bool is_cut_of(int node, int of) const {
    using enum WordGraph::Operation;
    const WordGraph::Node& back = graph_.node(node);
    if (width_ == PlannedWidth::wraps || back.operation != shift_left_by) return false;
    const WordGraph::Node& shifted = graph_.node(back.operand[0]);
    return shifted.operation == shift_right_by && shifted.operand[0] == of &&
           shifted.operand[1] == back.operand[1];
  }

  // 0 - x where x < 0, else x.
  bool is_magnitude(const WordGraph::Node& node) const {
    using enum WordGraph::Operation;
    const WordGraph::Node &test = graph_.node(node.operand[0]),
                          &negative = graph_.node(node.operand[1]);
    const auto is_zero = [&](int i) {
      const WordRange& range = ranges_[static_cast<std::size_t>(i)];
      return range.low == 0 && range.high == 0;
    };
    return width_ == PlannedWidth::holds && test.operation == less &&
           test.operand[0] == node.operand[2] && is_zero(test.operand[1]) &&
           negative.operation == sub && negative.operand[1] == node.operand[2] &&
           is_zero(negative.operand[0]);
  }

  // x plus one number where x is a constant at an end of its range, and another elsewhere: as an
  // exponent field that is 0 counts as 1.
  std::optional<WordRange> sum_by_cases(const WordGraph::Node& node) const {
    using enum WordGraph::Operation;
    const WordGraph::Node& choice = graph_.node(node.operand[1]);
    if (choice.operation != select) return std::nullopt;
    const WordGraph::Node& test = graph_.node(choice.operand[0]);
    if (test.operation != equal || test.operand[0] != node.operand[0]) return std::nullopt;
    const WordRange &x = operand(node, 0), &is = operand(test, 1);
    if (is.low != is.high || x.low == x.high || (is.low != x.low && is.low != x.high))
      return std::nullopt;
    const WordRange others =
        is.low == x.low ? WordRange{x.low + 1, x.high} : WordRange{x.low, x.high - 1};
    const WordRange &there = operand(choice, 1), &elsewhere = operand(choice, 2);
    return WordRange{std::min(is.low + there.low, others.low + elsewhere.low),
                     std::max(is.high + there.high, others.high + elsewhere.high)};
  }

  // The range of a node where a test comes out so. Where it never does, any range is right.
  WordRange where(int test, bool holds, int node, const WordRange& range) const {
    using enum WordGraph::Operation;
    const WordGraph::Node& of = graph_.node(test);
    const auto [x, y, z] = of.operand;
    switch (of.operation) {
      case invert:
        return where(x, !holds, node, range);
      case both:
      case either:
        if (holds != (of.operation == both)) return range;
        return where(y, holds, node, where(x, holds, node, range));
      case less: {
        if (reads_wider_than(of, kWidestRange)) return range;
        WordRange narrow = range;
        if (node == x && holds) narrow.high = std::min(narrow.high, operand(of, 1).high - 1);
        if (node == x && !holds) narrow.low = std::max(narrow.low, operand(of, 1).low);
        if (node == y && holds) narrow.low = std::max(narrow.low, operand(of, 0).low + 1);
        if (node == y && !holds) narrow.high = std::min(narrow.high, operand(of, 0).high);
        return narrow.low > narrow.high ? range : narrow;
      }
      default:
        return range;
    }
  }

  static int128 least_shift_of(int128 x, int128 amount) {
    return amount <= 0 ? x : amount > kWidestRange ? 0 : x >> static_cast<int>(amount);
  }

  // Comparisons that the ranges of what is compared decide.
  std::optional<WordRange> decided(const WordGraph::Node& node) const {
    if (node.operation != WordGraph::Operation::less || reads_wider_than(node, kWidestRange))
      return std::nullopt;
    const WordRange &x = operand(node, 0), &y = operand(node, 1);
    if (x.high < y.low) return WordRange{1, 1};
    if (x.low >= y.high) return WordRange{0, 0};
    return std::nullopt;
  }

  static WordRange non_negative(const WordRange& all) { return {0, all.high}; }

  const WordGraph& graph_;
  const std::vector<WordRange>& inputs_;
  const std::map<int, WordRange>& known_;
  const PlannedWidth width_;
  std::vector<WordRange> ranges_;
};

}  // namespace

WordRange all_of(int width, bool is_signed) {
  const int bits = std::min(width, kWidestRange);
  if (!is_signed) return {0, power(bits) - 1};
  return {-power(bits - 1), power(bits - 1) - 1};
}

WordRange range_of_field(int width, bool is_signed, const WordRange& of_node) {
  const WordRange all = all_of(width, is_signed);
  return of_node.low < all.low || of_node.high > all.high ? all : of_node;
}

std::vector<int> differences_from(const WordGraph& graph, int node) {
  std::vector<int> found;
  for (std::size_t i = 0; i < graph.nodes().size(); ++i)
    if (const WordGraph::Node& each = graph.nodes()[i];
        each.operation == WordGraph::Operation::sub && each.operand[0] == node)
      found.push_back(static_cast<int>(i));
  return found;
}

void know_largest(const WordGraph& graph, int node, std::map<int, WordRange>& known) {
  for (const int difference : differences_from(graph, node))
    known[difference] = {0, all_of(graph.node(difference).width, true).high};
}

std::vector<WordRange> ranges_of(const WordGraph& graph, const std::vector<WordRange>& inputs,
                                 const std::map<int, WordRange>& known, PlannedWidth width) {
  return Ranges(graph, inputs, known, width).all();
}

}  // namespace mmasc
