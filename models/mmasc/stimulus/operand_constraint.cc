// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/operand_constraint.h"

#include <algorithm>
#include <limits>

#include "mmasc/arith/sparsity.h"
#include "mmasc/stimulus/operand_constraint_parser.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {
namespace {

bool is_subnormal(const ExactTerm& x) {
  return x.finite() && !x.zero && x.significand.bit_length() <= x.fraction_bits;
}

// Exponents add up; what is infinite, zero or NaN follows IEEE 754.
ExactTerm product_of(const ExactTerm& x, const ExactTerm& y) {
  ExactTerm product;
  product.significand = x.significand * y.significand;
  product.fraction_bits = x.fraction_bits + y.fraction_bits;
  product.exponent = x.exponent + y.exponent;
  product.negative = x.negative != y.negative;
  product.nan = x.nan || y.nan || (x.infinite && y.zero) || (x.zero && y.infinite);
  product.infinite = !product.nan && (x.infinite || y.infinite);
  product.zero = !product.nan && (x.zero || y.zero);
  return product;
}

// Zero for zero, else a measure that grows with the magnitude.
std::uint64_t measure(const BigInt& difference) {
  constexpr int kTop = 16;
  const int bits = difference.bit_length();
  if (bits == 0) return 0;
  const BigInt top =
      bits > kTop ? difference.abs() >> (bits - kTop - 1) : difference.abs() << (kTop + 1 - bits);
  return static_cast<std::uint64_t>(bits) << kTop | top.low_bits(kTop).low_limb();
}

std::uint64_t element_at(const OperandLayout& layout, const ElementReference& one, const Case& row,
                         int product) {
  const Case::Elements& elements = row[one.operand];
  if (one.index >= 0) return elements[static_cast<std::size_t>(one.index)];
  const auto i = static_cast<std::size_t>(product);
  const std::size_t place =
      layout.sparsity ? selected_place(*layout.sparsity, row[Operand::metadata], i) : i;
  if (one.operand == Operand::a) return elements[i];
  if (one.operand == Operand::b) return elements[place];
  if (one.operand == Operand::metadata)
    return elements[i / static_cast<std::size_t>(layout.sparsity->together)];
  return elements[place / static_cast<std::size_t>(layout.scale_block)];
}

}  // namespace

const std::vector<PropertyRow> kProperties{
    {"exponent", [](const ExactTerm& x) { return BigInt(x.exponent); }},
    {"significand", [](const ExactTerm& x) { return x.significand; }},
    {"sign", [](const ExactTerm& x) { return BigInt(x.negative ? 1 : 0); }},
    {"bits", nullptr, true, true},
    {"is_zero", [](const ExactTerm& x) { return BigInt(x.zero && x.finite() ? 1 : 0); }},
    {"is_nan", [](const ExactTerm& x) { return BigInt(x.nan ? 1 : 0); }, false, true},
    {"is_infinity", [](const ExactTerm& x) { return BigInt(x.infinite && !x.nan ? 1 : 0); }, false,
     true},
    {"is_subnormal", [](const ExactTerm& x) { return BigInt(is_subnormal(x) ? 1 : 0); }, true},
    {"is_finite", [](const ExactTerm& x) { return BigInt(x.finite() ? 1 : 0); }, false, true},
};

OperandConstraint::OperandConstraint(std::string_view text, const OperandLayout& layout)
    : layout_(layout), products_(layout[Operand::a].count) {
  ParsedConstraint parsed = parse_constraint(text, layout_);
  nodes_ = std::move(parsed.nodes);
  literals_ = std::move(parsed.literals);
  add_parts(static_cast<int>(nodes_.size()) - 1);
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const bool is_each = nodes_[static_cast<std::size_t>(parts_[part])].is_each;
    for (int product = is_each ? 0 : -1; product < (is_each ? products_ : 0); ++product)
      instances_.push_back({static_cast<int>(part), product});
  }
}

void OperandConstraint::add_parts(int node) {
  const Node& at = nodes_[static_cast<std::size_t>(node)];
  if (at.op != Op::both) return parts_.push_back(node);
  add_parts(at.left);
  add_parts(at.right);
}

bool OperandConstraint::holds(const Case& row) const {
  return std::ranges::all_of(instances_, [&](const Instance& one) {
    return truth(parts_[static_cast<std::size_t>(one.part)], row, one.product);
  });
}

std::uint64_t OperandConstraint::distance(const Instance& instance, const Case& row) const {
  return distance(parts_[static_cast<std::size_t>(instance.part)], row, instance.product, true);
}

bool OperandConstraint::truth(int node, const Case& row, int product) const {
  return !value(node, row, product).is_zero();
}

BigInt OperandConstraint::property_of(const Node& node, const Case& row, int product) const {
  const auto bits = [&](const ElementReference& one) {
    return element_at(layout_, one, row, product);
  };
  if (node.property->of == nullptr) return bits(node.factors.front());
  const auto decoded = [&](const ElementReference& one) {
    return decode_exactly(*layout_[one.operand].format, Flush::none, bits(one));
  };
  ExactTerm term = decoded(node.factors.front());
  for (std::size_t i = 1; i < node.factors.size(); ++i)
    term = product_of(term, decoded(node.factors[i]));
  return node.property->of(term);
}

BigInt OperandConstraint::value(int node, const Case& row, int product) const {
  const Node& at = nodes_[static_cast<std::size_t>(node)];
  const auto left = [&](int i) { return value(at.left, row, i); };
  const auto count_true = [&] {
    int count = 0;
    for (int i = 0; i < products_; ++i) count += truth(at.left, row, i) ? 1 : 0;
    return count;
  };
  switch (at.op) {
    case Op::literal:
      return at.literal;
    case Op::property:
      return property_of(at, row, product);
    case Op::negative:
      return -left(product);
    case Op::no:
      return left(product).is_zero() ? 1 : 0;
    case Op::add:
      return left(product) + value(at.right, row, product);
    case Op::subtract:
      return left(product) - value(at.right, row, product);
    case Op::multiply:
      return left(product) * value(at.right, row, product);
    case Op::less:
      return left(product) < value(at.right, row, product) ? 1 : 0;
    case Op::less_equal:
      return left(product) <= value(at.right, row, product) ? 1 : 0;
    case Op::equal:
      return left(product) == value(at.right, row, product) ? 1 : 0;
    case Op::both:
      return truth(at.left, row, product) && truth(at.right, row, product) ? 1 : 0;
    case Op::either:
      return truth(at.left, row, product) || truth(at.right, row, product) ? 1 : 0;
    case Op::any:
      return count_true() > 0 ? 1 : 0;
    case Op::all:
      return count_true() == products_ ? 1 : 0;
    case Op::count:
      return count_true();
    case Op::least:
    case Op::greatest:
      break;
  }
  BigInt extreme = left(0);
  for (int i = 1; i < products_; ++i)
    if (BigInt next = left(i); at.op == Op::least ? next < extreme : extreme < next)
      extreme = std::move(next);
  return extreme;
}

std::uint64_t OperandConstraint::distance(int node, const Case& row, int product,
                                          bool wanted) const {
  const Node& at = nodes_[static_cast<std::size_t>(node)];
  const auto of_child = [&](int child, int i) { return distance(child, row, i, wanted); };
  const auto of_each = [&](bool all) {
    std::uint64_t sum = 0, least = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i < products_; ++i) {
      const std::uint64_t one = of_child(at.left, i);
      sum += one;
      least = std::min(least, one);
    }
    return all ? sum : least;
  };
  // How far x is above y; by one more where they may not be equal.
  const auto above = [](const BigInt& x, const BigInt& y, int more) {
    const BigInt difference = x - y + BigInt(more);
    return difference.is_negative() ? 0 : measure(difference);
  };
  switch (at.op) {
    case Op::no:
      return distance(at.left, row, product, !wanted);
    case Op::both:
    case Op::either: {
      const std::uint64_t left = of_child(at.left, product), right = of_child(at.right, product);
      return (at.op == Op::both) == wanted ? left + right : std::min(left, right);
    }
    case Op::any:
    case Op::all:
      return of_each((at.op == Op::all) == wanted);
    case Op::less:
    case Op::less_equal: {
      const BigInt left = value(at.left, row, product), right = value(at.right, row, product);
      const bool is_strict = (at.op == Op::less) == wanted;
      return wanted ? above(left, right, is_strict ? 1 : 0) : above(right, left, is_strict ? 1 : 0);
    }
    case Op::equal: {
      const BigInt difference = value(at.left, row, product) - value(at.right, row, product);
      return wanted ? measure(difference) : difference.is_zero() ? measure(1) : 0;
    }
    default:
      return truth(node, row, product) == wanted ? 0 : measure(1);
  }
}

bool OperandConstraint::tells_specials() const {
  return std::ranges::any_of(nodes_, [](const Node& node) {
    return node.property != nullptr && node.property->tells_specials;
  });
}

std::vector<ElementReference> OperandConstraint::elements_of(const Instance& instance) const {
  std::vector<ElementReference> all;
  const auto add_all = [&](Operand operand) {
    for (int i = 0; i < layout_[operand].count; ++i) all.push_back({operand, i});
  };
  const auto add = [&](const ElementReference& one, int product) {
    if (one.index >= 0) return all.push_back(one);
    // Which element of b a product takes, and with it the scales, follows from metadata.
    if (product < 0 || (layout_.sparsity && one.operand != Operand::a)) {
      if (layout_.sparsity) add_all(Operand::metadata);
      return add_all(one.operand);
    }
    const bool scales = row_of(one.operand).scales;
    all.push_back({one.operand, scales ? product / layout_.scale_block : product});
  };
  const auto walk = [&](const auto& self, int node, int product) -> void {
    if (node < 0) return;
    const Node& at = nodes_[static_cast<std::size_t>(node)];
    for (const ElementReference& one : at.factors) add(one, product);
    const int inside = at.op >= Op::any ? -1 : product;
    self(self, at.left, inside);
    self(self, at.right, inside);
  };
  walk(walk, parts_[static_cast<std::size_t>(instance.part)], instance.product);
  std::ranges::sort(all, {},
                    [](const ElementReference& one) { return std::pair(one.operand, one.index); });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace mmasc
