// SPDX-License-Identifier: Apache-2.0
// Values that are nodes of a netlist: the stage functions run once on them and leave what they
// compute, for any operands, as a netlist.
#pragma once

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
  using enum Netlist::Operation;

 public:
  struct word {
    int node = Netlist::kNone;
    friend bool operator==(const word&, const word&) = default;
  };
  struct index {
    int node = Netlist::kNone;
    friend bool operator==(const index&, const index&) = default;
  };
  struct bit {
    int node = Netlist::kNone;
    friend bool operator==(const bit&, const bit&) = default;
  };
  struct raw {
    raw() = default;
    raw(std::uint64_t constant);  // the plan's NaN
    int node = Netlist::kNone;
    friend bool operator==(const raw&, const raw&) = default;
  };

  static raw input(int bits) {
    raw value;
    value.node = Recording::netlist().input(bits);
    return value;
  }
  static bit input_bit() { return {Recording::netlist().input(1)}; }

  static word word_of(std::int64_t value, int w) { return {constant_node(value, w)}; }
  static index index_of(std::int64_t value, int w) { return {constant_node(value, w)}; }
  static bit bit_of(bool value) { return {constant_node(value ? 1 : 0, Netlist::kBitWidth)}; }
  static word from_raw(raw value, int) { return {value.node}; }
  static raw to_raw(word x) {
    raw value;
    value.node = x.node;
    return value;
  }

  static word add(word x, word y, int w) { return {operation(Operation::add, w, x.node, y.node)}; }

 private:
  using Operation = Netlist::Operation;
  static int constant_node(std::int64_t value, int w) {
    return Recording::netlist().constant(value, w);
  }
};

}  // namespace mmasc
