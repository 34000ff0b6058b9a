// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "spec/plan_parts.h"

namespace mmasc {
namespace {

using Operand = TreeNode::Operand;

[[noreturn]] void fail(const std::string& key, const std::string& what) {
  throw RowError(key, what);
}

std::vector<int> select(const std::vector<int>& all, const Selection& selection) {
  const int size = static_cast<int>(all.size());
  int first = 0, last = size, stride = 1;
  switch (selection.kind) {
    case Selection::Kind::all:
      break;
    case Selection::Kind::odd:
      first = 1;
      [[fallthrough]];
    case Selection::Kind::even:
      stride = 2;
      break;
    case Selection::Kind::range:
      first = selection.first;
      last = std::min(selection.last, size);
      break;
  }
  std::vector<int> selected;
  for (int i = first; i < last; i += stride) selected.push_back(all[static_cast<std::size_t>(i)]);
  return selected;
}

class TreeBuilder {
 public:
  TreeBuilder(const Datapath& row, int lanes) {
    for (int k = 0; k <= lanes; ++k) names_[k == lanes ? "c" : "products"].push_back(k);
    tree_.ready_level.assign(static_cast<std::size_t>(lanes) + 1, 0);
    used_.assign(tree_.ready_level.size(), false);
    for (const SumRow& sum : row.sums) collect_sum(sum);
    tree_.root = names_[row.sums.back().name].front();
    const auto unused = std::count(used_.begin(), used_.end(), false) - 1;  // but the root
    if (unused > 0)
      fail("sum",
           std::to_string(unused) + " terms are never used; the last sum must take what is left");
  }

  Tree take() { return std::move(tree_); }

 private:
  void collect_sum(const SumRow& row) {
    std::vector<std::vector<Operand>> parts(static_cast<std::size_t>(row.groups));
    for (const TermRow& term : row.terms) {
      const auto found = names_.find(term.from);
      if (found == names_.end()) fail(key_of(row, "terms"), "unknown term '" + term.from + "'");
      const std::vector<int> selected = select(found->second, term.selection);
      const std::size_t size = selected.size() / parts.size();
      if (size == 0 || size * parts.size() != selected.size())
        fail(key_of(row, "groups"), "the " + std::to_string(selected.size()) + " elements of '" +
                                        term.from + "' do not divide into " +
                                        std::to_string(parts.size()) + " equal groups");
      for (std::size_t i = 0; i < selected.size(); ++i)
        parts[i / size].push_back({selected[i], &term});
    }
    std::vector<int> outputs;
    int index = 0;
    for (const auto& part : parts) outputs.push_back(collect_part(row, part, index));
    names_[row.name] = outputs;
  }

  int collect_part(const SumRow& row, std::vector<Operand> part, int& index) {
    if (row.shape == Shape::fused || part.size() == 1) return add_node(row, part, index);
    while (part.size() > 1) {
      std::vector<Operand> next;
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

  int add_node(const SumRow& row, std::vector<Operand> operands, int& index) {
    TreeNode node;
    node.row = &row;
    node.index = index++;
    for (const Operand& operand : operands) {
      const auto value = static_cast<std::size_t>(operand.value);
      if (used_[value]) fail(key_of(row, "terms"), "a term is used twice");
      used_[value] = true;
      node.level = std::max(node.level, tree_.ready_level[value]);
    }
    node.operands = std::move(operands);
    node.output = static_cast<int>(tree_.ready_level.size());
    tree_.ready_level.push_back(node.level + 1);
    used_.push_back(false);
    tree_.nodes.push_back(node);
    if (static_cast<int>(tree_.nodes.size()) > kMaxSumNodes || node.level >= kMaxLevels)
      fail(key_of(row, "shape"), "the tree has too many sums; at most " +
                                     std::to_string(kMaxSumNodes) + " in " +
                                     std::to_string(kMaxLevels) + " levels");
    return node.output;
  }

  Tree tree_;
  std::vector<bool> used_;
  std::map<std::string, std::vector<int>> names_;
};

}  // namespace

Tree build_tree(const Datapath& row, int lanes) { return TreeBuilder(row, lanes).take(); }

}  // namespace mmasc
