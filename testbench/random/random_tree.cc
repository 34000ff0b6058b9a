// SPDX-License-Identifier: Apache-2.0
#include "random/random_tree.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace mmasc {
namespace {

constexpr int kMostGroups = 32;

// A term that no sum has used yet.
struct Leaf {
  TermRow row;
  int elements = 1;
};

class TreeMaker {
 public:
  TreeMaker(Random& random, const TreeLimits& limits) : random_(random), limits_(limits) {}

  std::vector<SumRow> make() {
    auto leaves = limits_.cut ? cut("products", limits_.products)
                              : std::vector<Leaf>{whole("products", limits_.products)};
    const int levels = random_.between(1, 3);
    const int level_of_c = random_.between(1, levels);
    if (limits_.fixed_point) leaves = fixed_point_level(std::move(leaves));
    for (int level = 1; level <= levels; ++level) {
      if (level == level_of_c) leaves.push_back(whole("c", 1));
      if (random_.chance(60)) random_.shuffle(leaves);
      if (level < levels) leaves = one_level(std::move(leaves));
    }
    add_sum(leaves, 1, ExponentSource::largest);
    return std::move(sums_);
  }

 private:
  static Leaf whole(std::string_view name, int elements) {
    Leaf leaf;
    leaf.row.from = name;
    leaf.elements = elements;
    return leaf;
  }

  // The elements of a named value as one to four terms.
  std::vector<Leaf> cut(const std::string& name, int elements) {
    const int kind = random_.below(100);
    if (elements == 1 || kind < 45) return {whole(name, elements)};
    std::vector<Leaf> leaves;
    if (kind < 65) {
      for (const auto parity : {Selection::Kind::even, Selection::Kind::odd}) {
        leaves.push_back(
            whole(name, parity == Selection::Kind::even ? (elements + 1) / 2 : elements / 2));
        leaves.back().row.selection.kind = parity;
      }
      return leaves;
    }
    int parts = random_.between(2, std::min(4, elements));
    for (int first = 0; parts > 0; --parts) {
      const int left = elements - first;
      const bool equal = left % parts == 0 && random_.chance(50);
      const int size = parts == 1 ? left
                       : equal    ? left / parts
                                  : random_.between(1, left - parts + 1);
      leaves.push_back(whole(name, size));
      leaves.back().row.selection = {Selection::Kind::range, first, first + size};
      first += size;
    }
    return leaves;
  }

  using Run = std::vector<Leaf>;

  // The next leaves from `first` on, at least one; `first` moves behind them.
  Run next_run(const std::vector<Leaf>& leaves, std::size_t& first) {
    const auto left = static_cast<int>(leaves.size() - first);
    const auto begin = leaves.begin() + static_cast<std::ptrdiff_t>(first);
    const int size = random_.between(1, left);
    first += static_cast<std::size_t>(size);
    return {begin, begin + size};
  }

  // Sums over runs of the leaves; some leaves pass to the next level as they are.
  std::vector<Leaf> one_level(const std::vector<Leaf>& leaves) {
    std::vector<Leaf> next;
    for (std::size_t first = 0; first < leaves.size();) {
      const Run run = next_run(leaves, first);
      const bool summed = !random_.chance(20);
      const int groups = summed && limits_.cut && random_.chance(40) ? random_groups(run, 0) : 1;
      append(next, summed ? add_sum(run, groups, ExponentSource::largest) : run);
    }
    return next;
  }

  // Sums of fixed-point products, each group within one block of scales.
  std::vector<Leaf> fixed_point_level(std::vector<Leaf> leaves) {
    std::vector<Leaf> next;
    for (const auto& leaf : leaves)
      if (random_groups({leaf}, limits_.scale_block) == 0)
        leaves = {whole("products", limits_.products)};
    for (std::size_t first = 0; first < leaves.size();) {
      const Run run = next_run(leaves, first);
      if (const int groups = random_groups(run, limits_.scale_block)) {
        append(next, add_sum(run, groups, ExponentSource::scales));
        continue;
      }
      for (const auto& leaf : run)
        append(next,
               add_sum({leaf}, random_groups({leaf}, limits_.scale_block), ExponentSource::scales));
    }
    return next;
  }

  static void append(std::vector<Leaf>& leaves, const std::vector<Leaf>& more) {
    leaves.insert(leaves.end(), more.begin(), more.end());
  }

  std::vector<Leaf> add_sum(const Run& run, int groups, ExponentSource exponent) {
    SumRow row;
    row.name = "sum" + std::to_string(sums_.size());
    row.groups = groups;
    row.exponent = exponent;
    int elements = 0;
    for (const auto& leaf : run) {
      row.terms.push_back(leaf.row);
      elements += leaf.elements;
    }
    choose_rounding(row, elements / groups);
    choose_alignment(row);
    sums_.push_back(row);
    if (groups == 1) return {whole(row.name, 1)};
    return cut(row.name, groups);
  }

  // A number of groups into which every leaf can be cut, each within one block of elements where
  // `block` is not 0. 0 if there is none.
  int random_groups(const Run& run, int block) {
    int common = 0;
    for (const auto& leaf : run) common = std::gcd(common, leaf.elements);
    std::vector<int> choices;
    for (int groups = 1; groups <= std::min(common, kMostGroups); ++groups)
      if (common % groups == 0 && groups_keep_to_blocks(run, groups, block))
        choices.push_back(groups);
    return choices.empty() ? 0 : random_.pick_from(choices);
  }

  static bool groups_keep_to_blocks(const Run& run, int groups, int block) {
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

  // The element of the named value at a place of the leaf.
  static int element(const Leaf& leaf, int place) {
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

  void choose_rounding(SumRow& row, int terms) {
    if (!random_.chance(30)) return;
    row.round_to = random_.chance(30) ? limits_.result : random_rounded_format(random_);
    row.rounding = random_rounding(random_);
    if (terms > 1 && row.exponent == ExponentSource::largest && random_.chance(50))
      row.shape = random_.pick({Shape::pairwise, Shape::sequential});
  }

  FractionBits random_fraction_bits() {
    const int kind = random_.below(100);
    if (kind < 30) return std::nullopt;
    if (kind < 65) return random_.between(0, 40);
    return std::clamp(limits_.result->fraction_bits + random_.between(-4, 12), 0, 60);
  }

  // An exponent near one that matters.
  int random_exponent() {
    const int least = limits_.result->least_exponent();
    const int near = random_.pick({least, least - limits_.result->fraction_bits,
                                   limits_.product_least, limits_.product_least / 2, 0});
    return near + random_.between(-8, 8);
  }

  ZeroExponent random_zero_exponent() {
    switch (random_.below(3)) {
      case 0:
        return {};
      case 1:
        return {ZeroExponent::Kind::ignored, 0};
      default:
        return {ZeroExponent::Kind::fixed, random_exponent()};
    }
  }

  // Fields that cannot matter keep their defaults: the shift-out of an exact term, the exponents of
  // zeros where all is exact and the sum rounds.
  void choose_alignment(SumRow& row) {
    const bool fixed_point = row.exponent == ExponentSource::scales;  // these sums are exact
    if (!fixed_point) row.fraction_bits = random_fraction_bits();
    bool aligned = false;
    for (auto& term : row.terms) {
      if (!fixed_point && random_.chance(20)) term.fraction_bits = random_fraction_bits();
      const bool cuts = term.fraction_bits.value_or(row.fraction_bits).has_value();
      if (cuts && random_.chance(20)) term.shift_out = random_rounding(random_);
      if (random_.chance(10)) term.vanishes_below = random_.between(0, 40);
      aligned = aligned || cuts || term.vanishes_below;
    }
    if (row.fraction_bits && random_.chance(70)) row.shift_out = random_rounding(random_);
    if (!aligned && row.round_to != nullptr) return;
    row.zero_exponent = random_zero_exponent();
    if (random_.chance(12)) row.exponent_floor = random_exponent();
    for (auto& term : row.terms)
      if (random_.chance(15)) term.zero_exponent = random_zero_exponent();
  }

  Random& random_;
  TreeLimits limits_;
  std::vector<SumRow> sums_;
};

}  // namespace

Rounding random_rounding(Random& random) {
  if (random.chance(35)) return Rounding::nearest_even;
  return random.pick_from(kRoundings).rounding;
}

const Format* random_rounded_format(Random& random) {
  const int kind = random.below(100);
  if (kind < 40) return find_format("f32");
  if (kind < 55) return find_format("f16");
  if (kind < 67) return find_format("bf16");
  if (kind < 75) return find_format("tf32");
  if (kind < 78) return find_format("f64");
  return find_format(
      random.pick<std::string_view>({"e5m2", "e5m2", "e4m3", "e4m3", "e5m2fnuz", "e4m3fnuz"}));
}

std::vector<SumRow> random_tree(Random& random, const TreeLimits& limits) {
  return TreeMaker(random, limits).make();
}

}  // namespace mmasc
