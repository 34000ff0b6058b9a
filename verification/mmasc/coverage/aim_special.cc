// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/aimer.h"

namespace mmasc {

void Aimer::aim_at_special() {
  const int kind = random_.below(6);
  if (kind == 0) return aim_at_minus_zeros();
  if (kind == 1) return put_nan();
  if (random_.chance(60))
    for (int lane = 0; lane < plan().lanes(); ++lane)
      build_.term(lane, among(build_.exponents(lane)) / 4, build_.any_digits(), sign());
  const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
  const Leaves all = leaves();
  const int first = random_.pick_from(all), second = random_.pick_from(all);
  if (kind == 2 && first < plan().lanes()) {  // infinity times zero
    const std::size_t i = build_.element(first);
    const bool infinite_a = random_.chance(50);
    build_.row[Operand::a][i] = infinite_a ? special_bits(random_, a) : zero_bits(random_, a);
    build_.row[Operand::b][i] = infinite_a ? zero_bits(random_, b) : special_bits(random_, b);
    return;
  }
  if (kind == 3 && plan().multiplier.is_scaled()) {
    const ScalePlan& scale = any_scale();
    if (scale.format.has_infinity() && random_.chance(50)) return make_scale_infinite(scale);
    const bool is_zero = scale.format.has_subnormals && random_.chance(50);
    any_element(scale) =
        is_zero ? zero_bits(random_, scale.format) : special_bits(random_, scale.format);
  }
  make_infinite(first, sign());
  if (random_.chance(70)) make_infinite(second, sign());
}

// The products that it scales are infinities, those of so many neighbouring lanes of one sign; in
// places one is a zero.
void Aimer::make_scale_infinite(const ScalePlan& scale) {
  const int lanes = plan().lanes(), alike = 1 << random_.below(ceil_log2(lanes) + 1);
  bool negative = false;
  for (int lane = 0; lane < lanes; ++lane) {
    if (lane % alike == 0) negative = sign();
    build_.term(lane, among(build_.exponents(lane)), Digits::power, negative);
  }
  any_element(scale) = infinity_of(scale.format, false);
  if (random_.chance(30))
    build_.row[Operand::a][build_.element(random_.below(lanes))] =
        zero_bits(random_, *build_.instruction().a);
  if (random_.chance(50)) make_infinite(lanes, sign());
}

const ScalePlan& Aimer::any_scale() {
  const auto& scales = plan().multiplier.scales;
  return scales[random_.below(scales.size())];
}

std::uint64_t& Aimer::any_element(const ScalePlan& scale) {
  auto& elements = build_.row[scale.operand];
  return elements[static_cast<std::size_t>(random_.below(static_cast<int>(elements.size())))];
}

void Aimer::put_nan() {
  const Instruction& row = build_.instruction();
  const auto put = [this](std::vector<std::uint64_t>& elements, const Format& format) {
    if (format.has_nan())
      elements[static_cast<std::size_t>(random_.below(static_cast<int>(elements.size())))] =
          format.default_nan();
  };
  const int side = random_.below(3 + plan().multiplier.scales.size());
  if (side == 0) put(build_.row[Operand::a], *row.a);
  if (side == 1) put(build_.row[Operand::b], *row.b);
  if (side == 2 && row.c->has_nan()) build_.set_c(row.c->default_nan());
  if (side < 3) return;
  const ScalePlan& scale = plan().multiplier.scales[side - 3];
  put(build_.row[scale.operand], scale.format);
}

void Aimer::make_infinite(int leaf, bool negative) {
  if (leaf == plan().lanes()) {
    if (!build_.c_is_chained()) return build_.set_c(infinity_of(*build_.instruction().c, negative));
    const std::size_t i = build_.chain_element();
    const Format& a = *build_.instruction().a;
    build_.c(build_.exponents(leaf).high, Digits::ones, negative);
    if (a.has_infinity()) {
      build_.row[Operand::a][i] = infinity_of(a, negative);
      build_.row[Operand::b][i] = build_.number(*build_.instruction().b, 0, Digits::power, false);
    }
    if (const Format& b = *build_.instruction().b; !a.has_infinity() && b.has_infinity()) {
      build_.row[Operand::a][i] = build_.number(a, 0, Digits::power, false);
      build_.row[Operand::b][i] = infinity_of(b, negative);
    }
    return;
  }
  const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
  const bool by_a = a.has_infinity() && (!b.has_infinity() || random_.chance(50));
  if ((!a.has_infinity() && !b.has_infinity()) || random_.chance(20)) {
    build_.term(leaf, build_.exponents(leaf).high, Digits::ones, negative);
    return;
  }
  build_.term(leaf, 0, Digits::power, false);
  const std::size_t i = build_.element(leaf);
  if (by_a)
    build_.row[Operand::a][i] = infinity_of(a, negative);
  else
    build_.row[Operand::b][i] = infinity_of(b, negative);
  if (decode(a, build_.row[Operand::a][i]).negative != 0 && !by_a && a.is_signed())
    build_.row[Operand::a][i] = negated(a, build_.row[Operand::a][i]);
  if (decode(b, build_.row[Operand::b][i]).negative != 0 && by_a && b.is_signed())
    build_.row[Operand::b][i] = negated(b, build_.row[Operand::b][i]);
}

void Aimer::aim_at_minus_zeros() {
  const Format &a = *build_.instruction().a, &b = *build_.instruction().b;
  const Format& c = *build_.instruction().c;
  for (std::size_t i = 0; i < build_.row[Operand::a].size(); ++i) {
    const bool minus_a = a.is_signed();
    build_.row[Operand::a][i] = minus_a && a.has_minus_zero() ? negated(a, 0) : 0;
    build_.row[Operand::b][i] = power_bits(random_, b, 0);
    const bool negative_b = b.is_signed() && decode(b, build_.row[Operand::b][i]).negative != 0;
    if (negative_b != !(minus_a && a.has_minus_zero()) && b.is_signed())
      build_.row[Operand::b][i] = negated(b, build_.row[Operand::b][i]);
  }
  if (c.has_minus_zero()) build_.set_c(negated(c, 0));
}

std::uint64_t Aimer::infinity_of(const Format& format, bool minus) {
  if (!format.has_infinity()) return special_bits(random_, format);
  const std::uint64_t bits = static_cast<std::uint64_t>(format.top_exponent_field())
                             << format.exponent_low();
  return minus ? negated(format, bits) : bits;
}

}  // namespace mmasc
