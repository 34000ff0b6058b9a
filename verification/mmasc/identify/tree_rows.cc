// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "mmasc/identify/judge.h"
#include "mmasc/identify/seeds.h"
#include "mmasc/identify/sum_of.h"
#include "mmasc/probes/probes.h"
#include "mmasc/unit/field_text.h"

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

// Which products are added to +0 and rounded by themselves: none; the first of each rounded sum of
// products alone; every one, as where each accumulator takes one.
enum class FromZero { none, first, each };

// How sums inside the tree go on.
struct Inside {
  const Format* round_to = nullptr;
  FractionBits fraction_bits{};
  FromZero from_zero = FromZero::none;

  std::string text() const {
    std::string text = round_to == nullptr ? "" : ", rounded to " + field_text(round_to);
    if (fraction_bits) text += fmt::format(", {} fraction bits", *fraction_bits);
    if (from_zero != FromZero::none)
      text += from_zero == FromZero::first ? ", from +0" : ", each product from +0";
    return text;
  }
};

// One tree, or several that are alike but for their places: the groups of one row.
using Alike = std::vector<Tree>;

// The k-th child of each.
Alike children_of(const Alike& trees, std::size_t k) {
  Alike all;
  for (const Tree& tree : trees) all.push_back(tree.children[k]);
  return all;
}

bool have_one_shape(const Tree& x, const Tree& y) {
  return (x.place == kC) == (y.place == kC) && x.exact == y.exact &&
         std::ranges::equal(x.children, y.children, have_one_shape);
}

// What a left-to-right chain of sums of two adds, all of one shape but for a c in front; empty: the
// tree is none.
Alike chain_of(const Tree& tree) {
  if (tree.children.size() != 2) return {};
  const auto is_c = [](const Tree& one) { return one.leaf() && one.place == kC; };
  for (const int last : {1, 0}) {
    Alike chain = chain_of(tree.children[std::size_t(1 - last)]);
    if (chain.empty() || !have_one_shape(chain.back(), tree.children[std::size_t(last)])) continue;
    chain.push_back(tree.children[std::size_t(last)]);
    return chain;
  }
  const Tree &one = tree.children[0], &other = tree.children[1];
  if (is_c(other)) return {other, one};
  return is_c(one) || have_one_shape(one, other) ? Alike{one, other} : Alike{};
}

Tree pairwise_of(const std::vector<Place>& places) {
  Alike level;
  for (const Place place : places) level.push_back({.place = place});
  while (level.size() > 1) {
    Alike next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back({.children = {level[i], level[i + 1]}});
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = std::move(next);
  }
  return canonical(level.front());
}

// The rows of a tree, sums before those that add them.
class TreeRows {
 public:
  TreeRows(int lanes, const Inside& inside) : lanes_(lanes), inside_(inside) {
    if (inside.from_zero != FromZero::each) return;
    SumRow row = sum_of("", {term_of(products_)});
    row.groups = lanes;
    row.zero_sign = ZeroSign::plus;
    row.round_to = inside.round_to;
    products_ = named(std::move(row))->from;
  }

  // The root is rounded by the result alone, unless each of its additions rounds.
  std::vector<SumRow> rows(const Tree& tree) && {
    if (!add({tree})) return {};
    if (rows_.back().shape == Shape::fused) rows_.back().round_to = nullptr;
    return std::move(rows_);
  }

 private:
  using Term = std::optional<TermRow>;  // nullopt: no term names these

  // The sums of these trees, as one term with an element for each.
  Term add(const Alike& trees) {
    const Tree& front = trees.front();
    if (front.leaf()) return leaves(trees);
    if (inside_.round_to != nullptr) {
      const std::size_t length = chain_of(front).size();
      if (length > 2) return add_row(Shape::sequential, columns_of_chains(trees, length));
      const auto places = front.leaves();
      if (places.size() > 2 && !holds_c(front) && are_alike(front, pairwise_of(places)))
        return add_row(Shape::pairwise, columns_of_leaves(trees, places.size()));
    }
    std::vector<Alike> columns;
    for (std::size_t k = 0; k < front.children.size(); ++k)
      columns.push_back(children_of(trees, k));
    std::ranges::stable_partition(columns, [](const Alike& one) { return !one.front().leaf(); });
    return add_row(Shape::fused, columns, front.exact);
  }

  static std::vector<Alike> columns_of_chains(const Alike& trees, std::size_t length) {
    std::vector<Alike> columns(length);
    for (const Tree& tree : trees) {
      Alike chain = chain_of(tree);
      for (std::size_t k = 0; k < length; ++k) columns[k].push_back(std::move(chain[k]));
    }
    return columns;
  }
  static std::vector<Alike> columns_of_leaves(const Alike& trees, std::size_t count) {
    std::vector<Alike> columns(count);
    for (const Tree& tree : trees) {
      const auto places = tree.leaves();
      for (std::size_t k = 0; k < count; ++k) columns[k].push_back({.place = places[k]});
    }
    return columns;
  }

  Term leaves(const Alike& trees) const {
    const Place first = trees.front().place;
    const auto count = static_cast<int>(trees.size());
    if (first == kC) return count == 1 ? Term(term_of("c")) : std::nullopt;
    const auto follow_by = [&](int step) {
      for (int i = 0; i < count; ++i)
        if (trees[std::size_t(i)].place != first + i * step) return false;
      return true;
    };
    if (follow_by(1) && count == lanes_) return term_of(products_);
    if (follow_by(1)) return term_of(products_, {Selection::Kind::range, first, first + count});
    if (follow_by(2) && first < 2 && 2 * count == lanes_)
      return term_of(products_, {first == 0 ? Selection::Kind::even : Selection::Kind::odd, 0, 0});
    return std::nullopt;
  }

  // A sum that adds one of each column; a column has a tree for each group.
  Term add_row(Shape shape, std::vector<Alike> columns, bool is_exact = false) {
    const std::size_t rows_before = rows_.size(), groups = columns.front().size();
    SumRow row = sum_of("", {});
    row.shape = shape;
    row.groups = static_cast<int>(groups);
    row.round_to = inside_.round_to;
    if (shape == Shape::fused && !is_exact) row.fraction_bits = inside_.fraction_bits;
    if (begins_alone(columns, shape, is_exact)) {
      const Term first = add_first(columns.front());
      if (!first) return undone(rows_before);
      row.terms.push_back(*first);
      columns.erase(columns.begin());
    }
    if (!add_terms(columns, row.terms)) return undone(rows_before);
    return named(std::move(row));
  }

  Term named(SumRow row) {
    row.name = "sum" + std::to_string(rows_.size());
    rows_.push_back(std::move(row));
    return term_of(rows_.back().name);
  }
  Term undone(std::size_t rows) {
    rows_.resize(rows);
    return std::nullopt;
  }

  bool begins_alone(const std::vector<Alike>& columns, Shape shape, bool is_exact) const {
    const bool is_chain =
        shape == Shape::sequential || (shape == Shape::fused && !is_exact && columns.size() == 2);
    return inside_.from_zero == FromZero::first && is_chain &&
           std::ranges::all_of(columns, [](const Alike& one) {
             return one.front().leaf() && one.front().place != kC;
           });
  }
  Term add_first(const Alike& products) {
    const Term term = leaves(products);
    if (!term) return term;
    SumRow row = sum_of("", {*term});
    row.groups = static_cast<int>(products.size());
    row.zero_sign = ZeroSign::plus;
    row.round_to = inside_.round_to;
    return named(std::move(row));
  }

  // Neighbours of one shape become one term where a term has them in this order.
  bool add_terms(const std::vector<Alike>& columns, std::vector<TermRow>& terms) {
    for (std::size_t first = 0; first < columns.size();) {
      std::size_t last = first + 1;
      while (last < columns.size() && have_one_shape(columns[first].front(), columns[last].front()))
        ++last;
      while (last > first + 1 && !add_term(columns, first, last, terms)) --last;
      if (last == first + 1 && !add_term(columns, first, last, terms)) return false;
      first = last;
    }
    return true;
  }
  // Of each group the columns from first to last, group by group.
  bool add_term(const std::vector<Alike>& columns, std::size_t first, std::size_t last,
                std::vector<TermRow>& terms) {
    Alike all;
    for (std::size_t group = 0; group < columns[first].size(); ++group)
      for (std::size_t k = first; k < last; ++k) all.push_back(columns[k][group]);
    const Term term = add(all);
    if (term) terms.push_back(*term);
    return term.has_value();
  }

  int lanes_;
  Inside inside_;
  std::string products_ = "products";
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
  std::vector<const Format*> formats{nullptr, &box.d()};
  if (box.c() != box.d()) formats.push_back(&box.c());
  std::vector<Inside> insides;
  for (const Format* format : formats)
    for (const FractionBits& bits :
         {found_bits ? FractionBits(found_bits) : FractionBits(box.d().fraction_bits + 1),
          FractionBits()})
      insides.push_back({format, bits});
  for (const FromZero from_zero : {FromZero::first, FromZero::each})
    for (const Format* format : formats)
      if (format != nullptr) insides.push_back({.round_to = format, .from_zero = from_zero});
  const auto add = [&](int lanes, const Tree& tree) {
    for (const Inside& inside : insides) {
      Unit unit = box;
      unit.datapath.lanes = lanes;
      unit.datapath.sums = TreeRows(lanes, inside).rows(tree);
      take_findings(survey, unit);
      if (!unit.datapath.sums.empty() && sequence_of(unit))
        seeds.push_back(
            {std::move(unit), "the tree " + to_text(survey.tree) + inside.text(), false});
    }
  };
  const auto steps = steps_of(survey.tree);
  if (const auto lanes = lanes_of(steps); lanes && *lanes > 0) add(*lanes, with_c(steps.front()));
  if (box.products() <= kMaxLanes) add(box.products(), survey.tree);
  return seeds;
}

}  // namespace mmasc::identify
