// SPDX-License-Identifier: Apache-2.0
// From how many terms are lost between each two leaves to the tree that loses them.
#include <algorithm>
#include <set>

#include "mmasc/probes/tree.h"

namespace mmasc::probes {
namespace {

using Counts = std::vector<std::vector<int>>;

int size_of(const Tree& tree) { return static_cast<int>(tree.leaves().size()); }

// Here a leaf's place is its index; huge terms meet in their lowest common sum. One that drops
// what does not fit loses all its other leaves; an exact one, those that were already added to
// either.
void predict(const Tree& tree, Counts& lost) {
  const int size = size_of(tree);
  for (std::size_t x = 0; x < tree.children.size(); ++x) {
    predict(tree.children[x], lost);
    const auto leaves = tree.children[x].leaves();
    for (std::size_t y = 0; y < x; ++y) {
      const auto others = tree.children[y].leaves();
      const auto added = static_cast<int>(leaves.size() + others.size()) - 2;
      for (const int i : leaves)
        for (const int j : others)
          lost[at(i)][at(j)] = lost[at(j)][at(i)] = tree.exact ? added : size - 2;
    }
  }
}

bool explains(const Tree& tree, const Counts& lost) {
  Counts predicted(lost.size(), std::vector<int>(lost.size()));
  if (size_of(tree) != static_cast<int>(lost.size())) return false;
  predict(tree, predicted);
  return predicted == lost;
}

// Sums that drop lose more the higher they are: they appear one after the other as the count
// rises.
Tree of_dropping_sums(const Counts& lost) {
  const std::size_t n = lost.size();
  std::vector<Tree> trees(n);
  std::vector<std::size_t> owner(n);  // which of `trees` a leaf is in
  std::set<int> counts;
  for (std::size_t i = 0; i < n; ++i) {
    trees[i].place = static_cast<Place>(i);
    owner[i] = i;
    for (std::size_t j = 0; j < i; ++j) counts.insert(lost[i][j]);
  }
  for (const int count : counts) {
    auto joined = owner;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (lost[i][j] == count && joined[i] != joined[j])
          std::replace(joined.begin(), joined.end(), std::size_t(joined[i]), joined[j]);
    std::vector<Tree> next(n);
    std::set<std::size_t> moved;
    for (std::size_t leaf = 0; leaf < n; ++leaf)
      if (moved.insert(owner[leaf]).second)
        next[joined[leaf]].children.push_back(trees[owner[leaf]]);
    for (Tree& sum : next)
      if (sum.children.size() == 1) sum = Tree(sum.children.front());
    trees = std::move(next);
    owner = std::move(joined);
  }
  return trees[owner.front()];
}

// Terms of one exact sum lose nothing between each other. A sum of n leaves that enters another
// loses n - 1 to every term it meets there.
Tree of_exact_sums(const Counts& lost) {
  std::vector<Tree> sums;
  for (std::size_t i = 0; i < lost.size(); ++i) {
    const auto same = [&](const Tree& sum) { return lost[i][at(sum.leaves().front())] == 0; };
    const auto found = std::find_if(sums.begin(), sums.end(), same);
    Tree& sum = found == sums.end() ? sums.emplace_back() : *found;
    sum.exact = true;
    sum.children.push_back({.place = static_cast<Place>(i)});
  }
  while (sums.size() > 1) {
    std::size_t first = 0, second = 1;
    const auto between = [&](std::size_t x, std::size_t y) {
      return lost[at(sums[x].leaves().back())][at(sums[y].leaves().back())];
    };
    for (std::size_t x = 0; x < sums.size(); ++x)
      for (std::size_t y = x + 1; y < sums.size(); ++y)
        if (between(x, y) < between(first, second)) {
          first = x;
          second = y;
        }
    const int count = between(first, second);
    if (count != size_of(sums[first]) - 1) std::swap(first, second);
    Tree inner = std::move(sums[first]);
    if (count == size_of(inner) - 1) {
      sums[second].children.push_back(std::move(inner));
    } else {
      Tree outer = std::move(sums[second]);
      sums[second] = {.children = {std::move(outer), std::move(inner)}, .exact = true};
    }
    sums.erase(sums.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return sums.front();
}

void name_leaves(Tree& tree, const std::vector<Place>& places) {
  if (tree.leaf()) tree.place = places[at(tree.place)];
  for (Tree& child : tree.children) name_leaves(child, places);
}

}  // namespace

Tree infer_tree(const std::vector<Place>& leaves, const std::vector<std::vector<int>>& lost) {
  Tree tree = of_dropping_sums(lost);
  if (!explains(tree, lost)) tree = of_exact_sums(lost);
  if (!explains(tree, lost)) return {};
  name_leaves(tree, leaves);
  return canonical(std::move(tree));
}

}  // namespace mmasc::probes
