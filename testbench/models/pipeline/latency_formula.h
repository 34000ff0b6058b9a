// SPDX-License-Identifier: Apache-2.0
// The latency of a dot-product unit, counted from its row and structure without the plan.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "mmasc/unit/unit.h"

namespace mmasc {

// Sums that only need what earlier levels give are side by side.
struct SumLevel {
  int most_addends = 1;  // of any of its sums
  bool rounds = false;
};

class SumLevels {
 public:
  explicit SumLevels(const Unit& unit) {
    depth_["products"].assign(static_cast<std::size_t>(unit.lanes()), 0);
    depth_["c"] = {0};
    const auto& row = unit.datapath;
    for (const SumRow& sum : row.sums) {
      // The result's normalizer does the root's rounding where both are one.
      const bool result_rounds = &sum == &row.sums.back() && sum.round_to == row.result.format &&
                                 !row.result.significand_fraction && !row.result.prerounding;
      add_row(sum, sum.round_to != nullptr && !result_rounds);
    }
  }

  const std::vector<SumLevel>& levels() const { return levels_; }

 private:
  using Depths = std::vector<int>;  // of each element: the number of levels before it is there

  void add_row(const SumRow& sum, bool rounds) {
    Depths made;
    for (int group = 0; group < sum.groups; ++group) {
      Depths addends;
      for (const TermRow& term : sum.terms) {
        const Depths all = selected(depth_.at(term.from), term.selection);
        const std::size_t size = all.size() / static_cast<std::size_t>(sum.groups);
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(size) * group;
        addends.insert(addends.end(), first, first + static_cast<std::ptrdiff_t>(size));
      }
      made.push_back(add_tree(sum.shape, addends, rounds));
    }
    depth_[sum.name] = made;
  }

  static Depths selected(const Depths& all, const Selection& selection) {
    using Kind = Selection::Kind;
    Depths chosen;
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
      const bool takes =
          selection.kind == Kind::all || (selection.kind == Kind::even && i % 2 == 0) ||
          (selection.kind == Kind::odd && i % 2 == 1) ||
          (selection.kind == Kind::range && i >= selection.first && i < selection.last);
      if (takes) chosen.push_back(all[static_cast<std::size_t>(i)]);
    }
    return chosen;
  }

  int add_tree(Shape shape, Depths addends, bool rounds) {
    if (shape == Shape::fused || addends.size() == 1) return add_node(addends, rounds);
    while (addends.size() > 1) {
      Depths next;
      if (shape == Shape::sequential) {
        next.push_back(add_node({addends[0], addends[1]}, rounds));
        next.insert(next.end(), addends.begin() + 2, addends.end());
      } else {
        for (std::size_t i = 0; i + 1 < addends.size(); i += 2)
          next.push_back(add_node({addends[i], addends[i + 1]}, rounds));
        if (addends.size() % 2 == 1) next.push_back(addends.back());
      }
      addends = next;
    }
    return addends.front();
  }

  int add_node(const Depths& addends, bool rounds) {
    const int depth = *std::max_element(addends.begin(), addends.end());
    levels_.resize(std::max(levels_.size(), static_cast<std::size_t>(depth) + 1));
    SumLevel& level = levels_[static_cast<std::size_t>(depth)];
    level.most_addends = std::max(level.most_addends, static_cast<int>(addends.size()));
    level.rounds = level.rounds || rounds;
    return depth + 1;
  }

  std::map<std::string, Depths> depth_;
  std::vector<SumLevel> levels_;
};

// Ranks of nodes that add `radix` each until one addend is left; at least one.
inline int adder_ranks(int addends, int radix) {
  int ranks = 0;
  do {
    addends = addends / radix + (addends % radix != 0 ? 1 : 0);
    ++ranks;
  } while (addends > 1);
  return ranks;
}

inline int latency_by_formula(const Unit& unit) {
  const Structure& s = unit.structure;
  int latency = s.multiplier.registers + s.normalizer.registers;
  if (unit.datapath.product.round_to != nullptr) latency += s.normalizer.registers;
  const SumLevels tree(unit);
  for (const SumLevel& level : tree.levels()) {
    latency += s.aligner.registers;
    latency +=
        adder_ranks(level.most_addends, s.adder_tree.radix) * s.adder_tree.registers_per_level;
    if (level.rounds) latency += s.normalizer.registers;
  }
  return latency;
}

// One multiplication by one and one sum of two.
inline int late_c_latency_by_formula(const Unit& unit) {
  const Structure& s = unit.structure;
  return s.multiplier.registers + s.aligner.registers + s.adder_tree.registers_per_level +
         s.normalizer.registers;
}

}  // namespace mmasc
