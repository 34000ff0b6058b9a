// SPDX-License-Identifier: Apache-2.0
#include "specification/mfma.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "mmasc/unit/formats.h"
#include "specification/term.h"

namespace mmasc::mfma {
namespace {

using exact::Dyadic;
using exact::Term;

const Format& f32() {
  static const Format& format = format_named("f32");
  return format;
}

// A value of the format, which a zero of its sign, an infinity or a NaN is, too.
Term number(const Dyadic& value, const Format& format, bool negative_zero) {
  if (value.is_zero()) return exact::zero_term(format, negative_zero);
  Term term;
  term.value = value;
  term.negative = value.is_negative();
  term.exponent = std::max(exact::floor_log2(value), format.least_exponent());
  return term;
}

// To nearest, ties to even, with gradual underflow.
Term nearest(const Dyadic& value, const Format& format, bool negative_zero = false) {
  if (value.is_zero()) return exact::zero_term(format, negative_zero);
  const int lead = std::max(exact::floor_log2(value), format.least_exponent());
  const Dyadic rounded =
      exact::round_to_multiple(value, lead - format.fraction_bits, Rounding::nearest_even);
  if (!rounded.is_zero() && exact::floor_log2(rounded) > format.greatest_exponent())
    return exact::infinite_term(value.is_negative());
  return number(rounded, format, value.is_negative());
}

Term without_subnormal(const Term& x, const Format& format, bool keeps_sign) {
  const bool is_subnormal =
      x.finite() && !x.zero && exact::floor_log2(x.value) < format.least_exponent();
  return is_subnormal ? exact::zero_term(format, keeps_sign && x.negative) : x;
}

// NaN or an infinity, where a sum of these is one.
std::optional<Term> special_sum(std::span<const Term> terms) {
  bool plus = false, minus = false;
  for (const Term& term : terms) {
    if (term.nan) return exact::nan_term();
    if (term.infinite) (term.negative ? minus : plus) = true;
  }
  if (plus && minus) return exact::nan_term();
  if (plus || minus) return exact::infinite_term(minus);
  return std::nullopt;
}

// Not rounded; its exponent is the sum of its factors'.
Term product(const Term& a, const Term& b) {
  if (a.nan || b.nan) return exact::nan_term();
  const bool negative = a.negative != b.negative;
  if (a.infinite || b.infinite)
    return a.zero || b.zero ? exact::nan_term() : exact::infinite_term(negative);
  Term exact_product;
  exact_product.value = a.value * b.value;
  exact_product.exponent = *a.exponent + *b.exponent;
  exact_product.negative = negative;
  exact_product.zero = a.zero || b.zero;
  return exact_product;
}

// IEEE 754: a zero is negative where both terms are.
Term ieee_sum(const Term& x, const Term& y, const Format& format) {
  if (const auto special = special_sum(std::vector{x, y})) return *special;
  return nearest(x.value + y.value, format, x.negative && y.negative);
}

Term exact_sum(const std::vector<Term>& products, const Term& c) {
  std::vector<Term> terms = products;
  terms.push_back(c);
  if (const auto special = special_sum(terms)) return *special;
  Dyadic sum;
  for (const Term& term : terms) sum = sum + term.value;
  return nearest(sum, f32());
}

class Pairwise {
 public:
  Pairwise(bool flushes, bool zero_products_are_plus)
      : flushes_(flushes), zero_products_are_plus_(zero_products_are_plus) {}

  Term step(const std::vector<Term>& products, const Term& c) const {
    std::vector<Term> level;
    for (const Term& one : products) level.push_back(rounded(one));
    while (level.size() > 1) {
      std::vector<Term> next;
      for (std::size_t i = 0; i < level.size(); i += 2) next.push_back(sum(level[i], level[i + 1]));
      level = std::move(next);
    }
    return sum(c, level.front());
  }

 private:
  Term flushed(const Term& x) const { return flushes_ ? without_subnormal(x, f32(), true) : x; }
  Term sum(const Term& x, const Term& y) const { return flushed(ieee_sum(x, y, f32())); }
  Term rounded(const Term& x) const {
    if (!x.finite()) return x;
    return flushed(nearest(x.value, f32(), x.negative && !zero_products_are_plus_));
  }

  bool flushes_, zero_products_are_plus_;
};

// CDNA3: the products alone first, then c.
class LateC {
 public:
  LateC(bool by_parity, const Reading& reading) : by_parity_(by_parity), reading_(reading) {}

  Term step(const std::vector<Term>& products, const Term& c) const {
    if (const auto special = special_of(products, c)) return *special;
    const Aligned dot = by_parity_ ? of_parities(products) : truncated(products);
    const int of_c = c.zero ? f32().least_exponent() : *c.exponent;
    const int lead = std::max(dot.exponent.value_or(of_c), of_c);
    const bool is_gone = by_parity_ && of_c < lead - 25;
    const Dyadic sum = floored(dot.sum, lead - (reading_.floors_at_31_once ? 31 : 32)) +
                       (is_gone ? Dyadic{} : floored(c.value, lead - 24));
    return nearest(reading_.floors_at_31_once ? sum : floored_again(sum), f32());
  }

 private:
  struct Aligned {
    Dyadic sum;
    std::optional<int> exponent;  // of the grid; none: nothing takes part
  };

  static Dyadic floored(const Dyadic& x, int unit) {
    return exact::round_to_multiple(x, unit, Rounding::down);
  }

  static Dyadic floored_again(const Dyadic& sum) {
    if (sum.is_zero()) return sum;
    return floored(sum, std::max(exact::floor_log2(sum), f32().least_exponent()) - 31);
  }

  static bool overflows(const Term& x) {
    return x.finite() && !exact::less(exact::magnitude(x.value), exact::power_of_two(128));
  }

  std::optional<Term> special_of(const std::vector<Term>& products, const Term& c) const {
    std::vector<Term> terms = products;
    terms.push_back(c);
    if (reading_.infinities_outdo_overflow)
      if (const auto special = special_sum(terms)) return special;
    for (Term& term : terms)
      if (overflows(term)) term = exact::infinite_term(term.negative);
    return special_sum(terms);
  }

  std::optional<int> participating(const Term& x) const {
    return x.zero && !reading_.zero_products_lead ? std::nullopt : x.exponent;
  }

  Aligned truncated(const std::vector<Term>& products) const {
    Aligned all;
    for (const Term& one : products)
      if (const auto exponent = participating(one))
        all.exponent = std::max(all.exponent.value_or(*exponent), *exponent);
    for (const Term& one : products)
      if (!one.zero)
        all.sum = all.sum +
                  exact::round_to_multiple(one.value, *all.exponent - 24, Rounding::toward_zero);
    return all;
  }

  Aligned of_parities(const std::vector<Term>& products) const {
    std::vector<Term> parts[2];
    for (std::size_t k = 0; k < products.size(); ++k) parts[k % 2].push_back(products[k]);
    const Aligned even = truncated(parts[0]), odd = truncated(parts[1]);
    if (!even.exponent) return odd;
    if (!odd.exponent) return even;
    const int lead = std::max(*even.exponent, *odd.exponent);
    return {floored(even.sum, lead - 24) + floored(odd.sum, lead - 24), lead};
  }

  bool by_parity_;
  const Reading& reading_;
};

// One instruction with what its formats imply.
class Instruction {
 public:
  Instruction(const Dot& what, const Reading& reading) : what_(what), reading_(reading) {}

  std::size_t products_a_step(std::size_t k) const {
    if (is_fma()) return 1;
    if (what_.generation == Generation::cdna3)
      return std::min<std::size_t>(k, is_byte() ? 16 : is_f32_storage() ? 4 : 8);
    return what_.a == format_named("f16") || what_.is_1k ? 4 : 2;
  }

  bool flushes() const { return what_.generation == Generation::cdna2 && !is_fma(); }

  Term operand(const Format& format, std::uint64_t bits) const {
    Term term = exact::decode(format, bits);
    if (flushes()) {
      term = without_subnormal(term, format, false);
      if (term.zero && reading_.flushes_minus_zero) term.negative = false;
    }
    return term;
  }

  Term factor(const Format& format, std::uint64_t bits) const {
    Term term = operand(format, bits);
    if (term.zero && reading_.zero_products_lead) term.exponent = f32().least_exponent();
    return term;
  }

  Term step(const std::vector<Term>& products, const Term& c) const {
    if (is_fma()) return ieee_sum(products.front(), c, what_.d);
    if (what_.generation == Generation::cdna3) return LateC(is_byte(), reading_).step(products, c);
    if (what_.generation == Generation::cdna2 || reading_.rounds_pairwise)
      return Pairwise(flushes(), reading_.zero_products_are_plus).step(products, c);
    return exact_sum(products, c);
  }

 private:
  bool is_byte() const { return what_.a.storage_bits() == 8; }
  bool is_f32_storage() const { return what_.a.storage_bits() == 32; }
  bool is_fma() const { return what_.a == format_named("f64") || what_.a == f32(); }

  const Dot& what_;
  const Reading& reading_;
};

}  // namespace

std::uint64_t dot(const Dot& what, std::span<const std::uint64_t> a,
                  std::span<const std::uint64_t> b, std::uint64_t c, const Reading& reading) {
  const Instruction instruction(what, reading);
  Term d = instruction.operand(what.d, c);
  const std::size_t step = instruction.products_a_step(a.size());
  for (std::size_t first = 0; first < a.size(); first += step) {
    std::vector<Term> products;
    for (std::size_t k = first; k < first + step; ++k)
      products.push_back(
          product(instruction.factor(what.a, a[k]), instruction.factor(what.b, b[k])));
    d = instruction.step(products, d);
  }
  return exact::encode(what.d, d);
}

}  // namespace mmasc::mfma
