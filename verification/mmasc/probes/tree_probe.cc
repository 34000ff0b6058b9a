// SPDX-License-Identifier: Apache-2.0
// The summation tree: one term huge, one minus it, all others tiny; the tiny ones that d still has
// were added where the huge ones had met.
#include <fmt/format.h>

#include <algorithm>

#include "mmasc/probes/probes.h"

namespace mmasc::probes {
namespace {

// Below this ratio, terms that all survive may only be too close to each other.
constexpr int kFarApart = 30;

struct Sizes {
  int huge = 0, tiny = 0;
};

Sizes sizes_for(const Bench& bench, Place product) {
  const Format& d = bench.d_format();
  const int huge =
      std::min({60, bench.greatest(product), bench.greatest(kC), d.greatest_exponent() - 1});
  const auto tiny = [&](bool normal) {
    return std::max({-60, bench.least(product, normal), bench.least(kC, normal),
                     normal ? d.least_exponent() : smallest_exponent(d)});
  };
  const int normal = tiny(true);
  return {huge, huge - normal < 40 ? tiny(false) : normal};
}

// Every term tiny, where d is then their sum.
std::optional<Case> tiny_row(const Bench& bench, const std::vector<Place>& leaves, int tiny,
                             bool negative) {
  Case row = bench.zeros();
  for (const Place place : leaves)
    if (!bench.set(row, place, {.exponent = tiny, .negative = negative})) return std::nullopt;
  const auto n = static_cast<std::int64_t>(leaves.size());
  if (in_units(bench.value(row), tiny) != (negative ? -n : n)) return std::nullopt;
  return row;
}

using Counts = std::vector<std::vector<int>>;
using Pair = std::pair<std::size_t, std::size_t>;

std::vector<Pair> unknown_pairs(const Counts& lost) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < lost.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (lost[i][j] < 0) pairs.emplace_back(i, j);
  return pairs;
}

// Each pair of leaves huge and of opposite signs.
std::vector<Case> huge_pairs(const Bench& bench, const std::vector<Place>& leaves,
                             const std::vector<Pair>& pairs, const Case& all_tiny, int huge,
                             bool swapped) {
  std::vector<Case> rows;
  for (const auto& [i, j] : pairs) {
    Case row = all_tiny;
    if (!bench.set(row, leaves[i], {.exponent = huge, .negative = swapped}) ||
        !bench.set(row, leaves[j], {.exponent = huge, .negative = !swapped}))
      return {};
    rows.push_back(std::move(row));
  }
  return rows;
}

// The deepest product of the first step: it meets c or nothing before others do.
Place first_product(const Tree& tree) {
  const Tree* node = &tree;
  while (!node->leaf() && !node->children.front().leaf()) node = &node->children.front();
  for (const Tree& child : node->children)
    if (child.leaf() && child.place != kC) return child.place;
  return 0;
}

// Where the formats are too narrow to swallow a term: which products' halves of d's last bit add
// up before d rounds.
void probe_together(Survey& survey) {
  const Bench& bench = survey.bench();
  const auto places = bench.products();
  const auto apart = [&](std::string_view why) {
    survey.set_fused({places.front()});
    survey.not_observable(name::kTogether, why);
  };
  const int tiny = bench.least(places.front(), true);
  const int large = tiny + 1 + bench.d_format().fraction_bits;
  const auto row_with = [&](std::initializer_list<Place> halves) -> std::optional<Case> {
    Case row = bench.zeros();
    bool fits = bench.set(row, kC, {.exponent = large});
    for (const Place place : halves) fits = fits && bench.set(row, place, {.exponent = tiny});
    return fits ? std::optional(row) : std::nullopt;
  };
  const auto alone = row_with({places.front()});
  const auto both = places.size() > 1 ? row_with({places[0], places[1]}) : std::nullopt;
  if (!alone || !both || large >= bench.d_format().greatest_exponent() ||
      bench.run(*alone) != bench.run(*row_with({})))
    return apart("no two products are halves of d's last bit beside c that d loses alone");
  std::vector<std::vector<Place>> groups;
  bool any = false;
  for (const Place place : places) {
    bool joined = false;
    for (auto& group : groups) {
      if (bench.run(*row_with({group.front(), place})) == bench.run(*alone)) continue;
      group.push_back(place);
      any = joined = true;
      break;
    }
    if (!joined) groups.push_back({place});
  }
  if (!any) return apart("halves of d's last bit never add up");
  Tree tree;
  for (const auto& group : groups) {
    Tree sum;
    for (const Place place : group) sum.children.push_back({.place = place});
    tree.children.push_back(std::move(sum));
  }
  survey.set_fused(groups.front());
  survey.found(name::kTogether, to_text(canonical(std::move(tree))), *both);
}

}  // namespace

void probe_tree(Survey& survey) {
  const Bench& bench = survey.bench();
  std::vector<Place> leaves = bench.products();
  const auto [huge, tiny] = sizes_for(bench, leaves.front());
  leaves.push_back(kC);
  const std::size_t n = leaves.size();

  std::optional<Case> all_tiny[2];  // positive, negative
  for (const bool negative : {false, true})
    all_tiny[negative] = tiny_row(bench, leaves, tiny, negative);
  if (huge - tiny < kFarApart || !all_tiny[0] || !all_tiny[1]) {
    survey.not_observable(
        name::kTree,
        huge - tiny < kFarApart
            ? fmt::format("terms that products, c and d all hold lie within {} bits", huge - tiny)
            : "d is not the sum of as many of the smallest terms");
    return survey.attempt({name::kTogether}, probe_together);
  }

  // Roundings away from zero make much of the tiny terms; with other signs they may not.
  Counts lost(n, std::vector<int>(n, -1));
  Case witness = *all_tiny[0];
  for (const auto& [negative, swapped] :
       {std::pair{false, false}, {false, true}, {true, false}, {true, true}}) {
    const auto pairs = unknown_pairs(lost);
    if (pairs.empty()) break;
    const auto rows = huge_pairs(bench, leaves, pairs, *all_tiny[negative], huge, swapped);
    if (rows.empty()) {
      survey.set_fused({leaves.front()});
      return survey.not_observable(name::kTree, "not every term can be large and of both signs");
    }
    const auto d = bench.run(rows);
    if (!negative && !swapped) witness = rows.front();
    for (std::size_t next = 0; next < pairs.size(); ++next) {
      auto survivors = in_units(bench.read(d[next]), tiny);
      if (survivors && negative) survivors = -*survivors;
      if (!survivors || *survivors < 0 || *survivors > static_cast<std::int64_t>(n) - 2) continue;
      const auto [i, j] = pairs[next];
      lost[i][j] = lost[j][i] = static_cast<int>(n) - 2 - static_cast<int>(*survivors);
    }
  }
  if (!unknown_pairs(lost).empty()) {
    survey.set_fused({leaves.front()});
    return survey.found(name::kTree, "none: d is no sum of the tiny terms", witness);
  }
  for (std::size_t i = 0; i < n; ++i) lost[i][i] = 0;
  Tree tree = infer_tree(leaves, lost);
  if (tree.leaf()) {
    survey.set_fused({leaves.front()});
    return survey.found(name::kTree, "none explains what survives", witness);
  }
  const Tree* fused = first_fused(tree);
  survey.set_fused(fused ? products_of(*fused) : std::vector{first_product(tree)});
  survey.found(name::kTree, to_text(tree), witness);
  survey.tree = std::move(tree);
}

}  // namespace mmasc::probes
