// SPDX-License-Identifier: Apache-2.0
#include "random/random_leaf.h"

#include <algorithm>
#include <numeric>

namespace mmasc {
namespace {

constexpr int kMostGroups = 32;

// The element of the named value at a place of the leaf.
int element(const Leaf& leaf, int place) {
  const auto& selection = leaf.row.selection;
  switch (selection.kind) {
    case Selection::Kind::all:
      return place;
    case Selection::Kind::even:
      return 2 * place;
    case Selection::Kind::odd:
      return 2 * place + 1;
    case Selection::Kind::range:
      return selection.first + place;
  }
  return place;
}

bool groups_keep_to_blocks(const Run& run, int groups, int block) {
  if (block == 0) return true;
  for (int group = 0; group < groups; ++group) {
    const int block_of_group = element(run[0], group * (run[0].elements / groups)) / block;
    for (const auto& leaf : run) {
      const int part = leaf.elements / groups;
      for (const int place : {group * part, (group + 1) * part - 1})
        if (element(leaf, place) / block != block_of_group) return false;
    }
  }
  return true;
}

}  // namespace

Leaf whole(std::string_view name, int elements) {
  Leaf leaf;
  leaf.row.from = name;
  leaf.elements = elements;
  return leaf;
}

Run cut(Random& random, std::string_view name, int elements) {
  const int kind = random.below(100);
  if (elements == 1 || kind < 45) return {whole(name, elements)};
  Run leaves;
  if (kind < 65) {
    for (const auto parity : {Selection::Kind::even, Selection::Kind::odd}) {
      leaves.push_back(
          whole(name, parity == Selection::Kind::even ? (elements + 1) / 2 : elements / 2));
      leaves.back().row.selection.kind = parity;
    }
    return leaves;
  }
  int parts = random.between(2, std::min(4, elements));
  for (int first = 0; parts > 0; --parts) {
    const int left = elements - first;
    const bool equal = left % parts == 0 && random.chance(50);
    const int size = parts == 1 ? left : equal ? left / parts : random.between(1, left - parts + 1);
    leaves.push_back(whole(name, size));
    leaves.back().row.selection = {Selection::Kind::range, first, first + size};
    first += size;
  }
  return leaves;
}

int random_groups(Random& random, const Run& run, int block) {
  int common = 0;
  for (const auto& leaf : run) common = std::gcd(common, leaf.elements);
  std::vector<int> choices;
  for (int groups = 1; groups <= std::min(common, kMostGroups); ++groups)
    if (common % groups == 0 && groups_keep_to_blocks(run, groups, block))
      choices.push_back(groups);
  return choices.empty() ? 0 : random.pick_from(choices);
}

}  // namespace mmasc
