// SPDX-License-Identifier: Apache-2.0
#include "mmasc/specification/term.h"

namespace mmasc {
namespace {

ExactTerm decode_integer(const Format& format, std::uint64_t bits) {
  bits &= format.storage_mask();
  ExactTerm term;
  term.negative = format.is_signed() && (bits >> format.integer_bits & 1) != 0;
  term.significand = bits;
  if (term.negative) term.significand = (BigInt(1) << format.storage_bits()) - term.significand;
  term.zero = bits == 0;
  return term;
}

}  // namespace

Dyadic ExactTerm::value() const {
  const Dyadic size{significand, exponent - fraction_bits};
  return negative ? -size : size;
}

bool operator==(const ExactTerm& x, const ExactTerm& y) {
  if (x.nan || y.nan) return x.nan == y.nan;
  if (x.infinite || y.infinite) return x.infinite == y.infinite && x.negative == y.negative;
  return x.significand == y.significand && x.fraction_bits == y.fraction_bits &&
         x.exponent == y.exponent && x.negative == y.negative && x.zero == y.zero &&
         x.lost == y.lost;
}

ExactTerm times(const ExactTerm& x, const ExactTerm& y) {
  ExactTerm product;
  product.significand = x.significand * y.significand;
  product.fraction_bits = x.fraction_bits + y.fraction_bits;
  product.exponent = x.exponent + y.exponent;
  product.negative = x.negative != y.negative;
  product.zero = x.zero || y.zero;
  product.infinite = x.infinite || y.infinite;
  product.nan = x.nan || y.nan || (product.infinite && product.zero);
  return product;
}

ExactTerm decode_exactly(const Format& format, Flush flush, std::uint64_t bits) {
  if (format.is_integer()) return decode_integer(format, bits);
  const auto field = [bits](int low, int count) {
    return count == 0 ? 0 : bits >> low & ((std::uint64_t{1} << count) - 1);
  };
  const std::uint64_t fraction = field(format.fraction_low(), format.fraction_bits);
  const auto exponent = static_cast<int>(field(format.exponent_low(), format.exponent_bits));
  const bool subnormal = format.has_subnormals && exponent == 0;
  const bool at_top = exponent == format.top_exponent_field();
  ExactTerm term;
  term.fraction_bits = format.fraction_bits;
  term.exponent = (subnormal ? 1 : exponent) - format.bias;
  term.negative = format.is_signed() && field(format.sign_low(), 1) != 0;
  term.zero = subnormal && fraction == 0;
  switch (format.specials) {
    case Specials::ieee:
      term.nan = at_top && fraction != 0;
      term.infinite = at_top && fraction == 0;
      break;
    case Specials::nan_all_ones:
      term.nan = at_top && fraction == (std::uint64_t{1} << format.fraction_bits) - 1;
      break;
    case Specials::nan_minus_zero:
      term.nan = term.zero && term.negative;
      term.zero = term.zero && !term.nan;
      break;
    case Specials::none:
      break;
  }
  if (subnormal && !term.nan && flush != Flush::none) {
    if (flush == Flush::all_to_plus_zero ||
        (!term.zero && (flush == Flush::to_plus_zero || !format.has_minus_zero())))
      term.negative = false;
    term.zero = true;
    return term;
  }
  term.significand = fraction + (subnormal ? 0 : std::uint64_t{1} << format.fraction_bits);
  return term;
}

std::uint64_t encode_exactly(const Format& format, std::uint64_t nan, const ExactTerm& term) {
  if (term.nan) return nan;
  if (format.is_integer())
    return (term.negative ? 0 - term.significand.low_limb() : term.significand.low_limb()) &
           format.storage_mask();
  const std::uint64_t sign = term.negative ? std::uint64_t{1} << format.sign_low() : 0;
  if (term.infinite)
    return sign | std::uint64_t(format.top_exponent_field()) << format.exponent_low();
  const std::uint64_t hidden = std::uint64_t{1} << format.fraction_bits;
  const std::uint64_t significand =
      (term.significand << (format.fraction_bits - term.fraction_bits)).low_limb();
  const bool normal = significand >= hidden;
  const auto field = static_cast<std::uint64_t>(normal ? term.exponent + format.bias : 0);
  return sign | field << format.exponent_low() |
         (significand - (normal ? hidden : 0)) << format.fraction_low();
}

}  // namespace mmasc
