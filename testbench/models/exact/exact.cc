// SPDX-License-Identifier: Apache-2.0
#include "exact/exact.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <string>
#include <vector>

#include "exact/sum.h"

namespace mmasc {
namespace {

using exact::Addend;
using exact::Term;

// A product and, for sums whose exponent is that of the scales alone, that exponent.
struct Product {
  Term term;
  int scales_exponent = 0;
};

Term exact_product(const std::vector<Term>& factors) {
  Term product;
  product.value = exact::power_of_two(0);
  bool infinite = false;
  int exponent = 0;
  for (const auto& factor : factors) {
    if (factor.nan) return exact::nan_term();
    infinite |= factor.infinite;
    product.zero |= factor.zero;
    product.negative ^= factor.negative;
    product.value = product.value * factor.value;
    exponent += factor.exponent.value_or(0);
  }
  if (infinite) return product.zero ? exact::nan_term() : exact::infinite_term(product.negative);
  product.exponent = exponent;
  return product;
}

Term finished_product(Term product, const Datapath& datapath, bool yields, std::uint64_t random) {
  const auto& row = datapath.product;
  if (row.infinity_at && product.finite() && !yields &&
      !exact::less(exact::magnitude(product.value), exact::power_of_two(*row.infinity_at)))
    product = exact::infinite_term(product.negative);
  if (row.round_to == nullptr) return product;
  exact::RoundingRule rule;
  rule.rounding = row.rounding;
  rule.flush = datapath.flush;
  rule.random = random;
  return exact::round_to_format(product, *row.round_to, rule);
}

Term widened(const Format& format, const Format* wide, std::uint64_t bits) {
  const Term decoded = exact::decode(format, bits);
  return wide == nullptr ? decoded : exact::round_to_format(decoded, *wide, {});
}

Term factor(const Unit& unit, const Format& format, std::uint64_t bits) {
  const Format* widen = unit.instruction.widen;
  Term factor = exact::flush_subnormal(
      widened(format, widen, bits), widen == nullptr ? format : *widen, unit.datapath.flush.inputs);
  if (const auto exponent = unit.datapath.product.zero_factor_exponent; exponent && factor.zero)
    factor.exponent = *exponent;
  if (const auto& grid = unit.datapath.product.exponent_grid; grid && factor.exponent)
    while ((*factor.exponent - grid->first) % grid->step != 0) ++*factor.exponent;
  return factor;
}

std::vector<Term> factors_of(const Unit& unit, const DotOperands& in, int k) {
  const auto& instruction = unit.instruction;
  const auto element = static_cast<std::size_t>(k);
  std::vector<Term> factors{factor(unit, *instruction.a, in[Operand::a][element]),
                            factor(unit, *instruction.b, in[Operand::b][element])};
  const auto scale_by = [&](const Format& format, std::uint64_t scale) {
    factors.push_back(exact::decode(format, scale));
  };
  if (instruction.scale) {
    const auto block = static_cast<std::size_t>(k / instruction.scale->block);
    scale_by(*instruction.scale->format, in[Operand::sa][block]);
    scale_by(*instruction.scale->format, in[Operand::sb][block]);
  }
  if (instruction.tensor_scale) scale_by(*instruction.tensor_scale, in[Operand::st].front());
  return factors;
}

// Whether products that overflow are numbers: beside an infinite operand.
bool overflows_yield(const Unit& unit, const DotOperands& in, std::span<const int> ks,
                     const Term& c) {
  const auto infinite = [](const Term& term) { return term.infinite; };
  return unit.datapath.product.infinity_yields &&
         (c.infinite || std::ranges::any_of(ks, [&](int k) {
            return std::ranges::any_of(factors_of(unit, in, k), infinite);
          }));
}

Product product_of(const Unit& unit, const DotOperands& in, int k, bool yields,
                   std::uint64_t random) {
  const std::vector<Term> factors = factors_of(unit, in, k);
  Product product;
  for (std::size_t i = 2; i < factors.size(); ++i)
    product.scales_exponent += factors[i].exponent.value_or(0);
  product.term = finished_product(exact_product(factors), unit.datapath, yields, random);
  return product;
}

// The elements of a named value that a selection takes.
std::vector<Term> selected(const std::vector<Term>& elements, const Selection& selection) {
  std::vector<Term> taken;
  for (int i = 0; i < static_cast<int>(elements.size()); ++i) {
    const bool take =
        selection.kind == Selection::Kind::all ||
        (selection.kind == Selection::Kind::even && i % 2 == 0) ||
        (selection.kind == Selection::Kind::odd && i % 2 == 1) ||
        (selection.kind == Selection::Kind::range && i >= selection.first && i < selection.last);
    if (take) taken.push_back(elements[static_cast<std::size_t>(i)]);
  }
  return taken;
}

// One step: the products and c through the tree to d.
class Tree {
 public:
  Tree(const Datapath& datapath, const std::vector<Product>& products, const Term& c,
       exact::RandomOrder& random)
      : datapath_(datapath), random_(random) {
    for (const auto& product : products) {
      values_["products"].push_back(product.term);
      fixed_point_products_.push_back(product.term);
      fixed_point_products_.back().exponent = product.scales_exponent;
    }
    values_["c"] = {c};
  }

  Term result() {
    for (const auto& row : datapath_.sums)
      for (int group = 0; group < row.groups; ++group)
        values_[row.name].push_back(exact::sum_of(addends(row, group), row, rule(row)));
    const auto& root = values_.at(datapath_.sums.back().name);
    assert(root.size() == 1);
    exact::RoundingRule rule;
    rule.rounding = datapath_.result.rounding;
    rule.significand_fraction = datapath_.result.significand_fraction;
    rule.prerounding = datapath_.result.prerounding;
    rule.overflow = datapath_.result.overflow;
    rule.underflow = datapath_.result.underflow;
    rule.flush = datapath_.flush;
    std::size_t element = random_.end();
    if (root_is_result()) rule.rounding = Rounding::toward_zero;  // it is such a number already
    if (rule.prerounding && rule.prerounding->rounding.is_stochastic())
      rule.prerandom = random_.element(element++);
    if (rule.rounding.is_stochastic()) rule.random = random_.element(element++);
    used_ = element;
    return exact::round_to_format(root.front(), *datapath_.result.format, rule);
  }

  // The last sum, before the result's rounding.
  const Term& root() const { return values_.at(datapath_.sums.back().name).front(); }

  // Random elements of the step.
  std::size_t used() const { return used_; }

 private:
  std::vector<Addend> addends(const SumRow& row, int group) const {
    std::vector<Addend> all;
    for (const auto& term_row : row.terms) {
      const bool fixed_point =
          row.exponent == ExponentSource::scales && term_row.from == "products";
      const auto elements = selected(
          fixed_point ? fixed_point_products_ : values_.at(term_row.from), term_row.selection);
      const auto part = elements.size() / static_cast<std::size_t>(row.groups);
      for (std::size_t i = 0; i < part; ++i) {
        auto addend =
            exact::plain_addend(elements[static_cast<std::size_t>(group) * part + i], row);
        if (term_row.fraction_bits) addend.fraction_bits = *term_row.fraction_bits;
        if (term_row.alignment_rounding) addend.alignment_rounding = *term_row.alignment_rounding;
        if (term_row.zero_exponent) addend.zero_exponent = *term_row.zero_exponent;
        addend.vanishes_below = term_row.vanishes_below;
        addend.exponent_offset = term_row.exponent_offset.value_or(0);
        if (term_row.negated) addend.term = exact::opposite(addend.term);
        addend.gives_frame = term_row.from == row.ones_complement;
        all.push_back(addend);
      }
    }
    return all;
  }

  bool root_is_result() const {
    const ResultRow& result = datapath_.result;
    const SumRow& root = datapath_.sums.back();
    if (root.round_to == nullptr || *root.round_to != *result.format || result.prerounding)
      return false;
    for (const auto& kept : {root.significand_fraction, result.significand_fraction})
      if (kept && *kept < result.format->fraction_bits) return false;
    return true;
  }

  exact::SumRule rule(const SumRow& row) const {
    exact::SumRule rule;
    rule.random = &random_;
    rule.ieee_zero_sign = row.zero_sign.value_or(datapath_.zero_sign) == ZeroSign::ieee;
    rule.flush = datapath_.flush;
    rule.of_integers = datapath_.result.format->is_integer();
    if (row.round_to != nullptr) {
      rule.zero_rounding = row.rounding;
    } else if (&row == &datapath_.sums.back()) {
      rule.zero_rounding = datapath_.result.rounding;  // it is this sum that the result rounds
    }
    return rule;
  }

  const Datapath& datapath_;
  exact::RandomOrder& random_;
  std::size_t used_ = 0;
  std::map<std::string, std::vector<Term>> values_;
  std::vector<Term> fixed_point_products_;
};

std::vector<int> element_order(const Instruction& instruction) {
  std::vector<int> first, rest;
  const auto& order = instruction.order;
  for (int k = 0; k < instruction.shape.k; ++k) {
    const bool early = std::count(order.first.begin(), order.first.end(), k % order.modulus) > 0;
    (early ? first : rest).push_back(k);
  }
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

Term ieee_addition(Term x, const Term& y, const Unit& unit, std::span<const std::uint64_t> random) {
  x.level = 0;
  SumRow row;
  row.round_to = &unit.d();
  row.rounding = unit.instruction.late_c->rounding;
  exact::SumRule rule;
  rule.ieee_zero_sign = true;
  rule.zero_rounding = row.rounding;
  exact::RandomOrder order(random);
  rule.random = &order;
  const auto add = [&] {
    return exact::sum_of({exact::plain_addend(x, row), exact::plain_addend(y, row)}, row, rule);
  };
  if (!random.empty()) add();
  order.number(0);
  return add();
}

// The bits of d where the step's d is a NaN. `own`: those of c where it is one.
std::optional<std::uint64_t> nan_of_step(const Unit& unit, const DotOperands& in,
                                         std::span<const int> ks, const Term& c,
                                         std::uint64_t own) {
  const ResultRow& row = unit.datapath.result;
  bool invalid = false, plus = false, minus = false;
  for (const int k : ks) {
    const auto element = static_cast<std::size_t>(k);
    const Term a = factor(unit, *unit.instruction.a, in[Operand::a][element]);
    const Term b = factor(unit, *unit.instruction.b, in[Operand::b][element]);
    if (row.factor_nan && (a.nan || b.nan)) return row.factor_nan;
    const Term product = exact_product({a, b});
    invalid |= product.nan;
    plus |= product.infinite && !product.negative;
    minus |= product.infinite && product.negative;
  }
  const bool keeps = row.c_nan == OwnNan::quiet && c.nan && !invalid && !(plus && minus);
  if (!keeps) return row.nan;
  return own | std::uint64_t{1} << (unit.d().fraction_low() + unit.d().fraction_bits - 1);
}

// One step; takes its elements off `random`.
Term step_of(const Unit& unit, const DotOperands& in, std::span<const int> ks, const Term& c,
             std::span<const std::uint64_t>& random) {
  const Datapath& row = unit.datapath;
  const bool products_draw = row.product.round_to && row.product.rounding.is_stochastic();
  const bool yields = overflows_yield(unit, in, ks, c);
  std::vector<Product> products;
  for (std::size_t lane = 0; lane < ks.size(); ++lane)
    products.push_back(product_of(unit, in, ks[lane], yields,
                                  products_draw && lane < random.size() ? random[lane] : 0));
  exact::RandomOrder order(random);
  if (!random.empty()) Tree(row, products, c, order).result();
  order.number(products_draw ? products.size() : 0);
  Tree tree(row, products, c, order);
  const Term result = tree.result();
  random = random.subspan(std::min(tree.used(), random.size()));
  return result;
}

// The elements of b that a's meet. Without sparsity, all.
std::vector<std::uint64_t> met_elements(const Instruction& instruction,
                                        std::span<const std::uint64_t> b,
                                        std::span<const std::uint64_t> metadata) {
  if (!instruction.sparsity) return {b.begin(), b.end()};
  const SparsityRow& row = *instruction.sparsity;
  std::vector<std::uint64_t> met;
  auto kept = metadata.begin();
  for (; !b.empty(); b = b.subspan(static_cast<std::size_t>(row.of * row.together)))
    for (int i = 0; i < row.keep; ++i, ++kept)
      for (int j = 0; j < row.together; ++j)
        met.push_back(
            b[*kept % static_cast<unsigned>(row.of) * static_cast<unsigned>(row.together) +
              static_cast<unsigned>(j)]);
  return met;
}

// Whether a NaN of the format signals: IEEE 754 has its highest fraction bit clear.
bool is_signalling(const Format& format, std::uint64_t bits) {
  return format.specials == Specials::ieee && exact::decode(format, bits).nan &&
         (bits >> (format.fraction_low() + format.fraction_bits - 1) & 1) == 0;
}

}  // namespace

std::uint64_t flags_exactly(const Unit& unit, const DotOperands& in) {
  const Instruction& instruction = unit.instruction;
  const Term c = exact::decode(*instruction.c, in.c());
  bool nan = c.nan, invalid = is_signalling(*instruction.c, in.c());
  std::vector<Product> products;
  for (int k = 0; k < instruction.shape.k; ++k) {
    const auto element = static_cast<std::size_t>(k);
    const std::vector<Term> factors = factors_of(unit, in, k);
    const Term product = exact_product(factors);
    const bool nan_factor = factors[0].nan || factors[1].nan;
    nan |= nan_factor;
    invalid |= (product.nan && !nan_factor) ||
               is_signalling(*instruction.a, in[Operand::a][element]) ||
               is_signalling(*instruction.b, in[Operand::b][element]);
    products.push_back({product});
  }
  exact::RandomOrder random({});
  Tree tree(unit.datapath, products, c, random);
  (void)tree.result();
  const Term& root = tree.root();
  constexpr std::uint64_t kInvalid = 16, kOverflow = 4, kUnderflow = 2, kInexact = 1;
  if (root.nan) return invalid || !nan ? kInvalid : 0;
  if (!root.finite()) return 0;
  exact::RoundingRule rule;
  rule.rounding = unit.datapath.result.rounding;
  rule.significand_fraction = unit.datapath.result.significand_fraction;
  const auto [overflow, underflow, inexact] = exact::signals_of(root, unit.d(), rule);
  return (overflow ? kOverflow : 0) | (underflow ? kUnderflow : 0) | (inexact ? kInexact : 0);
}

std::uint64_t evaluate_exactly(const Unit& unit, const DotOperands& operands) {
  const auto& instruction = unit.instruction;
  DotOperands in = operands;
  assert(static_cast<int>(in[Operand::b].size()) == instruction.shape.k);
  const std::vector<std::uint64_t> met =
      met_elements(instruction, in[Operand::b], in[Operand::metadata]);
  in[Operand::b] = met;
  std::span<const std::uint64_t> random = in[Operand::random];
  assert(in[Operand::b].size() == in[Operand::a].size());
  assert(static_cast<int>(in[Operand::sa].size()) == unit.scales());
  assert(in[Operand::sb].size() == in[Operand::sa].size());
  assert(in[Operand::st].size() == (instruction.tensor_scale == nullptr ? 0u : 1u));
  const Format* widen_c = instruction.widen_c;
  const Term own_c = widened(*instruction.c, widen_c, in.c());
  const auto order = element_order(instruction);
  Term chain = instruction.late_c
                   ? exact::zero_term(unit.d(), false)
                   : exact::flush_subnormal(own_c, widen_c == nullptr ? *instruction.c : *widen_c,
                                            unit.datapath.flush.inputs);
  const auto lanes = static_cast<std::size_t>(unit.lanes());
  std::optional<std::uint64_t> nan = in.c();
  for (int step = 0; step < unit.steps(); ++step) {
    const auto ks = std::span(order).subspan(static_cast<std::size_t>(step) * lanes, lanes);
    if (step > 0 && unit.c() != unit.d()) chain = exact::round_to_format(chain, *widen_c, {});
    chain.level = 0;
    nan = nan_of_step(unit, in, ks, chain, nan.value_or(0));
    chain = step_of(unit, in, ks, chain, random);
  }
  if (instruction.late_c) chain = ieee_addition(chain, own_c, unit, random);
  return exact::encode(unit.d(), chain, instruction.late_c ? unit.datapath.result.nan : nan);
}

}  // namespace mmasc
