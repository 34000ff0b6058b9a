// SPDX-License-Identifier: Apache-2.0
// Values that are nodes of a word graph: the stage functions run once on them and leave what they
// compute, for any operands, as a graph.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "mmasc/symbolic/word_graph.h"

namespace mmasc {

// While one lives, this thread's symbolic operations are recorded in its graph.
class Recording {
 public:
  explicit Recording(WordGraph& graph) : before_(std::exchange(current_, &graph)) {}
  ~Recording() { current_ = before_; }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  static WordGraph& graph() {
    assert(current_ != nullptr);
    return *current_;
  }

 private:
  static inline thread_local WordGraph* current_ = nullptr;
  WordGraph* before_;
};

class SymbolicNumbers {
  using Operation = WordGraph::Operation;
  static constexpr int kNone = WordGraph::kNone;

  // A number of a node; each kind of value is a type of its own.
  template <int kKind>
  struct Value {
    int node = WordGraph::kZero;  // as a number system's values are where none is given
    friend bool operator==(const Value&, const Value&) = default;
  };

 public:
  using word = Value<0>;
  using index = Value<1>;
  using bit = Value<2>;
  struct raw : Value<3> {
    raw() = default;
    raw(std::uint64_t constant) : Value{constant_raw(constant)} {}  // as the plan's NaN is
  };

  // The low bits of a raw value, as many as `mask` has.
  friend raw operator&(const raw& x, std::uint64_t mask) {
    const int count = static_cast<int>(std::bit_width(mask));
    return raw_of(record({Operation::field, count + 1, 0, {x.node, kNone, kNone}}));
  }

  // New inputs, to be given values in this order.
  static void make_input(raw& x, int bits, bool) { x = raw_of(Recording::graph().input(bits)); }
  static void make_input(bit& x, int, bool) { x = {Recording::graph().input(1)}; }
  static void make_input(word& x, int bits, bool is_signed) { x = {input(bits, is_signed)}; }
  static void make_input(index& x, int bits, bool is_signed) { x = {input(bits, is_signed)}; }

  static word word_of(std::int64_t value, int w) { return {constant(value, w)}; }
  static index index_of(std::int64_t value, int w) { return {constant(value, w)}; }
  static bit bit_of(bool value) { return {constant(value ? 1 : 0, WordGraph::kBitWidth)}; }
  static word from_raw(const raw& x, int) { return {x.node}; }
  static raw to_raw(word x) { return raw_of(x.node); }
  static index to_index(word x, int) { return {x.node}; }
  static word to_word(index x, int) { return {x.node}; }

  static word add(word x, word y, int w) { return {record(Operation::add, w, x, y)}; }
  static word sub(word x, word y, int w) { return {record(Operation::sub, w, x, y)}; }
  static word mul(word x, word y, int w) { return {record(Operation::mul, w, x, y)}; }
  static index add(index x, index y, int w) { return {record(Operation::add, w, x, y)}; }
  static index sub(index x, index y, int w) { return {record(Operation::sub, w, x, y)}; }

  static word shift_left(word x, int n, int w) {
    return {record({Operation::shift_left, w, n, {x.node, kNone, kNone}})};
  }
  static word shift_right(word x, int n, int w) {
    return {record({Operation::shift_right, w, n, {x.node, kNone, kNone}})};
  }
  static word shift_left_by(word x, index n, int w) {
    return {record(Operation::shift_left_by, w, x, n)};
  }
  static word shift_right_by(word x, index n, int w) {
    return {record(Operation::shift_right_by, w, x, n)};
  }
  static word field(word x, int low, int count) {
    return {record({Operation::field, count + 1, low, {x.node, kNone, kNone}})};
  }
  static bit bit_at(word x, int position) {
    return {record({Operation::bit_at, WordGraph::kBitWidth, position, {x.node, kNone, kNone}})};
  }
  static index count_leading_zeros(word x, int w) {
    int width = WordGraph::kBitWidth;
    while (w >> (width - 1) != 0) ++width;
    return {record({Operation::count_leading_zeros, width, w, {x.node, kNone, kNone}})};
  }

  static bit less(word x, word y) { return {record(Operation::less, WordGraph::kBitWidth, x, y)}; }
  static bit less(index x, index y) {
    return {record(Operation::less, WordGraph::kBitWidth, x, y)};
  }
  static bit equal(word x, word y) {
    return {record(Operation::equal, WordGraph::kBitWidth, x, y)};
  }
  static bit equal(index x, index y) {
    return {record(Operation::equal, WordGraph::kBitWidth, x, y)};
  }
  static index min(index x, index y) { return select(less(y, x), y, x); }
  static index max(index x, index y) { return select(less(x, y), y, x); }
  static word select(bit p, word x, word y) { return choose(p, x, y); }
  static index select(bit p, index x, index y) { return choose(p, x, y); }
  static bit select(bit p, bit x, bit y) { return choose(p, x, y); }

  static bit both(bit x, bit y) { return {record(Operation::both, WordGraph::kBitWidth, x, y)}; }
  static bit either(bit x, bit y) {
    return {record(Operation::either, WordGraph::kBitWidth, x, y)};
  }
  static bit differ(bit x, bit y) {
    return {record(Operation::differ, WordGraph::kBitWidth, x, y)};
  }
  static bit invert(bit x) {
    return {record({Operation::invert, WordGraph::kBitWidth, 0, {x.node, kNone, kNone}})};
  }

 private:
  static int input(int bits, bool is_signed) {
    WordGraph& graph = Recording::graph();
    return is_signed ? graph.signed_input(bits) : graph.input(bits);
  }
  static int constant(std::int64_t value, int w) { return Recording::graph().constant(value, w); }
  static int constant_raw(std::uint64_t value) {  // 64 bits in two halves: constants are signed
    const auto half = [](std::uint64_t bits) {
      return word_of(static_cast<std::int64_t>(bits & 0xffffffff), 33);
    };
    return add(shift_left(half(value >> 32), 32, 65), half(value), 65).node;
  }
  static raw raw_of(int node) {
    raw value;
    value.node = node;
    return value;
  }
  static int record(const WordGraph::Node& node) { return Recording::graph().record(node); }
  template <int kX, int kY>
  static int record(Operation operation, int w, Value<kX> x, Value<kY> y) {
    return record({operation, w, 0, {x.node, y.node, kNone}});
  }
  template <int kKind>
  static Value<kKind> choose(bit p, Value<kKind> x, Value<kKind> y) {
    const WordGraph& graph = Recording::graph();
    const int width = std::max(graph.node(x.node).width, graph.node(y.node).width);
    return {record({Operation::select, width, 0, {p.node, x.node, y.node}})};
  }
};
static_assert(NumberSystem<SymbolicNumbers>);

}  // namespace mmasc
