// SPDX-License-Identifier: Apache-2.0
// Stage 1, multiplier: unpacks the operands and multiplies significands exactly. Operands -> Terms:
// the products in lane order, then c.
#pragma once

#include <type_traits>

#include "mmasc/arith/coarse_exponents.h"
#include "mmasc/arith/nan_word.h"
#include "mmasc/arith/payload.h"
#include "mmasc/arith/status_flags.h"

namespace mmasc {

// Calls f with what is known of a format and its flushing before any operand is: constants to the
// compiler, so that no loop over operands asks.
template <class F>
constexpr decltype(auto) with_policies(Specials specials, Flush flush, F&& f) {
  const auto with_flush = [&](auto known_specials) {
    switch (flush) {
      case Flush::to_plus_zero:
        return f(known_specials, std::integral_constant<Flush, Flush::to_plus_zero>{});
      case Flush::keep_sign:
        return f(known_specials, std::integral_constant<Flush, Flush::keep_sign>{});
      case Flush::all_to_plus_zero:
        return f(known_specials, std::integral_constant<Flush, Flush::all_to_plus_zero>{});
      case Flush::none:
        break;
    }
    return f(known_specials, std::integral_constant<Flush, Flush::none>{});
  };
  switch (specials) {
    case Specials::nan_all_ones:
      return with_flush(std::integral_constant<Specials, Specials::nan_all_ones>{});
    case Specials::nan_minus_zero:
      return with_flush(std::integral_constant<Specials, Specials::nan_minus_zero>{});
    case Specials::none:
      return with_flush(std::integral_constant<Specials, Specials::none>{});
    case Specials::ieee:
      break;
  }
  return with_flush(std::integral_constant<Specials, Specials::ieee>{});
}

// Decodes one stored element. Subnormals and zero keep the format's least exponent and are not
// normalized; the significand has one integer bit. `kFlush` applies to them.
//
//     [ s | e e e | f f f f | ignored ]  ->  negative = s, exponent = max(e, 1) - bias,
//                                            significand = (e > 0).f f f f
template <NumberSystem N, Specials kSpecials, Flush kFlush>
constexpr Term<N> unpack_as(const Format& format, const typename N::word& stored, int index_bits) {
  using bit = typename N::bit;
  const int bits = format.significand_bits() + 1;
  const auto nothing = N::word_of(0, bits);
  const auto fraction = N::field(stored, format.fraction_low(), format.fraction_bits);
  const auto exponent_field =
      N::to_index(N::field(stored, format.exponent_low(), format.exponent_bits), index_bits);

  Term<N> term;
  const bit fraction_is_zero = N::equal(fraction, nothing);
  const bit subnormal = N::both(N::equal(exponent_field, N::index_of(0, index_bits)),
                                N::bit_of(format.has_subnormals));
  const auto hidden = N::word_of(std::int64_t{1} << format.fraction_bits, bits);
  term.significand = N::add(fraction, N::select(subnormal, nothing, hidden), bits);
  term.exponent =
      N::sub(N::add(exponent_field,
                    N::select(subnormal, N::index_of(1, index_bits), N::index_of(0, index_bits)),
                    index_bits),
             N::index_of(format.bias, index_bits), index_bits);
  term.negative = N::both(N::bit_at(stored, format.sign_low()), N::bit_of(format.is_signed()));
  term.zero = N::both(subnormal, fraction_is_zero);
  term.nan = N::bit_of(false);
  term.infinite = N::bit_of(false);
  bit below = subnormal;  // the least normal number, and no NaN
  const bit exponent_is_top =
      N::equal(exponent_field, N::index_of(format.top_exponent_field(), index_bits));
  if constexpr (kSpecials == Specials::ieee) {
    term.nan = N::both(exponent_is_top, N::invert(fraction_is_zero));
    term.infinite = N::both(exponent_is_top, fraction_is_zero);
  } else if constexpr (kSpecials == Specials::nan_all_ones) {
    const std::int64_t all_ones = (std::int64_t{1} << format.fraction_bits) - 1;
    term.nan = N::both(exponent_is_top, N::equal(fraction, N::word_of(all_ones, bits)));
  } else if constexpr (kSpecials == Specials::nan_minus_zero) {
    term.nan = N::both(term.zero, term.negative);
    term.zero = N::both(term.zero, N::invert(term.nan));
    below = N::both(subnormal, N::invert(term.nan));
  }
  if constexpr (kFlush != Flush::none) {
    if (kFlush == Flush::all_to_plus_zero)
      term.negative = N::both(term.negative, N::invert(below));
    else if (kFlush == Flush::to_plus_zero || !format.has_minus_zero())
      term.negative = N::both(term.negative, N::either(N::invert(below), term.zero));
    term.significand = N::select(below, nothing, term.significand);
    term.zero = N::either(term.zero, below);
  }
  return term;
}

// The same of an integer, whose exponent is 0 and which no flushing changes.
//
//     [ s i i i i i i i ]  ->  negative = s, significand = |s i i i i i i i|
template <NumberSystem N>
constexpr Term<N> unpack_integer(const Format& format, const typename N::word& raw,
                                 int index_bits) {
  const int bits = format.storage_bits() + 2;
  const auto stored = N::field(raw, 0, format.storage_bits());
  Term<N> term;
  term.negative = N::both(N::bit_at(stored, format.sign_low() - (format.is_signed() ? 0 : 1)),
                          N::bit_of(format.is_signed()));
  const auto modulus = N::shift_left(N::word_of(1, 2), format.storage_bits(), bits);
  term.significand = N::select(term.negative, N::sub(modulus, stored, bits), stored);
  term.exponent = N::index_of(0, index_bits);
  term.zero = N::equal(stored, N::word_of(0, bits));
  term.nan = N::bit_of(false);
  term.infinite = N::bit_of(false);
  return term;
}

// The same for `count` elements.
template <NumberSystem N>
constexpr void unpack(const Format& stored_format, Flush flush, const typename N::raw* stored,
                      int count, int index_bits, Terms<N>& out) {
  const Format format = stored_format;  // a copy: nothing written to `out` can alias it
  out.resize(count);
  if (format.is_integer()) {
    for (int i = 0; i < count; ++i)
      out.set(i,
              unpack_integer<N>(format, N::from_raw(stored[i], format.storage_bits()), index_bits));
    return;
  }
  with_policies(format.specials, flush, [&](auto specials, auto known_flush) {
    for (int i = 0; i < count; ++i)
      out.set(i, unpack_as<N, specials, known_flush>(
                     format, N::from_raw(stored[i], format.storage_bits()), index_bits));
  });
}

template <NumberSystem N>
constexpr Term<N> unpack(const Format& format, Flush flush, const typename N::raw& stored,
                         int index_bits) {
  if (format.is_integer())
    return unpack_integer<N>(format, N::from_raw(stored, format.storage_bits()), index_bits);
  return with_policies(format.specials, flush, [&](auto specials, auto known_flush) {
    return unpack_as<N, specials, known_flush>(format, N::from_raw(stored, format.storage_bits()),
                                               index_bits);
  });
}

// The elements of b that the lanes take, each one of `of` as its metadata says.
//
//     b         [ 0 ] [ 1 ] [ 2 ] [ 3 ] | [ 4 ] [ 5 ] [ 6 ] [ 7 ]       2 kept of 4
//     metadata     1     3              |    0     2
//     lanes      0: b1  1: b3           |  2: b4  3: b6
template <NumberSystem N>
constexpr Bounded<typename N::raw, kMaxLanes> select_b(const MultiplierPlan& plan,
                                                       const StepOperands<N>& in) {
  const auto& [keep, of, together] = plan.sparsity;
  const int bits = plan.b.storage_bits(), index_bits = plan.metadata.storage_bits();
  Bounded<typename N::raw, kMaxLanes> selected;
  for (int lane = 0; lane < plan.lanes; ++lane) {
    const int group = lane / together;
    const int first = group / keep * of * together + lane % together;
    const auto index =
        N::field(N::from_raw(in[Operand::metadata][group], index_bits), 0, index_bits);
    auto element = N::from_raw(in[Operand::b][first], bits);
    for (int i = 1; i < of; ++i)
      element = N::select(N::equal(index, N::word_of(i, index_bits + 1)),
                          N::from_raw(in[Operand::b][first + i * together], bits), element);
    selected.push_back(N::to_raw(element));
  }
  return selected;
}

// The magnitude of a product reaches 2^infinity_at.
template <NumberSystem N>
constexpr typename N::bit overflows(const Term<N>& product, const TermWidths& widths,
                                    int infinity_at, int index_bits) {
  const auto leading_zeros = N::count_leading_zeros(product.significand, widths.magnitude_bits);
  const auto leading_bit =  // exponent of the leading bit
      N::sub(
          N::add(product.exponent, N::index_of(widths.integer_bits() - 1, index_bits), index_bits),
          leading_zeros, index_bits);
  return N::both(N::invert(N::less(leading_bit, N::index_of(infinity_at, index_bits))),
                 N::less(N::word_of(0, 2), product.significand));
}

// Zeros among the factors get the exponent that the plan gives them.
template <NumberSystem N>
constexpr void move_zeros(const MultiplierPlan& plan, Terms<N>& factors, int index_bits) {
  if (!plan.moves_zero_factors()) return;
  const auto exponent = N::index_of(plan.zero_factor_exponent, index_bits);
  for (int k = 0; k < plan.lanes; ++k)
    factors.exponent[k] = N::select(factors.zero[k], exponent, factors.exponent[k]);
}

// Exponents of factors are raised to the plan's grid. No value changes.
//
//     significand   [ i . f f f f ] * 2^exponent
//     raised        [ 0 . i f f f f 0 0 ] * 2^(exponent + 1)      in steps of 4
template <NumberSystem N>
constexpr void raise_factors(const Plan& whole, const Format& format, Terms<N>& factors) {
  const MultiplierPlan& plan = whole.multiplier;
  if (!plan.raises_factors()) return;
  const int bits = plan.factor_bits(format) + 1;
  for (int k = 0; k < plan.lanes; ++k) {
    const auto left = below_next<N>(whole, plan.grid, factors.exponent[k]);
    factors.significand[k] = N::shift_left_by(factors.significand[k], left, bits);
    factors.exponent[k] = raised_exponent<N>(whole, plan.grid, factors.exponent[k], left);
  }
}

template <NumberSystem N>
constexpr Term<N> multiply_one(const Term<N>& a, const Term<N>& b, int bits, int index_bits) {
  Term<N> product;
  product.significand = N::mul(a.significand, b.significand, bits);
  product.exponent = N::add(a.exponent, b.exponent, index_bits);
  product.negative = N::differ(a.negative, b.negative);
  product.zero = N::either(a.zero, b.zero);
  product.infinite = N::either(a.infinite, b.infinite);
  product.nan = N::either(N::either(a.nan, b.nan), N::both(product.infinite, product.zero));
  return product;
}

// A fixed-point product: the significand moved by the product's own exponent, so that only the
// scales' exponents are left.
template <NumberSystem N>
constexpr void fix_point(const MultiplierPlan& plan, Term<N>& product, int index_bits) {
  const int bits = plan.product.magnitude_bits + 1;
  const int least = plan.a.least_exponent() + plan.b.least_exponent();
  const auto distance = N::sub(product.exponent, N::index_of(least, index_bits), index_bits);
  const auto most = N::index_of(plan.fixed_point_shift, index_bits);  // NaN and Inf lie beyond
  product.significand = N::shift_left_by(product.significand, N::min(distance, most), bits);
  product.exponent = N::index_of(0, index_bits);
}

// The product of all scales of a lane.
template <NumberSystem N>
constexpr Term<N> scale_of(const MultiplierPlan& plan, const StepOperands<N>& in, int lane,
                           int index_bits) {
  const auto one_of = [&](const ScalePlan& scale) {
    return unpack<N>(scale.format, Flush::none, in[scale.operand][lane / scale.lanes], index_bits);
  };
  Term<N> all = one_of(plan.scales[0]);
  int bits = plan.scales[0].format.significand_bits();
  for (int i = 1; i < plan.scales.size(); ++i) {
    bits += plan.scales[i].format.significand_bits();
    all = multiply_one<N>(all, one_of(plan.scales[i]), bits + 1, index_bits);
  }
  return all;
}

template <NumberSystem N>
constexpr Terms<N> multiply(const Plan& whole, const StepOperands<N>& in) {
  const MultiplierPlan& plan = whole.multiplier;
  const int lanes = plan.lanes, index_bits = whole.exponent_bits;

  Terms<N> out, b;
  unpack<N>(plan.a, plan.flush_inputs, in[Operand::a].begin(), lanes, index_bits, out);
  const auto unpack_b = [&](const typename N::raw* elements) {
    unpack<N>(plan.b, plan.flush_inputs, elements, lanes, index_bits, b);
  };
  if (plan.is_sparse())
    unpack_b(select_b<N>(plan, in).begin());
  else
    unpack_b(in[Operand::b].begin());
  move_zeros<N>(plan, out, index_bits);
  move_zeros<N>(plan, b, index_bits);
  raise_factors<N>(whole, plan.a, out);
  raise_factors<N>(whole, plan.b, b);
  const int product_bits = plan.factor_bits(plan.a) + plan.factor_bits(plan.b) + 1;
  NanOperands<N> operands = no_nan_operands<N>();
  if (whole.raises_flags)
    for (int k = 0; k < lanes; ++k) {
      note<N>(operands, plan.a, out[k], in[Operand::a][k]);
      note<N>(operands, plan.b, b[k], in[Operand::b][k]);
      note<N>(operands, out[k], b[k]);
    }
  NanCauses<N> nans = no_nan_causes<N>();
  if (whole.tells_nans_apart())
    for (int k = 0; k < lanes; ++k)
      note<N>(nans, out[k], b[k], multiply_one<N>(out[k], b[k], product_bits, index_bits));
  for (int k = 0; k < lanes; ++k)
    out.set(k, multiply_one<N>(out[k], b[k], product_bits, index_bits));
  out.resize(lanes + 1);

  if (plan.fixed_point())
    for (int k = 0; k < lanes; ++k) {
      Term<N> product = out[k];
      fix_point<N>(plan, product, index_bits);
      out.set(k, product);
    }
  if (plan.is_scaled()) {
    const int alike = plan.lanes_scaled_alike(), bits = plan.product.magnitude_bits + 1;
    for (int first = 0; first < lanes; first += alike) {
      const Term<N> scale = scale_of<N>(plan, in, first, index_bits);
      for (int k = first; k < first + alike; ++k)
        out.set(k, multiply_one<N>(out[k], scale, bits, index_bits));
    }
  }

  Term<N> c_term = unpack<N>(plan.c, Flush::none, in.c(), index_bits);
  if (plan.flush_inputs != Flush::none) {
    const Term<N> flushed = unpack<N>(plan.c, plan.flush_inputs, in.c(), index_bits);
    c_term.significand = N::select(in.c_is_input, flushed.significand, c_term.significand);
    c_term.negative = N::select(in.c_is_input, flushed.negative, c_term.negative);
    c_term.zero = N::select(in.c_is_input, flushed.zero, c_term.zero);
  }
  if (plan.has_overflow()) {
    typename N::bit yields = N::bit_of(false);
    if (plan.infinity_yields) {
      yields = c_term.infinite;
      for (int k = 0; k < lanes; ++k) yields = N::either(yields, out.infinite[k]);
    }
    for (int k = 0; k < lanes; ++k)
      out.infinite[k] =
          N::either(out.infinite[k],
                    N::both(N::invert(N::either(out.nan[k], yields)),
                            overflows<N>(out[k], plan.product, plan.infinity_at, index_bits)));
  }
  out.set(lanes, c_term);
  for (const typename N::raw& bits : in[Operand::random]) out.random.push_back(bits);
  if (whole.raises_flags) {
    note<N>(operands, plan.c, c_term, in.c());
    out.quiet_nan = is_quiet<N>(operands);
  }
  if (whole.tells_nans_apart()) out.nan_word = nan_word<N>(whole, nans, c_term.nan, in.c());
  return out;
}

}  // namespace mmasc
