// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>

#include "probes/expected.h"

namespace mmasc::probes {
namespace {

// The k in the order in which they are added.
std::vector<Place> ordered_k(const Unit& unit) {
  const OrderRow& order = unit.instruction.order;
  const auto first = [&](int k) {
    return std::find(order.first.begin(), order.first.end(), k % order.modulus) !=
           order.first.end();
  };
  std::vector<Place> all;
  for (const bool wanted : {true, false})
    for (int k = 0; k < unit.instruction.shape.k; ++k)
      if (first(k) == wanted) all.push_back(k);
  return all;
}

std::vector<Tree> selected(const std::vector<Tree>& elements, const Selection& selection) {
  std::vector<Tree> chosen;
  for (int i = 0; i < static_cast<int>(elements.size()); ++i) {
    using enum Selection::Kind;
    const bool in = selection.kind == all || (selection.kind == even && i % 2 == 0) ||
                    (selection.kind == odd && i % 2 == 1) ||
                    (selection.kind == range && i >= selection.first && i < selection.last);
    if (in) chosen.push_back(elements[static_cast<std::size_t>(i)]);
  }
  return chosen;
}

Tree sum_of(std::vector<Tree> children, bool exact) {
  Tree sum;
  sum.children = std::move(children);
  sum.exact = exact;
  return sum;
}

bool loses_nothing(const SumRow& row) {
  return std::none_of(row.terms.begin(), row.terms.end(), [&](const TermRow& term) {
    return term.fraction_bits.value_or(row.fraction_bits).has_value();
  });
}

Tree shaped(std::vector<Tree> terms, const SumRow& row) {
  if (row.shape == Shape::fused) return sum_of(std::move(terms), loses_nothing(row));
  while (terms.size() > 1) {
    const bool pairwise = row.shape == Shape::pairwise;
    std::vector<Tree> next;
    const std::size_t end = pairwise ? terms.size() : 2;
    for (std::size_t i = 0; i < end; i += 2)
      next.push_back(i + 1 < terms.size() ? sum_of({terms[i], terms[i + 1]}, false) : terms[i]);
    if (!pairwise) next.insert(next.end(), terms.begin() + 2, terms.end());
    terms = std::move(next);
  }
  return terms.front();
}

// A sum that neither rounds nor normalizes keeps its largest exponent, though its terms cancel:
// what it enters then drops its other terms as if they all were added at once.
bool passes_through(const Datapath& datapath, const std::string& name, const SumRow& into) {
  for (const SumRow& row : datapath.sums)
    if (row.name == name)
      return row.shape == Shape::fused && into.shape == Shape::fused && !row.round_to &&
             loses_nothing(row) == loses_nothing(into);
  return false;
}

// One fused step over these products and, where there is one, c.
Tree step_tree(const Unit& unit, const std::vector<Tree>& products, const std::vector<Tree>& c) {
  std::map<std::string, std::vector<Tree>> values{{"products", products}, {"c", c}};
  for (const SumRow& row : unit.datapath.sums) {
    std::vector<Tree>& sums = values[row.name];
    for (int group = 0; group < row.groups; ++group) {
      std::vector<Tree> terms;
      for (const TermRow& term : row.terms) {
        const auto all = selected(values[term.from], term.selection);
        const auto part = static_cast<std::ptrdiff_t>(all.size()) / row.groups;
        for (auto one = all.begin() + group * part; one != all.begin() + (group + 1) * part; ++one)
          if (passes_through(unit.datapath, term.from, row))
            terms.insert(terms.end(), one->children.begin(), one->children.end());
          else
            terms.push_back(*one);
      }
      if (!terms.empty()) sums.push_back(shaped(std::move(terms), row));
    }
  }
  return values[unit.datapath.sums.back().name].front();
}

// Of elements that share scales only the first is a place.
std::optional<Tree> by_block(const Tree& tree, int block) {
  if (tree.leaf())
    return tree.place == kC || tree.place % block == 0 ? std::optional(tree) : std::nullopt;
  Tree kept{.exact = tree.exact};
  for (const Tree& child : tree.children)
    if (auto one = by_block(child, block)) kept.children.push_back(std::move(*one));
  return kept.leaf() ? std::nullopt : std::optional(kept);
}

}  // namespace

Tree expected_tree(const Unit& unit) {
  const auto order = ordered_k(unit);
  const Tree leaf_c{.place = kC};
  std::vector<Tree> chain;
  if (!unit.instruction.late_c) chain.push_back(leaf_c);
  for (auto k = order.begin(); k != order.end(); k += unit.lanes()) {
    std::vector<Tree> products;
    for (auto i = k; i != k + unit.lanes(); ++i) products.push_back({.place = *i});
    chain = {step_tree(unit, products, chain)};
  }
  Tree tree = chain.front();
  if (unit.instruction.late_c) tree = sum_of({tree, leaf_c}, false);
  if (unit.scales() > 1) tree = *by_block(tree, unit.instruction.scale->block);
  return canonical(std::move(tree));
}

Tree expected_steps(const Unit& unit) {
  const auto order = ordered_k(unit);
  // A late c meets the sum of all steps.
  const int together = unit.instruction.late_c ? unit.instruction.shape.k : unit.lanes();
  Tree steps;
  for (auto k = order.begin(); k != order.end(); k += together) {
    Tree step;
    for (auto i = k; i != k + together; ++i) step.children.push_back({.place = *i});
    steps.children.push_back(std::move(step));
  }
  if (unit.scales() > 1) steps = *by_block(steps, unit.instruction.scale->block);
  return canonical(std::move(steps));
}

}  // namespace mmasc::probes
