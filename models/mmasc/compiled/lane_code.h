// SPDX-License-Identifier: Apache-2.0
// LLVM code of a word graph, on so many lanes at once.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "mmasc/compiled/instruction_graph.h"
#include "mmasc/compiled/lane_builder.h"

namespace mmasc::compiled {

// Bits of a lane that holds a word within its bounds: 32, 64, or a multiple of 64, in limbs.
int lane_bits(const RangedGraph& of, int node);

// The value of a word in limbs, the lowest first, or one lane of 32 bits; of a condition one bit.
using Limbs = std::vector<llvm::Value>;

class LaneCode {
 public:
  // Nobody asks for more than `needed` low bits of `roots`, nor for what none of them depends on.
  // `given`: nodes that set() gives their values.
  LaneCode(const LaneBuilder& build, const RangedGraph& of, std::span<const int> roots, int needed,
           const std::set<int>& given);

  // A word in lanes of so many bits, or the mask of a condition.
  void set(int node, Limbs value, int bits);
  // Makes the code of what the roots depend on, but of nodes that have a value.
  void make();

  llvm::Value bit(int node);
  llvm::Value any_of(std::span<const int> conditions);
  // In lanes of so many bits; narrower ones have the low bits.
  Limbs word(int node, int bits);

 private:
  using Node = WordGraph::Node;

  int bits_of(int node) const { return bits_of_[static_cast<std::size_t>(node)]; }
  void need(std::span<const int> roots, int needed);
  Limbs made(const Node& node, int bits);
  llvm::Value made_bit(const Node& node);
  llvm::Value made_mask(const Node& node);
  std::optional<Limbs> negated_by_mask(const Node& node, int bits);
  bool fits(int node, int bits, bool is_signed) const;
  llvm::Value compared(const Node& node, bool is_less);
  Limbs added(const Limbs& x, const Limbs& y, bool subtracts);
  Limbs multiplied(const Node& node, int bits);
  Limbs shifted_left(const Limbs& x, int amount, int bits);
  Limbs shifted_right(const Limbs& x, int amount, int bits);
  Limbs shifted_by(const Limbs& x, llvm::Value amount, int128 greatest, int bits, bool is_left);
  Limbs shifted_by(const Node& node, int bits, bool is_left);
  llvm::Value amount_in(int node, int lane);
  llvm::Value limb(const Limbs& x, int i);  // 0 beyond both ends
  llvm::Value funnel(llvm::Value high, llvm::Value low, llvm::Value amount, bool is_left);
  Limbs leading_zeros(const Node& node, int bits);
  Limbs masked(Limbs x, int count, int bits);
  Limbs resized(Limbs x, int from, int bits, bool is_signed);
  Limbs chosen(llvm::Value condition, const Limbs& x, const Limbs& y);
  Limbs constant(std::int64_t value, int bits);

  const LaneBuilder& b_;
  const RangedGraph& of_;
  const std::set<int> given_;
  std::vector<int> bits_of_;                    // of the lanes of each word
  std::map<std::pair<int, int>, Limbs> words_;  // of a node and its bits
  std::map<int, llvm::Value> conditions_;
  std::map<int, llvm::Value> masks_;  // conditions of all bits of 32: they are packed so
  std::vector<bool> is_live_;
};

}  // namespace mmasc::compiled
