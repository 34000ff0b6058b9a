// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/draft.h"

#include <algorithm>

#include "mmasc/arith/convert.h"
#include "mmasc/unit/number_pattern.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {

Draft::Draft(const Sequence& sequence, const Edges& edges, Random& random)
    : sequence_(sequence), edges_(edges), random_(random) {
  row = Case(layout_of(unit()));
  row[Operand::random].clear();
  scale_exponents_.resize(row[Operand::sa].size());
  scale_by(0, 0);
}

int Draft::scale_of(int i) const {
  if (scale_exponents_.empty()) return common_exponent_;
  return common_exponent_ +
         scale_exponents_[static_cast<std::size_t>(i / unit().instruction.scale->block)];
}

ExponentRange Draft::products() const {
  const Format &a = *unit().instruction.a, &b = *unit().instruction.b;
  ExponentRange range{a.least_exponent() + b.least_exponent(),
                      greatest_leading_exponent(a) + greatest_leading_exponent(b)};
  for (const ScalePlan& scale : plan().multiplier.scales) {
    range.least += scale.format.least_exponent();
    range.greatest += scale.format.greatest_exponent();
  }
  return range;
}

ExponentRange Draft::results() const {
  const Plan& plan = this->plan();
  ExponentRange range = products();
  const auto fit = [&](int least, int greatest) {
    range.least = std::max(range.least, least);
    range.greatest = std::min(range.greatest, greatest);
  };
  fit(plan.result.least_exponent, greatest_leading_exponent(plan.d));
  if (plan.multiplier.rounds)
    fit(plan.multiplier.round.least_exponent, plan.multiplier.round.greatest_exponent);
  if (plan.multiplier.infinity_at != kNoLimit) fit(range.least, plan.multiplier.infinity_at - 2);
  for (int terms = k(); terms > 0; terms /= 2) --range.greatest;
  if (range.greatest < range.least) range.greatest = range.least;
  return range;
}

void Draft::scales_of(int exponent, int spread, Bits bits) {
  if (scale_exponents_.empty()) return common_scales_of(exponent, bits);
  common_scales_of(0, bits);
  const Format& format = *unit().instruction.scale->format;
  const ExponentRange one{format.least_exponent(), format.greatest_exponent()};
  for (std::size_t i = 0; i < scale_exponents_.size(); ++i) {
    const int both = exponent + random_.between(-spread, spread);
    const int first = one.clamp(both / 2 + random_.between(-2, 2));
    const int second = one.clamp(both - first);
    row[Operand::sa][i] = bits(random_, format, first);
    row[Operand::sb][i] = bits(random_, format, second);
    scale_exponents_[i] = first + second;
  }
}

void Draft::common_scales_of(int exponent, Bits bits) {
  common_exponent_ = 0;
  for (const ScalePlan& scale : plan().multiplier.scales) {
    if (!scale.is_common()) continue;
    const Format& format = scale.format;
    const ExponentRange one{format.least_exponent(), format.greatest_exponent()};
    const int own = one.clamp(exponent);
    const std::uint64_t any = bits(random_, format, own);
    const bool is_negative = format.is_signed() && (any >> format.sign_low() & 1) != 0;
    row[scale.operand] = {is_negative ? negated(format, any) : any};
    common_exponent_ += own;
  }
}

void Draft::scale_towards(int exponent, int spread) {
  const Format &a = *unit().instruction.a, &b = *unit().instruction.b;
  const int least = a.least_exponent() + b.least_exponent();
  const int greatest = greatest_leading_exponent(a) + greatest_leading_exponent(b);
  scale_by(exponent - random_.between(least, greatest), spread);
}

void Draft::product_of(int i, int exponent, Bits bits) {
  const Format &a = *unit().instruction.a, &b = *unit().instruction.b;
  exponent -= scale_of(i);
  const int least = std::max(a.least_exponent(), exponent - greatest_leading_exponent(b));
  const int greatest = std::min(greatest_leading_exponent(a), exponent - b.least_exponent());
  const ExponentRange range{std::min(least, greatest), std::max(least, greatest)};
  const int middle = (range.least + range.greatest) / 2;
  const int exponent_a = random_.chance(60) ? range.clamp(middle + random_.between(-3, 3))
                                            : random_.between(range.least, range.greatest);
  row[Operand::a][static_cast<std::size_t>(i)] = bits(random_, a, exponent_a);
  row[Operand::b][static_cast<std::size_t>(i)] = bits(random_, b, exponent - exponent_a);
}

void Draft::full_product(int i, int exponent, bool negative) {
  const Format &a = *unit().instruction.a, &b = *unit().instruction.b;
  if (sequence_.plan().multiplier.fixed_point())
    exponent = scale_of(i) + greatest_leading_exponent(a) + greatest_leading_exponent(b);
  product_of(i, exponent, full_bits);
  const auto place = static_cast<std::size_t>(i);
  if (!negative) return;
  if (a.is_signed())
    row[Operand::a][place] = negated(a, row[Operand::a][place]);
  else
    row[Operand::b][place] = negated(b, row[Operand::b][place]);
}

void Draft::zero_product(int i) {
  const Format &a = *unit().instruction.a, &b = *unit().instruction.b;
  const auto place = static_cast<std::size_t>(i);
  const int which = random_.below(3);
  row[Operand::a][place] = which != 1 ? zero_bits(random_, a) : uniform_bits(random_, a);
  row[Operand::b][place] = which != 2 ? zero_bits(random_, b) : uniform_bits(random_, b);
}

void Draft::minus_zero_product(int i) {
  zero_product(i);
  const auto place = static_cast<std::size_t>(i);
  const Format &a = *unit().instruction.a, &b = *unit().instruction.b;
  const auto sign = [](const Format& format, std::uint64_t bits) {
    return format.is_signed() && (bits >> format.sign_low() & 1) != 0;
  };
  if (sign(a, row[Operand::a][place]) == sign(b, row[Operand::b][place]))
    row[Operand::a][place] = negated(a, row[Operand::a][place]);
  if (sign(a, row[Operand::a][place]) == sign(b, row[Operand::b][place]))
    row[Operand::b][place] = negated(b, row[Operand::b][place]);
}

void Draft::opposite(int i, int from, bool close) {
  const auto place = static_cast<std::size_t>(i), source = static_cast<std::size_t>(from);
  const Format &a = *unit().instruction.a, &b = *unit().instruction.b;
  row[Operand::a][place] = negated(a, row[Operand::a][source]);
  row[Operand::b][place] =
      close ? neighbour_bits(random_, b, row[Operand::b][source]) : row[Operand::b][source];
}

void Draft::c(int exponent) { row.c() = number_bits(random_, *unit().instruction.c, exponent); }

void Draft::full_c(int exponent, bool negative) {
  const Format& c = *unit().instruction.c;
  row.c() = full_bits(random_, c, exponent);
  if (negative) row.c() = negated(c, row.c());
}

void Draft::zero_c() { row.c() = zero_bits(random_, *unit().instruction.c); }

void Draft::minus_zero_c() {
  const Format& c = *unit().instruction.c;
  row.c() = c.has_minus_zero() ? negated(c, 0) : 0;
}

void Draft::opposite_c(bool exact) {
  const Format& c = *unit().instruction.c;
  row.c() = 0;
  const std::uint64_t sum = evaluate(sequence_, operands_of(row));
  const auto near = nearest_bits(unit().d(), c, sum);
  if (!near || decode(c, *near).nan || decode(c, *near).infinite) return this->c(0);
  row.c() = negated(c, *near);
  if (!exact) row.c() = neighbour_bits(random_, c, row.c());
}

}  // namespace mmasc
