// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/datapath_tree.h"

#include <algorithm>

namespace mmasc {
namespace {

constexpr std::size_t kMostAlike = 4;         // drawn, if there are no more
constexpr std::size_t kFirst = 2, kLast = 1;  // drawn of more

bool alike(const TermWidths& x, const TermWidths& y) {
  return x.magnitude_bits == y.magnitude_bits && x.fraction_bits == y.fraction_bits;
}

bool alike(const AddendGroup* x, const AddendGroup* y) {
  if (x == nullptr || y == nullptr || x == y) return x == y;
  return alike(x->input, y->input) && x->fraction_bits == y->fraction_bits &&
         x->alignment_rounding == y->alignment_rounding && x->reach() == y->reach() &&
         x->magnitude_bits == y->magnitude_bits;
}

class Builder {
 public:
  explicit Builder(const Plan& plan) : plan_(plan) {}

  // The node in a slot of a level's input.
  DatapathNode slot(int level, int slot) const {
    DatapathNode node;
    if (level == 0) {
      const int lanes = plan_.lanes();
      node.kind = slot < lanes ? DatapathNode::Kind::product : DatapathNode::Kind::c;
      node.index = slot < lanes ? slot : 0;
      return node;
    }
    const LevelPlan& before = plan_.levels[level - 1];
    if (slot >= before.sum_count)
      return this->slot(level - 1, before.bypass[slot - before.sum_count]);
    return sum(level - 1, before.first_sum + slot);
  }

  DatapathNode sum(int level, int index) const {
    DatapathNode node;
    node.kind = DatapathNode::Kind::sum;
    node.index = index;
    node.level = level;
    const SumPlan& sum = plan_.sums[index];
    for (const AddendGroup& group : groups_of(plan_, sum)) {
      for (int i = 0; i < group.count; ++i) {
        node.terms.push_back(slot(level, group.slot_of(i)));
        node.terms.back().alignment = &group;
      }
    }
    fold(node.terms);
    return node;
  }

 private:
  static void fold(std::vector<DatapathNode>& terms) {
    std::vector<DatapathNode> folded;
    for (std::size_t first = 0; first < terms.size();) {
      std::size_t next = first + 1;
      while (next < terms.size() && alike(terms[first], terms[next])) ++next;
      const std::size_t count = next - first;
      for (std::size_t i = first; i < next; ++i) {
        const bool hidden = count > kMostAlike && i >= first + kFirst && i < next - kLast;
        if (hidden && i == first + kFirst) {
          DatapathNode& node = folded.emplace_back();
          node.kind = DatapathNode::Kind::fold;
          node.count = static_cast<int>(count - kFirst - kLast);
          node.level = terms[i].level;
          node.alignment = terms[i].alignment;
          node.index = terms[i].index;
        } else if (!hidden) {
          folded.push_back(std::move(terms[i]));
        }
      }
      first = next;
    }
    terms = std::move(folded);
  }

  const Plan& plan_;
};

}  // namespace

bool alike(const DatapathNode& x, const DatapathNode& y) {
  return x.kind == y.kind && x.count == y.count && x.level == y.level &&
         alike(x.alignment, y.alignment) &&
         std::ranges::equal(x.terms, y.terms, [](const DatapathNode& a, const DatapathNode& b) {
           return alike(a, b);
         });
}

DatapathNode datapath_tree(const Plan& plan) {
  const int last = plan.levels.size() - 1;
  return Builder(plan).sum(last, plan.levels[last].first_sum);
}

}  // namespace mmasc
