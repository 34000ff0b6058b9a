// SPDX-License-Identifier: Apache-2.0
// Values that are nodes of a netlist: the stage functions run once on them and leave what they
// compute, for any operands, as a netlist.
#pragma once

#include <algorithm>
#include <utility>

#include "arith/netlist.h"

namespace mmasc {

// While one lives, this thread's symbolic operations are recorded in its netlist.
class Recording {
 public:
  explicit Recording(Netlist& netlist) : before_(std::exchange(current_, &netlist)) {}
  ~Recording() { current_ = before_; }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  static Netlist& netlist() {
    assert(current_ != nullptr);
    return *current_;
  }

 private:
  static inline thread_local Netlist* current_ = nullptr;
  Netlist* before_;
};

class SymbolicNumbers {
  using Operation = Netlist::Operation;
  static constexpr int kNone = Netlist::kNone;

  // A number of a node; each kind of value is a type of its own.
  template <int kKind>
  struct Value {
    int node = kNone;
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

  // New operands, to be given values in this order.
  static raw raw_input(int bits) { return raw_of(Recording::netlist().input(bits)); }
  static bit bit_input() { return {Recording::netlist().input(1)}; }

  static word word_of(std::int64_t value, int w) { return {constant(value, w)}; }
  static index index_of(std::int64_t value, int w) { return {constant(value, w)}; }
  static bit bit_of(bool value) { return {constant(value ? 1 : 0, Netlist::kBitWidth)}; }
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
    return {record({Operation::bit_at, Netlist::kBitWidth, position, {x.node, kNone, kNone}})};
  }
  static index count_leading_zeros(word x, int w) {
    int width = Netlist::kBitWidth;
    while (w >> (width - 1) != 0) ++width;
    return {record({Operation::count_leading_zeros, width, w, {x.node, kNone, kNone}})};
  }

  static bit less(word x, word y) { return {record(Operation::less, Netlist::kBitWidth, x, y)}; }
  static bit less(index x, index y) { return {record(Operation::less, Netlist::kBitWidth, x, y)}; }
  static bit equal(word x, word y) { return {record(Operation::equal, Netlist::kBitWidth, x, y)}; }
  static bit equal(index x, index y) {
    return {record(Operation::equal, Netlist::kBitWidth, x, y)};
  }
  static index min(index x, index y) { return select(less(y, x), y, x); }
  static index max(index x, index y) { return select(less(x, y), y, x); }
  static word select(bit p, word x, word y) { return choose(p, x, y); }
  static index select(bit p, index x, index y) { return choose(p, x, y); }
  static bit select(bit p, bit x, bit y) { return choose(p, x, y); }

  static bit both(bit x, bit y) { return {record(Operation::both, Netlist::kBitWidth, x, y)}; }
  static bit either(bit x, bit y) { return {record(Operation::either, Netlist::kBitWidth, x, y)}; }
  static bit differ(bit x, bit y) { return {record(Operation::differ, Netlist::kBitWidth, x, y)}; }
  static bit invert(bit x) {
    return {record({Operation::invert, Netlist::kBitWidth, 0, {x.node, kNone, kNone}})};
  }

 private:
  static int constant(std::int64_t value, int w) { return Recording::netlist().constant(value, w); }
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
  static int record(const Netlist::Node& node) { return Recording::netlist().record(node); }
  template <int kX, int kY>
  static int record(Operation operation, int w, Value<kX> x, Value<kY> y) {
    return record({operation, w, 0, {x.node, y.node, kNone}});
  }
  template <int kKind>
  static Value<kKind> choose(bit p, Value<kKind> x, Value<kKind> y) {
    const Netlist& netlist = Recording::netlist();
    const int width = std::max(netlist.node(x.node).width, netlist.node(y.node).width);
    return {record({Operation::select, width, 0, {p.node, x.node, y.node}})};
  }
};
static_assert(NumberSystem<SymbolicNumbers>);

}  // namespace mmasc
