// SPDX-License-Identifier: Apache-2.0
#include "probes/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mmasc::probes {
namespace {

int size_of(const Tree& tree) { return static_cast<int>(tree.leaves().size()); }

Place first_place(const Tree& tree) {
  const auto leaves = tree.leaves();
  return *std::min_element(leaves.begin(), leaves.end());
}

std::string place_text(Place place) { return place == kC ? "c" : fmt::format("{}", place); }

// "0-7 c": runs of leaves, which follow each other in a canonical tree.
std::vector<std::string> leaf_runs(const std::vector<Tree>& children) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < children.size();) {
    if (!children[i].leaf()) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (end < children.size() && children[end].leaf() &&
           children[end].place == children[end - 1].place + 1)
      ++end;
    runs.push_back(end - i > 2 ? place_text(children[i].place) + "-" +
                                     place_text(children[end - 1].place)
                               : place_text(children[i].place));
    i += end - i > 2 ? end - i : 1;
  }
  return runs;
}

void draw(const Tree& tree, const std::string& indent, std::vector<std::string>& lines) {
  const auto runs = leaf_runs(tree.children);
  std::vector<const Tree*> sums;
  for (const Tree& child : tree.children)
    if (!child.leaf()) sums.push_back(&child);
  const std::size_t count = runs.size() + sums.size();
  std::size_t drawn = 0;
  const auto stem = [&] { return ++drawn == count ? "`-- " : "|-- "; };
  for (const Tree* sum : sums) {
    const std::string here = stem();
    lines.push_back(fmt::format("{}{}sum of {}{}", indent, here, sum->children.size(),
                                sum->exact ? ", exact" : ""));
    draw(*sum, indent + (here[0] == '|' ? "|   " : "    "), lines);
  }
  for (const std::string& run : runs) lines.push_back(indent + stem() + run);
}

// Leaves under one sum that lost nothing but by each other's roundings, or all that the sum drops.
bool explained(const Tree& tree, int lost) {
  int below = 0;
  for (const Tree& child : tree.children) below += size_of(child) - 1;
  return lost == (tree.exact ? below : size_of(tree) - 2);
}

}  // namespace

std::vector<Place> Tree::leaves() const {
  if (leaf()) return {place};
  std::vector<Place> all;
  for (const Tree& child : children)
    for (const Place one : child.leaves()) all.push_back(one);
  return all;
}

Tree canonical(Tree tree) {
  if (tree.leaf()) return tree;
  for (Tree& child : tree.children) child = canonical(std::move(child));
  if (tree.children.size() == 1) {
    Tree only = std::move(tree.children.front());
    return only;
  }
  if (tree.children.size() == 2) tree.exact = false;
  std::sort(tree.children.begin(), tree.children.end(), [](const Tree& x, const Tree& y) {
    return x.leaf() != y.leaf() ? y.leaf() : first_place(x) < first_place(y);
  });
  return tree;
}

std::string to_text(const Tree& tree) {
  if (tree.leaf()) return place_text(tree.place);
  std::vector<std::string> parts;
  for (const Tree& child : tree.children)
    if (!child.leaf()) parts.push_back(to_text(child));
  for (const std::string& run : leaf_runs(tree.children)) parts.push_back(run);
  return fmt::format("{}({})", tree.exact ? "exact" : "", fmt::join(parts, " "));
}

std::vector<std::string> drawing(const Tree& tree) {
  std::vector<std::string> lines = {
      fmt::format("d = sum of {}{}", tree.children.size(), tree.exact ? ", exact" : "")};
  draw(tree, "", lines);
  return lines;
}

// What is lost between two leaves grows from each sum to the one it enters, so that sums appear
// one after the other as the count rises.
Tree infer_tree(const std::vector<Place>& leaves, const std::vector<std::vector<int>>& lost) {
  const std::size_t n = leaves.size();
  std::vector<Tree> trees(n);
  std::vector<std::size_t> owner(n);  // which of `trees` a leaf is in
  std::set<int> counts;
  for (std::size_t i = 0; i < n; ++i) {
    trees[i].place = leaves[i];
    owner[i] = i;
    for (std::size_t j = 0; j < i; ++j) counts.insert(lost[i][j]);
  }
  for (const int count : counts) {
    std::vector<std::size_t> joined = owner;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (lost[i][j] == count && joined[i] != joined[j]) {
          const std::size_t from = joined[i], to = joined[j];
          std::replace(joined.begin(), joined.end(), from, to);
        }
    std::vector<Tree> next(n);
    for (std::size_t owner_index = 0; owner_index < n; ++owner_index) {
      const auto leaf = std::find(owner.begin(), owner.end(), owner_index);
      if (leaf == owner.end()) continue;
      const std::size_t to = joined[static_cast<std::size_t>(leaf - owner.begin())];
      next[to].children.push_back(trees[owner_index]);
    }
    for (Tree& sum : next) {
      if (sum.children.size() == 1) sum = Tree(sum.children.front());
      if (sum.leaf() || explained(sum, count)) continue;
      if (std::any_of(trees.begin(), trees.end(),
                      [&](const Tree& old) { return !old.leaf() && to_text(old) == to_text(sum); }))
        continue;  // complete already
      sum.exact = true;
      if (!explained(sum, count)) return {};
    }
    trees = std::move(next);
    owner = std::move(joined);
  }
  return canonical(trees[owner.front()]);
}

}  // namespace mmasc::probes
