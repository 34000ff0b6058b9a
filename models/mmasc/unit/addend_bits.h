// SPDX-License-Identifier: Apache-2.0
// How wide addends are on their way through an adder tree.
//
//     addend            [ s q q q q q ]              after the aligner
//     partial sum     [ s q q q q q q q ]            of radix addends: as many bits more as they
//     need total       [ s q q q q q q q q q q ]          of all: sum_bits
//
// The last one of a sum, which is c where that is added to products, has a width of its own.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

// The signed widths of a sum's addends, in bits, after some levels of its adder tree.
struct AddendBits {
  int each = 0;  // of all but the last
  int last = 0;
  constexpr int of(int addend, int count) const { return addend + 1 < count ? each : last; }
  constexpr int most() const { return std::max(each, last); }
  constexpr int of_all(int count) const { return (count - 1) * each + last; }
};

// After `levels` levels addends are partial sums of at most radix^levels addends each, and no
// narrower than those that an adder is told to take.
constexpr AddendBits addend_bits(const Plan& plan, const SumPlan& sum, int levels) {
  const AddendBits before = levels > 0 ? addend_bits(plan, sum, levels - 1) : AddendBits{};
  const int entering = addends_left(sum.addend_count, plan.adder_radix, std::max(0, levels - 1));
  const bool last_is_alone = entering % plan.adder_radix == 1;
  int most = 1;
  for (; levels > 0 && most < sum.addend_count; --levels) most *= plan.adder_radix;
  // The signed width of a partial sum of the addends [first, end).
  const auto bits_of = [&](int first, int end) {
    int widest = 1, at = 0;
    for (const AddendGroup& group : groups_of(plan, sum)) {
      if (at < end && first < at + group.count) widest = std::max(widest, group.magnitude_bits);
      at += group.count;
    }
    const auto further = static_cast<unsigned>(std::min(end - first, most) - 1);
    return std::min(sum.sum_bits, widest + static_cast<int>(std::bit_width(further)) + 1);
  };
  const int last = (sum.addend_count - 1) / most * most;  // the first that the last one adds
  AddendBits bits;
  bits.last =
      std::max(bits_of(last, sum.addend_count), last_is_alone ? before.last : before.most());
  bits.each = last > 0 ? std::max(bits_of(0, last), before.each) : bits.last;
  return bits;
}

// In RTL adders subtract a sum's negative addends, but those that alignment negates by ones'
// complement.
constexpr bool is_subtracted(const SumPlan& sum) { return !sum.complements(); }

// Partial sums leave a level of an adder tree with these widths, the total its last level.
constexpr AddendBits addend_bits_behind(const Plan& plan, const SumPlan& sum,
                                        const StagePlan& tree) {
  return tree.last_tree_level ? AddendBits{sum.sum_bits, sum.sum_bits}
                              : addend_bits(plan, sum, tree.tree_level + 1);
}

// The addends that leave an aligner or a level of an adder tree lie side by side, sum by sum.
struct SumAddends {
  int sum = 0;    // of the plan
  int first = 0;  // of its addends
  int count = 0;
};

inline std::vector<SumAddends> addends_behind(const Plan& plan, const StagePlan& stage) {
  const LevelPlan& level = plan.levels[stage.level];
  const int levels_done = stage.kind == StageKind::aligner ? 0 : stage.tree_level + 1;
  std::vector<SumAddends> all;
  int first = 0;
  for (int sum = level.first_sum; sum < level.first_sum + level.sum_count; ++sum) {
    const int count = addends_left(plan.sums[sum].addend_count, plan.adder_radix, levels_done);
    all.push_back({sum, first, count});
    first += count;
  }
  return all;
}

}  // namespace mmasc
