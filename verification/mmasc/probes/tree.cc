// SPDX-License-Identifier: Apache-2.0
#include "mmasc/probes/tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mmasc::probes {
namespace {

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
    runs.push_back(end - i > 2
                       ? place_text(children[i].place) + "-" + place_text(children[end - 1].place)
                       : place_text(children[i].place));
    i += end - i > 2 ? end - i : 1;
  }
  return runs;
}

void draw(const Tree& tree, const std::string& indent, std::vector<std::string>& lines) {
  std::vector<const Tree*> sums;
  for (const Tree& child : tree.children)
    if (!child.leaf()) sums.push_back(&child);
  const auto runs = leaf_runs(tree.children);
  for (const Tree* sum : sums) {
    const bool last = sum == sums.back() && runs.empty();
    lines.push_back(fmt::format("{}{}sum of {}{}", indent, last ? "`-- " : "|-- ",
                                sum->children.size(), sum->exact ? ", exact" : ""));
    draw(*sum, indent + (last ? "    " : "|   "), lines);
  }
  if (!runs.empty()) lines.push_back(fmt::format("{}`-- {}", indent, fmt::join(runs, " ")));
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

std::vector<Place> products_of(const Tree& sum) {
  std::vector<Place> places;
  for (const Tree& child : sum.children)
    if (child.leaf() && child.place != kC) places.push_back(child.place);
  return places;
}

const Tree* first_fused(const Tree& tree) {
  for (const Tree& child : tree.children)
    if (const Tree* found = first_fused(child)) return found;
  return products_of(tree).size() >= 2 ? &tree : nullptr;
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

}  // namespace mmasc::probes
