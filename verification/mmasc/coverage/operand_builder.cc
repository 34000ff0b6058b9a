// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/operand_builder.h"

#include <algorithm>
#include <bit>

#include "mmasc/stimulus/element_bits.h"

namespace mmasc {
namespace {

Interval exponents_of(const Format& format) {
  return {format.least_exponent(), format.greatest_exponent()};
}

int width_of(std::uint64_t x) { return static_cast<int>(std::bit_width(x)); }

int pick(Random& random, int low, int high) {
  return random.between(std::min(low, high), std::max(low, high));
}

}  // namespace

OperandBuilder::OperandBuilder(const Sequence& sequence, Random& random)
    : sequence_(&sequence), random_(&random), step_(sequence.steps() - 1) {
  const auto k = static_cast<std::size_t>(instruction().shape.k);
  row[Operand::a].resize(k);
  row[Operand::b].resize(k);
  const auto blocks = static_cast<std::size_t>(sequence.unit().scales());
  row[Operand::sa].resize(blocks);
  row[Operand::sb].resize(blocks);
  // Without scales of blocks all products are one block, whose scales are the common ones.
  scale_exponents_.resize(has_blocks() ? blocks : plan().multiplier.is_scaled() ? 1 : 0);
  if (has_blocks()) draw_common_scales();
  const SequencePlan& program = sequence.program();
  for (int step = 0; step < program.steps + program.additions(); ++step)
    for (const int bits : program.plan_of(step).random_bits)
      row[Operand::random].push_back(random.next() >> (64 - bits));
  for (std::size_t block = 0; block < scale_exponents_.size(); ++block) {
    set_scales(static_cast<int>(block), 0);
    scale_exponents_[block].reset();
  }
  // A c of the instruction's own reaches its step as it is where no other has a term.
  if (!instruction().late_c && random.chance(50)) step_ = 0;
}

void OperandBuilder::draw_common_scales() {
  const Interval all = scale_exponents(true);
  const int exponent = random_->chance(50) ? 0 : random_->between(all.low, all.high);
  common_exponent_ = set_common_scales(exponent, random_->chance(70) ? Digits::power : Digits::any);
}

int OperandBuilder::set_common_scales(int exponent, Digits digits) {
  int all = 0;
  common_negative_ = false;
  for (const ScalePlan& scale : plan().multiplier.scales) {
    if (!scale.is_common()) continue;
    const Interval one = exponents_of(scale.format);
    const int own = std::clamp(exponent - all, one.low, one.high);
    const bool negative = scale.format.is_signed() && random_->chance(30);
    row[scale.operand] = {number(scale.format, own, digits, negative)};
    common_negative_ = common_negative_ != negative;
    all += own;
  }
  return all;
}

std::size_t OperandBuilder::element(int step, int lane) const {
  return static_cast<std::size_t>(sequence_->program().order[step * lanes() + lane]);
}

int OperandBuilder::block_of(int step, int lane) const {
  return has_blocks() ? (step * lanes() + lane) / instruction().scale->block : 0;
}

Interval OperandBuilder::exponents(int leaf) const {
  if (leaf == lanes() && !c_is_chained()) return exponents_of(*instruction().c);
  Interval range = exponents_of(*instruction().a) + exponents_of(*instruction().b);
  if (!plan().multiplier.is_scaled()) return range;
  if (plan().multiplier.fixed_point()) range = {0, 0};
  return range + scale_exponents(!has_blocks()) + Interval{common_exponent_, common_exponent_};
}

Interval OperandBuilder::scale_exponents(bool are_common) const {
  Interval all{0, 0};
  for (const ScalePlan& scale : plan().multiplier.scales)
    if (scale.is_common() == are_common) all = all + exponents_of(scale.format);
  return all;
}

bool OperandBuilder::share_scales(int x, int y) const {
  const int alike = plan().multiplier.lanes_scaled_alike();
  return plan().multiplier.is_scaled() && x < lanes() && y < lanes() && x / alike == y / alike;
}

void OperandBuilder::set_scales(int block, int exponent) {
  const auto i = static_cast<std::size_t>(block);
  const Digits digits = random_->chance(70) ? Digits::power : Digits::any;
  if (!has_blocks()) {
    scale_exponents_[i] = set_common_scales(exponent, digits);
    return;
  }
  const Format& format = *instruction().scale->format;
  const Interval one = exponents_of(format);
  const int least = std::max(one.low, exponent - one.high);
  const int greatest = std::min(one.high, exponent - one.low);
  const int first = std::clamp(exponent / 2 + random_->between(-2, 2), std::min(least, greatest),
                               std::max(least, greatest));
  row[Operand::sa][i] = number(format, first, digits, false);
  row[Operand::sb][i] = number(format, exponent - first, digits, false);
  scale_exponents_[i] = std::clamp(exponent, 2 * one.low, 2 * one.high);
}

void OperandBuilder::scale_for(int leaf, int exponent, int other) {
  if (!plan().multiplier.is_scaled() || leaf >= lanes()) return;
  const int block = block_of(step_, leaf);
  exponent -= common_exponent_;
  other -= common_exponent_;
  const Interval own = exponents_of(*instruction().a) + exponents_of(*instruction().b);
  if (plan().multiplier.fixed_point()) return set_scales(block, exponent);
  const int least = std::max(exponent, other) - own.high;
  const int greatest = std::min(exponent, other) - own.low;
  const Interval reach = scale_exponents(!has_blocks());
  set_scales(block, std::clamp(pick(*random_, least, greatest), reach.low, reach.high));
}

Digits OperandBuilder::any_digits() {
  return random_->pick(
      {Digits::any, Digits::any, Digits::power, Digits::power, Digits::ones, Digits::odd});
}

std::uint64_t OperandBuilder::number(const Format& format, int exponent, Digits digits,
                                     bool negative) {
  std::uint64_t bits = 0;
  const std::uint64_t fraction = (std::uint64_t{1} << format.fraction_bits) - 1;
  const int normal = std::clamp(exponent, format.least_exponent(), format.greatest_exponent());
  const bool at_top = normal == format.greatest_exponent();
  const std::uint64_t top_fraction = format.greatest_significand() & fraction;
  bits = power_bits(*random_, format, exponent);
  if (digits == Digits::any) bits = number_bits(*random_, format, exponent);
  if (exponent >= format.least_exponent() && digits == Digits::ones)
    bits |= (at_top ? top_fraction : fraction) << format.fraction_low();
  if (exponent >= format.least_exponent() && digits == Digits::odd &&
      (!at_top || top_fraction != 0))
    bits |= std::uint64_t{format.fraction_bits > 0} << format.fraction_low();
  if (!format.is_signed()) return bits;
  const bool is_negative = (bits >> format.sign_low() & 1) != 0;
  return is_negative == negative ? bits : negated(format, bits);
}

void OperandBuilder::product(int step, int lane, int exponent, Digits digits, bool negative) {
  const Format &a = *instruction().a, &b = *instruction().b;
  if (plan().multiplier.is_scaled()) {
    auto& scale = scale_exponents_[static_cast<std::size_t>(block_of(step, lane))];
    if (!scale) scale_for(lane, exponent, exponent);
    if (scale) exponent -= *scale;
  }
  exponent -= common_exponent_;
  negative = negative != common_negative_;
  if (plan().multiplier.fixed_point() && plan().multiplier.is_scaled())
    exponent = own_exponent_.value_or(random_->between(
        a.least_exponent() + b.least_exponent(), a.greatest_exponent() + b.greatest_exponent()));
  const int least = std::max(a.least_exponent(), exponent - b.greatest_exponent());
  const int greatest = std::min(a.greatest_exponent(), exponent - b.least_exponent());
  const int exponent_a = pick(*random_, least, greatest);
  const bool negative_a = a.is_signed() && (!b.is_signed() || random_->chance(50));
  const bool negative_b = b.is_signed() && (a.is_signed() ? negative != negative_a : negative);
  // One full factor beside a power of two keeps the product's bits full.
  const bool first = random_->chance(50);
  const bool both = digits == Digits::any || random_->chance(30);
  const std::size_t i = element(step, lane);
  row[Operand::a][i] = number(a, exponent_a, both || first ? digits : Digits::power,
                              b.is_signed() ? negative_a : negative);
  row[Operand::b][i] =
      number(b, exponent - exponent_a, both || !first ? digits : Digits::power, negative_b);
}

std::uint64_t OperandBuilder::whole(const Format& format, std::uint64_t x, int unit,
                                    bool negative) {
  const int leading = width_of(x) - 1;
  const std::uint64_t fraction =
      (x << (format.fraction_bits - leading)) & ((std::uint64_t{1} << format.fraction_bits) - 1);
  return number(format, unit + leading, Digits::power, negative) | fraction
                                                                       << format.fraction_low();
}

void OperandBuilder::whole_product(int lane, std::uint64_t x, std::uint64_t y, int unit,
                                   bool negative) {
  if (has_blocks()) return;
  if (plan().multiplier.is_scaled()) {
    scale_exponents_.front() = set_common_scales(0, Digits::power);
    negative = negative != common_negative_;
  }
  const Format &a = *instruction().a, &b = *instruction().b;
  const int leading = width_of(x) - 1 + width_of(y) - 1;
  const int least = std::max(a.least_exponent(), unit + leading - b.greatest_exponent());
  const int greatest = std::min(a.greatest_exponent(), unit + leading - b.least_exponent());
  const int unit_a = pick(*random_, least, greatest) - (width_of(x) - 1);
  const std::size_t i = element(lane);
  row[Operand::a][i] = whole(a, x, unit_a, negative && a.is_signed());
  row[Operand::b][i] = whole(b, y, unit - unit_a, negative && !a.is_signed());
}

void OperandBuilder::term(int leaf, int exponent, Digits digits, bool negative) {
  if (leaf == lanes()) return c(exponent, digits, negative);
  product(step_, leaf, exponent, digits, negative);
}

void OperandBuilder::c(int exponent, Digits digits, bool negative) {
  if (!c_is_chained()) {
    row.c() = number(*instruction().c, exponent, digits, negative);
    return;
  }
  product(0, random_->below(lanes()), exponent, digits, negative);
}

void OperandBuilder::negate(int leaf, bool of_b) {
  const Format &a = *instruction().a, &b = *instruction().b, &c = *instruction().c;
  if (leaf == lanes()) {
    if (c.is_signed()) row.c() = negated(c, row.c());
    return;
  }
  const bool by_b = b.is_signed() && (of_b || !a.is_signed());
  if (!by_b && !a.is_signed()) return;
  for (int step = 0; step < sequence_->steps(); ++step) {
    const std::size_t i = element(step, leaf);
    auto& factor = by_b ? row[Operand::b][i] : row[Operand::a][i];
    factor = negated(by_b ? b : a, factor);
  }
}

}  // namespace mmasc
