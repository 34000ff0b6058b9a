// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/operand_ranges.h"

#include <algorithm>
#include <bit>

namespace mmasc {
namespace {

constexpr int kEnumerable = 4;  // fraction bits of formats whose significands are all tried

std::uint64_t greatest_integer(const Format& format) {
  return std::max(format.greatest_significand(), format.greatest_negative_significand());
}

int fullness_of(std::uint64_t product) {
  const auto width = static_cast<int>(std::bit_width(product));
  return static_cast<int>(((product * kFullBinade - 1) >> width) + 1);
}

int fullness_of_integers(const Format& a, const Format& b) {
  constexpr int kMostBits = 8;
  if (a.storage_bits() > kMostBits || b.storage_bits() > kMostBits) return kFullBinade;
  int fullest = 0;
  for (std::uint64_t x = 1; x <= greatest_integer(a); ++x)
    for (std::uint64_t y = 1; y <= greatest_integer(b); ++y)
      fullest = std::max(fullest, fullness_of(x * y));
  return fullest;
}

// Over every pair of significands, subnormal ones too.
int fullness_of_products(const Format& a, const Format& b) {
  if (a.is_integer() && b.is_integer()) return fullness_of_integers(a, b);
  if (a.fraction_bits > kEnumerable || b.fraction_bits > kEnumerable) return kFullBinade;
  int fullest = 0;
  for (int x = 1; x < 2 << a.fraction_bits; ++x)
    for (int y = 1; y < 2 << b.fraction_bits; ++y) {
      const int width = std::bit_width(static_cast<unsigned>(x * y));
      fullest = std::max(fullest, ((x * y * kFullBinade - 1) >> width) + 1);
    }
  return fullest;
}

Interval any_exponent(const TermRange& term) {
  return term.zero ? join(term.exponent, term.zero_exponent) : term.exponent;
}

// The exponents of x * y where it is zero.
Interval zero_exponents(const TermRange& x, const TermRange& y) {
  const Interval x_zero = x.zero_exponent + any_exponent(y);
  const Interval y_zero = any_exponent(x) + y.zero_exponent;
  return x.zero && y.zero ? join(x_zero, y_zero) : y.zero ? y_zero : x_zero;
}

Dyadic times(const Dyadic& x, const Dyadic& y) {
  return {x.integer * y.integer, x.exponent + y.exponent};
}

TermRange times(const TermRange& x, const TermRange& y) {
  TermRange range;
  range.nonzero = true;
  range.zero = x.zero || y.zero;
  range.negative = x.negative || y.negative;
  range.minus_zero =
      x.minus_zero || y.minus_zero || (x.negative && y.zero) || (x.zero && y.negative);
  range.infinite = x.infinite || y.infinite;
  range.nan = x.nan || y.nan || (range.infinite && range.zero);
  range.exponent = x.exponent + y.exponent;
  range.zero_exponent = zero_exponents(x, y);
  range.fraction = x.fraction + y.fraction;
  range.lowest_bit = x.lowest_bit + y.lowest_bit;
  range.lowest_leading = x.lowest_leading + y.lowest_leading;
  range.top = x.top + y.top;
  range.bits = x.bits + y.bits;
  range.greatest =
      larger(times(x.greatest, y.greatest), times(x.greatest_negative, y.greatest_negative));
  range.greatest_negative =
      larger(times(x.greatest, y.greatest_negative), times(x.greatest_negative, y.greatest));
  return range;
}

}  // namespace

TermRange operand_range(const Format& stored, const Format& seen, Flush flush) {
  TermRange range;
  range.nonzero = true;
  range.zero = stored.has_zero();
  range.minus_zero = range.zero && stored.has_minus_zero();
  range.negative = stored.is_signed();
  range.infinite = stored.has_infinity();
  range.nan = stored.has_nan();
  range.lowest_bit = stored.least_exponent() - stored.fraction_bits;
  range.lowest_leading = stored.has_subnormals ? range.lowest_bit : stored.least_exponent();
  if (flush != Flush::none && range.lowest_leading < seen.least_exponent()) {
    range.lowest_leading = seen.least_exponent();
    range.zero = true;
    range.minus_zero =
        range.minus_zero || (flush == Flush::keep_sign && range.negative && seen.has_minus_zero());
  }
  if (flush == Flush::all_to_plus_zero) range.minus_zero = false;
  range.exponent.low = std::max(range.lowest_leading, seen.least_exponent());
  range.exponent.high = std::max(range.exponent.low, stored.greatest_exponent());
  const int zero = seen.least_exponent();
  range.zero_exponent = {zero, zero};
  // The seen format may have subnormal numbers where the stored one still has normal ones.
  range.fraction =
      stored.fraction_bits + std::max(0, seen.least_exponent() - stored.least_exponent());
  range.top = stored.greatest_exponent() + 1;
  range.bits = stored.significand_bits();
  range.normalized = true;
  range.greatest = all_ones(stored.fraction_bits);
  if (range.negative) range.greatest_negative = range.greatest;
  if (stored.is_integer()) {
    range.top = stored.significand_bits();
    range.bits = stored.integer_bits;
    range.greatest = {BigInt(stored.greatest_significand()), 0};
    range.greatest_negative = {BigInt(stored.greatest_negative_significand()), 0};
  }
  return range;
}

void raise(const ExponentGrid& grid, TermRange& factor) {
  for (Interval* const exponents : {&factor.exponent, &factor.zero_exponent})
    *exponents = {grid.next(exponents->low), grid.next(exponents->high)};
  factor.fraction += grid.step - 1;
  factor.normalized = factor.normalized && !grid.is_coarse();
}

TermRange scale_range(const StepRules& rules) {
  TermRange all;
  for (const ScaleRule& scale : rules.scales) {
    const TermRange one = operand_range(*scale.format, *scale.format, Flush::none);
    all = &scale == &rules.scales.front() ? one : times(all, one);
  }
  return all;
}

TermRange product_range(const StepRules& rules, const Instruction& row, const TermRange& a,
                        const TermRange& b, const TermRange& scale, int shared) {
  TermRange range = times(a, b);
  range.own_exponent = a.exponent + b.exponent;
  range.own_zero_exponent = scale.zero ? any_exponent(a) + any_exponent(b) : range.zero_exponent;
  const bool is_plain =
      !rules.fixed_point && rules.scales.empty() && !grid_of_factors(rules).is_coarse();
  range.normalized = rules.flush_inputs != Flush::none && is_plain;
  // Above the least exponent one factor at most is subnormal.
  if (is_plain) range.zeros = std::max(a.fraction, b.fraction);
  range.fullness = fullness_of_products(*row.a, *row.b);
  if (rules.fixed_point) {
    const Format &of_a = *rules.a, &of_b = *rules.b;
    range.fraction -= of_a.least_exponent() + of_b.least_exponent();
    range.own_exponent = range.own_zero_exponent = {0, 0};
    range.greatest = {BigInt(of_a.greatest_significand()) * BigInt(of_b.greatest_significand()),
                      of_a.greatest_exponent() - of_a.fraction_bits + of_b.greatest_exponent() -
                          of_b.fraction_bits};
    range.greatest_negative = range.greatest;
  }
  range.exponent = range.own_exponent;
  range.zero_exponent = range.own_zero_exponent;
  if (!rules.scales.empty()) {
    const TermRange own = range;
    range = times(own, scale);
    range.own_exponent = own.exponent;
    range.own_zero_exponent = own.zero_exponent;
    range.zero_exponent = own.zero_exponent + any_exponent(scale);
    range.shared = shared;
    const bool are_powers = std::ranges::all_of(
        rules.scales, [](const ScaleRule& one) { return one.format->fraction_bits == 0; });
    range.fullness = are_powers ? own.fullness : kFullBinade;
  }
  if (const auto& limit = rules.product.infinity_at) {
    range.infinite = range.infinite || range.top > *limit;
    range.nan = range.nan || (range.infinite && range.zero);
    range.top = std::min(range.top, *limit);
    // Only subnormal factors leave a product below its exponent.
    if (is_plain) {
      const int subnormal =
          std::max(a.exponent.low + b.exponent.high, a.exponent.high + b.exponent.low);
      range.exponent.high = std::min(range.exponent.high, std::max(*limit - 1, subnormal));
      range.own_exponent = range.exponent;
    }
  }
  return range;
}

}  // namespace mmasc
