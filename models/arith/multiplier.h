// SPDX-License-Identifier: Apache-2.0
// Stage 1, multiplier: unpacks the operands and multiplies significands exactly. Operands -> Terms:
// the products in lane order, then c.
#pragma once

#include "arith/payload.h"

namespace mmasc {

// Decodes one stored element. Subnormals and zero keep the format's least exponent and are not
// normalized; the significand has one integer bit. `flush` applies to subnormals.
//
//     [ s | e e e | f f f f | ignored ]  ->  negative = s, exponent = max(e, 1) - bias,
//                                            significand = (e > 0).f f f f
template <NumberSystem N>
constexpr Term<N> unpack(const Format& format, Flush flush, const typename N::word& stored,
                         int index_bits) {
  using bit = typename N::bit;
  const int bits = format.significand_bits() + 1;
  const auto nothing = N::word_of(0, bits);
  const auto fraction = N::field(stored, format.fraction_low(), format.fraction_bits);
  const auto exponent_field = N::field(stored, format.exponent_low(), format.exponent_bits);
  const auto top = N::word_of(format.top_exponent_field(), format.exponent_bits + 1);

  Term<N> term;
  const bit fraction_is_zero = N::equal(fraction, nothing);
  const bit exponent_is_zero = N::equal(exponent_field, N::word_of(0, format.exponent_bits + 1));
  const bit exponent_is_top = N::equal(exponent_field, top);
  const bit subnormal =
      format.has_subnormals ? exponent_is_zero : N::bit_of(false);
  term.negative = format.is_signed()
                      ? N::equal(N::field(stored, format.sign_low(), 1), N::word_of(1, 2))
                      : N::bit_of(false);
  term.zero = N::both(subnormal, fraction_is_zero);
  term.nan = N::bit_of(false);
  term.infinite = N::bit_of(false);
  switch (format.specials) {
    case Specials::ieee:
      term.nan = N::both(exponent_is_top, N::invert(fraction_is_zero));
      term.infinite = N::both(exponent_is_top, fraction_is_zero);
      break;
    case Specials::nan_all_ones:
      term.nan = N::both(exponent_is_top,
                         N::equal(fraction, N::word_of((std::int64_t{1} << format.fraction_bits) - 1,
                                                       bits)));
      break;
    case Specials::nan_minus_zero: term.nan = N::both(term.zero, term.negative); break;
    case Specials::none: break;
  }
  const auto hidden = N::word_of(std::int64_t{1} << format.fraction_bits, bits);
  term.significand = N::add(fraction, N::select(subnormal, nothing, hidden), bits);
  const auto least = N::index_of(format.least_exponent(), index_bits);
  term.exponent =
      N::select(subnormal, least,
                N::sub(N::to_index(exponent_field, index_bits),
                       N::index_of(format.bias, index_bits), index_bits));
  if (flush != Flush::none) {
    term.significand = N::select(subnormal, nothing, term.significand);
    if (flush == Flush::to_plus_zero)
      term.negative =
          N::both(term.negative, N::either(N::invert(subnormal), term.zero));
    term.zero = N::either(term.zero, subnormal);
  }
  return term;
}

// The magnitude of a product reaches 2^infinity_at.
template <NumberSystem N>
constexpr typename N::bit overflows(const Term<N>& product, const TermWidths& widths,
                                    int infinity_at, int index_bits) {
  const auto leading_zeros = N::count_leading_zeros(product.significand, widths.magnitude_bits);
  const auto leading_bit =  // exponent of the leading bit
      N::sub(N::add(product.exponent, N::index_of(widths.integer_bits() - 1, index_bits), index_bits),
             leading_zeros, index_bits);
  return N::both(N::invert(N::less(leading_bit, N::index_of(infinity_at, index_bits))),
                 N::less(N::word_of(0, 2), product.significand));
}

template <NumberSystem N>
constexpr Term<N> multiply_one(const MultiplierPlan& plan, const Term<N>& a, const Term<N>& b,
                               int index_bits) {
  const int bits = plan.a.significand_bits() + plan.b.significand_bits() + 1;
  Term<N> product;
  product.significand = N::mul(a.significand, b.significand, bits);
  product.exponent = N::add(a.exponent, b.exponent, index_bits);
  product.negative = N::differ(a.negative, b.negative);
  product.zero = N::either(a.zero, b.zero);
  product.infinite = N::either(a.infinite, b.infinite);
  product.nan = N::either(N::either(a.nan, b.nan), N::both(product.infinite, product.zero));
  return product;
}

// Multiplies a product by its two block scales. A fixed-point product first moves its significand by
// its own exponent, so that only the scales' exponents are left.
template <NumberSystem N>
constexpr Term<N> scale_one(const MultiplierPlan& plan, Term<N> product, const Term<N>& scale,
                            int index_bits) {
  const int bits = plan.product.magnitude_bits + 1;
  if (plan.fixed_point()) {
    const int least = plan.a.least_exponent() + plan.b.least_exponent();
    const auto distance = N::sub(product.exponent, N::index_of(least, index_bits), index_bits);
    const auto most = N::index_of(plan.fixed_point_shift, index_bits);  // NaN and Inf lie beyond
    product.significand = N::shift_left_by(
        product.significand, N::select(N::less(most, distance), most, distance), bits);
    product.exponent = N::index_of(0, index_bits);
  }
  if (plan.scale_lanes > 0) {
    product.significand = N::mul(product.significand, scale.significand, bits);
    product.exponent = N::add(product.exponent, scale.exponent, index_bits);
    product.zero = N::either(product.zero, scale.zero);
    product.nan = N::either(N::either(product.nan, scale.nan),
                            N::both(product.infinite, product.zero));
  }
  return product;
}

template <NumberSystem N>
constexpr Terms<N> multiply(const Plan& whole, const OperandsOf<typename N::raw, typename N::bit>& in) {
  const MultiplierPlan& plan = whole.multiplier;
  const int index_bits = whole.exponent_bits;
  const auto operand = [&](const Format& format, Flush flush, const typename N::raw& raw) {
    return unpack<N>(format, flush, N::from_raw(raw, format.storage_bits()), index_bits);
  };

  Terms<N> out;
  out.term.resize(plan.lanes + 1);
  for (int k = 0; k < plan.lanes; ++k)
    out.term[k] = multiply_one<N>(plan, operand(plan.a, plan.flush_inputs, in.a[k]),
                                  operand(plan.b, plan.flush_inputs, in.b[k]), index_bits);

  if (plan.scale_lanes > 0) {
    const int scale_bits = 2 * plan.scale.significand_bits() + 1;
    for (int first = 0; first < plan.lanes; first += plan.scale_lanes) {
      const int block = first / plan.scale_lanes;
      const Term<N> sa = operand(plan.scale, Flush::none, in.sa[block]);
      const Term<N> sb = operand(plan.scale, Flush::none, in.sb[block]);
      Term<N> scale = sa;
      scale.significand = N::mul(sa.significand, sb.significand, scale_bits);
      scale.exponent = N::add(sa.exponent, sb.exponent, index_bits);
      scale.zero = N::either(sa.zero, sb.zero);
      scale.nan = N::either(sa.nan, sb.nan);
      for (int k = first; k < first + plan.scale_lanes; ++k)
        out.term[k] = scale_one<N>(plan, out.term[k], scale, index_bits);
    }
  } else if (plan.fixed_point()) {
    for (int k = 0; k < plan.lanes; ++k)
      out.term[k] = scale_one<N>(plan, out.term[k], Term<N>{}, index_bits);
  }

  if (plan.infinity_at != kNoLimit)
    for (int k = 0; k < plan.lanes; ++k)
      out.term[k].infinite = N::either(
          out.term[k].infinite,
          N::both(N::invert(out.term[k].nan),
                  overflows<N>(out.term[k], plan.product, plan.infinity_at, index_bits)));

  const auto c = N::from_raw(in.c, plan.c.storage_bits());
  Term<N>& c_term = out.term[plan.lanes];
  c_term = unpack<N>(plan.c, Flush::none, c, index_bits);
  if (plan.flush_inputs != Flush::none) {
    const Term<N> flushed = unpack<N>(plan.c, plan.flush_inputs, c, index_bits);
    c_term.significand = N::select(in.c_is_input, flushed.significand, c_term.significand);
    c_term.negative = N::select(in.c_is_input, flushed.negative, c_term.negative);
    c_term.zero = N::select(in.c_is_input, flushed.zero, c_term.zero);
  }
  return out;
}

}  // namespace mmasc
