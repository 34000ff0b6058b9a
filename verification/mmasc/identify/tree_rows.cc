// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "mmasc/identify/judge.h"
#include "mmasc/identify/seeds.h"
#include "mmasc/identify/sum_of.h"
#include "mmasc/probes/probes.h"

namespace mmasc::identify {
namespace {

using probes::canonical, probes::kC, probes::Place, probes::Tree;

bool holds_c(const Tree& tree) {
  const auto leaves = tree.leaves();
  return std::ranges::find(leaves, kC) != leaves.end();
}

// The tree with every product's place moved by this.
Tree moved(Tree tree, int by) {
  if (tree.leaf() && tree.place != kC) tree.place += by;
  for (Tree& child : tree.children) child = moved(std::move(child), by);
  return tree;
}

bool are_alike(const Tree& x, const Tree& y) {
  return x.place == y.place && std::ranges::equal(x.children, y.children, are_alike);
}

// A chain of steps: what each adds to what came before, c first. One step: there is no chain.
std::vector<std::vector<Tree>> steps_of(const Tree& tree) {
  std::vector<Tree> added;
  const Tree* before = nullptr;
  for (const Tree& child : tree.children) {
    if (!child.leaf() && holds_c(child) && before == nullptr)
      before = &child;
    else if (child.place != kC || !child.leaf())
      added.push_back(child);
  }
  std::vector<std::vector<Tree>> steps;
  if (before != nullptr) steps = steps_of(*before);
  steps.push_back(std::move(added));
  return steps;
}

// The products of a step, where all steps are alike and take as many, in order.
std::optional<int> lanes_of(const std::vector<std::vector<Tree>>& steps) {
  int first = 0;
  std::optional<int> lanes;
  for (const std::vector<Tree>& step : steps) {
    int count = 0;
    for (const Tree& one : step) count += static_cast<int>(one.leaves().size());
    const auto in_place = [&](const Tree& one, const Tree& here) {
      return are_alike(one, moved(here, -first));
    };
    if (lanes.value_or(count) != count || !std::ranges::equal(steps.front(), step, in_place))
      return std::nullopt;
    lanes = count;
    first += count;
  }
  return lanes;
}

// How sums inside the tree go on.
struct Inside {
  const Format* round_to = nullptr;
  FractionBits fraction_bits;
};

class TreeRows {
 public:
  TreeRows(int lanes, const Inside& inside) : lanes_(lanes), inside_(inside) {}

  std::vector<SumRow> rows(const Tree& tree) && {
    const std::string root = add(tree);
    if (root.empty()) return {};
    rows_.back().round_to = nullptr;
    return std::move(rows_);
  }

 private:
  // "products[2:6]": a run of places, perhaps every second one of all.
  std::string products_text(const std::vector<Place>& places) const {
    if (std::ssize(places) == lanes_) return "products";
    return fmt::format("products[{}:{}]", places.front(), places.back() + 1);
  }

  static std::vector<std::vector<Place>> runs_of(std::vector<Place> places) {
    std::vector<std::vector<Place>> runs;
    for (const Place place : places) {
      if (runs.empty() || runs.back().back() + 1 != place) runs.emplace_back();
      runs.back().push_back(place);
    }
    return runs;
  }

  std::string name_of() { return "sum" + std::to_string(rows_.size()); }

  // A sum of these terms, in the order of the tree; its name.
  std::string add_row(SumRow row, bool is_exact) {
    row.name = name_of();
    row.fraction_bits = is_exact ? FractionBits() : inside_.fraction_bits;
    row.round_to = inside_.round_to;
    if (row.shape != Shape::fused) {
      row.fraction_bits.reset();
      if (row.round_to == nullptr) return "";
    }
    rows_.push_back(std::move(row));
    return rows_.back().name;
  }

  static bool are_leaves(const Tree& tree) {
    return std::ranges::all_of(tree.children, &Tree::leaf);
  }

  // The places of a left-to-right chain from two leaves on; empty: it is none.
  static std::vector<Place> sequence_of_places(const Tree& tree) {
    if (tree.children.size() != 2) return {};
    const Tree *inner = &tree.children[0], *last = &tree.children[1];
    if (inner->leaf() && last->leaf())
      return inner->place == kC || last->place != kC ? std::vector{inner->place, last->place}
                                                     : std::vector{last->place, inner->place};
    if (inner->leaf()) std::swap(inner, last);
    if (!last->leaf()) return {};
    auto places = sequence_of_places(*inner);
    if (!places.empty()) places.push_back(last->place);
    return places;
  }

  static Tree pairwise_of(const std::vector<Place>& places) {
    std::vector<Tree> level;
    for (const Place place : places) level.push_back({.place = place});
    while (level.size() > 1) {
      std::vector<Tree> next;
      for (std::size_t i = 0; i + 1 < level.size(); i += 2)
        next.push_back({.children = {level[i], level[i + 1]}});
      if (level.size() % 2 == 1) next.push_back(level.back());
      level = std::move(next);
    }
    return canonical(level.front());
  }

  std::string add_shape(Shape shape, const std::vector<Place>& places) {
    std::vector<std::string> terms;
    std::vector<Place> products = places;
    if (products.front() == kC) {
      terms.push_back("c");
      products.erase(products.begin());
    }
    for (const auto& run : runs_of(products)) terms.push_back(products_text(run));
    SumRow row = sum_of("", std::move(terms));
    row.shape = shape;
    return add_row(std::move(row), false);
  }

  std::string add(const Tree& tree) {
    if (tree.leaf()) return tree.place == kC ? "c" : products_text({tree.place});
    const auto leaves = tree.leaves();
    if (leaves.size() > 2 && inside_.round_to != nullptr) {
      if (const auto places = sequence_of_places(tree); !places.empty())
        return add_shape(Shape::sequential, places);
      if (!holds_c(tree) && are_alike(tree, pairwise_of(leaves)))
        return add_shape(Shape::pairwise, leaves);
    }
    std::vector<std::string> terms;
    std::vector<Place> own;
    bool has_c = false;
    std::vector<const Tree*> inner;
    for (const Tree& child : tree.children) {
      if (!child.leaf())
        inner.push_back(&child);
      else if (child.place == kC)
        has_c = true;
      else
        own.push_back(child.place);
    }
    if (const int groups = groups_of(inner); groups > 1) {
      terms.push_back(add_groups(inner, groups));
    } else {
      for (const Tree* one : inner) terms.push_back(add(*one));
    }
    if (std::ranges::find(terms, "") != terms.end()) return "";
    std::ranges::sort(own);
    for (const auto& run : runs_of(own)) terms.push_back(products_text(run));
    if (has_c) terms.push_back("c");
    return add_row(sum_of("", std::move(terms)), tree.exact);
  }

  // Sums of as many neighbours each: one row.
  static int groups_of(const std::vector<const Tree*>& inner) {
    if (inner.size() < 2) return 0;
    Place next = inner.front()->leaves().front();
    for (const Tree* one : inner) {
      if (!are_leaves(*one) || one->children.size() != inner.front()->children.size()) return 0;
      for (const Place place : one->leaves())
        if (place != next++) return 0;
    }
    return static_cast<int>(inner.size());
  }

  std::string add_groups(const std::vector<const Tree*>& inner, int groups) {
    std::vector<Place> places;
    for (const Tree* one : inner) std::ranges::copy(one->leaves(), std::back_inserter(places));
    SumRow row = sum_of("", {products_text(places)});
    row.groups = groups;
    return add_row(std::move(row), inner.front()->exact);
  }

  int lanes_;
  Inside inside_;
  std::vector<SumRow> rows_;
};

// What the probes found of the roundings, where that is one value.
void take_findings(const probes::Survey& survey, Unit& unit) {
  const auto rounding = [&](std::string_view name) -> std::optional<Rounding> {
    const probes::Finding* finding = survey.find(name);
    return finding != nullptr ? find_rounding(finding->value) : std::nullopt;
  };
  ResultRow& result = unit.datapath.result;
  if (const auto bits = survey.integer(probes::name::kResultBits);
      bits && *bits < result.format->fraction_bits)
    result.significand_fraction = *bits;
  const auto by_products = rounding(probes::name::kResultRounding);
  const auto by_c = rounding(probes::name::kResultRoundingC);
  result.rounding = by_products.value_or(by_c.value_or(result.rounding));
  if (const auto aligned = rounding(probes::name::kProductRounding))
    for (SumRow& sum : unit.datapath.sums) sum.alignment_rounding = *aligned;
}

// The tree of one step, with c.
Tree with_c(std::vector<Tree> step) {
  step.push_back({.place = kC});
  return canonical({.children = std::move(step)});
}

}  // namespace

std::vector<Seed> seeds_of_tree(const Unit& box, const probes::Survey& survey) {
  std::vector<Seed> seeds;
  if (survey.tree.leaf()) return seeds;
  const auto found_bits = survey.integer(probes::name::kProductBits);
  std::vector<Inside> insides;
  for (const Format* format : {static_cast<const Format*>(nullptr), &box.d(), &box.c()})
    for (const FractionBits& bits :
         {found_bits ? FractionBits(found_bits) : FractionBits(box.d().fraction_bits + 1),
          FractionBits()})
      insides.push_back({format, bits});
  const auto add = [&](int lanes, const Tree& tree) {
    for (const Inside& inside : insides) {
      Unit unit = box;
      unit.datapath.lanes = lanes;
      unit.datapath.sums = TreeRows(lanes, inside).rows(tree);
      take_findings(survey, unit);
      if (!unit.datapath.sums.empty() && sequence_of(unit))
        seeds.push_back({std::move(unit), "the tree " + to_text(survey.tree), false});
    }
  };
  const auto steps = steps_of(survey.tree);
  if (const auto lanes = lanes_of(steps); lanes && *lanes > 0) add(*lanes, with_c(steps.front()));
  if (box.products() <= kMaxLanes) add(box.products(), survey.tree);
  return seeds;
}

}  // namespace mmasc::identify
