// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mmasc/unit/plan_parts.h"

namespace mmasc {
namespace {

using NodeOperand = TreeNode::Operand;

class TreeBuilder {
 public:
  TreeBuilder(std::span<const ResolvedSum> sums, int lanes) : values_(kFirstSum) {
    for (int k = 0; k < lanes; ++k) values_[kProducts].push_back(k);
    values_[kOwnC].push_back(lanes);
    tree_.ready_level.assign(static_cast<std::size_t>(lanes) + 1, 0);
    for (const ResolvedSum& sum : sums) collect_sum(sum);
    tree_.root = values_.back().front();
  }

  Tree take() { return std::move(tree_); }

 private:
  void collect_sum(const ResolvedSum& sum) {
    std::vector<int> outputs;
    int index = 0;
    for (const auto& group : sum.groups) {
      std::vector<NodeOperand> operands;
      for (const ResolvedTerm& term : group)
        operands.push_back(
            {values_[static_cast<std::size_t>(term.source)][static_cast<std::size_t>(term.element)],
             term.row});
      outputs.push_back(collect_part(*sum.row, std::move(operands), index));
    }
    values_.push_back(std::move(outputs));
  }

  int collect_part(const SumRow& row, std::vector<NodeOperand> part, int& index) {
    if (row.shape == Shape::fused || part.size() == 1) return add_node(row, part, index);
    while (part.size() > 1) {
      std::vector<NodeOperand> next;
      if (row.shape == Shape::pairwise) {
        std::size_t i = 0;
        for (; i + 1 < part.size(); i += 2)
          next.push_back({add_node(row, {part[i], part[i + 1]}, index), nullptr});
        if (i < part.size()) next.push_back(part[i]);
      } else {
        next.push_back({add_node(row, {part[0], part[1]}, index), nullptr});
        next.insert(next.end(), part.begin() + 2, part.end());
      }
      part = std::move(next);
    }
    return part.front().value;
  }

  int add_node(const SumRow& row, std::vector<NodeOperand> operands, int& index) {
    TreeNode node;
    node.row = &row;
    node.index = index++;
    for (const NodeOperand& operand : operands)
      node.level = std::max(node.level, tree_.ready_level[static_cast<std::size_t>(operand.value)]);
    node.operands = std::move(operands);
    node.output = static_cast<int>(tree_.ready_level.size());
    tree_.ready_level.push_back(node.level + 1);
    tree_.nodes.push_back(node);
    return node.output;
  }

  Tree tree_;
  std::vector<std::vector<int>> values_;  // of each source's elements
};

}  // namespace

Tree build_tree(std::span<const ResolvedSum> sums, int lanes) {
  return TreeBuilder(sums, lanes).take();
}

}  // namespace mmasc
