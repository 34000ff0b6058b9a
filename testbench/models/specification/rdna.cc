// SPDX-License-Identifier: Apache-2.0
#include "specification/rdna.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "mmasc/unit/formats.h"
#include "specification/term.h"

namespace mmasc::rdna {
namespace {

using exact::Dyadic;
using exact::Term;

constexpr int kNowhere = std::numeric_limits<int>::min() / 2;  // the grid of nothing

struct Product {
  Dyadic magnitude;
  int align = 0;  // the sum of the exponents of the factors' fields
  bool negative = false, zero = false;
};

bool is_packed(const Format& d) { return d != format_named("f32"); }

// A subnormal number taken for the zero of its sign.
Term without_subnormals(Term x, const Format& format) {
  if (x.finite() && !x.zero && exact::floor_log2(x.value) < format.least_exponent()) {
    x.value = {};
    x.zero = true;
  }
  return x;
}

std::vector<Term> factors(const Format& format, std::span<const std::uint64_t> bits, bool flushes) {
  std::vector<Term> all;
  for (const std::uint64_t x : bits) {
    const Term term = exact::decode(format, x);
    all.push_back(flushes ? without_subnormals(term, format) : term);
  }
  return all;
}

bool is_negative(const Format& format, std::uint64_t bits) {
  return (bits >> format.sign_low() & 1) != 0;
}

// The words of NaN: of a factor, and of an invalid operation.
std::uint64_t factor_nan(const Format& d) {
  return !is_packed(d) ? 0xffc00a3d : d == format_named("f16") ? 0xfe3d : 0xfffd;
}
std::uint64_t invalid_nan(const Format& d) {
  return !is_packed(d) ? 0xffc00000 : d == format_named("f16") ? 0xfe00 : 0xffc0;
}

std::uint64_t infinity(const Format& d, bool negative) {
  return std::uint64_t{negative} << d.sign_low() | std::uint64_t(d.top_exponent_field())
                                                       << d.exponent_low();
}

// d where a factor or c is NaN or infinite.
std::optional<std::uint64_t> special(const std::vector<Term>& a, const std::vector<Term>& b,
                                     const Format& d, std::uint64_t c, std::uint64_t invalid) {
  bool plus = false, minus = false, undefined = false;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (a[k].nan || b[k].nan) return factor_nan(d);
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (!a[k].infinite && !b[k].infinite) continue;
    undefined |= a[k].zero || b[k].zero;
    (a[k].negative != b[k].negative ? minus : plus) = true;
  }
  if (undefined || (plus && minus)) return invalid;
  const Term own = exact::decode(d, c);
  if (own.nan) return c | std::uint64_t{1} << (d.fraction_bits - 1);
  if (own.infinite) (own.negative ? minus : plus) = true;
  if (plus && minus) return invalid;
  if (plus || minus) return infinity(d, minus);
  return std::nullopt;
}

std::vector<Product> products(const std::vector<Term>& a, const std::vector<Term>& b) {
  std::vector<Product> all;
  for (std::size_t k = 0; k < a.size(); ++k)
    all.push_back({exact::magnitude(a[k].value * b[k].value), *a[k].exponent + *b[k].exponent,
                   a[k].negative != b[k].negative, a[k].zero || b[k].zero});
  return all;
}

Dyadic floored(const Dyadic& x, int grid) {
  return exact::round_to_multiple(x, grid, Rounding::down);
}

std::uint64_t packed_number(const Format& d, const Dyadic& x) {
  Term term;
  term.value = x;
  term.negative = x.is_negative();
  return exact::encode(d, term);
}

// To nearest, ties to even, with a gradual underflow; zeros are +0.
std::uint64_t nearest(const Format& d, const Dyadic& x) {
  if (x.is_zero()) return 0;
  const int leading = std::max(exact::floor_log2(x), d.least_exponent());
  const Dyadic rounded =
      exact::round_to_multiple(x, leading - d.fraction_bits, Rounding::nearest_even);
  if (rounded.is_zero()) return 0;
  if (exact::floor_log2(rounded) > d.greatest_exponent()) return infinity(d, x.is_negative());
  return packed_number(d, rounded);
}

// The same with unbounded exponents, and +0 below the least normal number.
std::uint64_t nearest_normal(const Format& d, const Dyadic& x) {
  if (x.is_zero()) return 0;
  const Dyadic rounded =
      exact::round_to_multiple(x, exact::floor_log2(x) - d.fraction_bits, Rounding::nearest_even);
  const int leading = exact::floor_log2(rounded);
  if (leading < d.least_exponent()) return 0;
  if (leading > d.greatest_exponent()) return infinity(d, x.is_negative());
  return packed_number(d, rounded);
}

}  // namespace

std::uint64_t rdna3_step(const Format& factor, const Format& d, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c) {
  const Format &f16 = format_named("f16"), &bf16 = format_named("bf16"), &f32 = format_named("f32");
  const std::vector<Term> x = factors(factor, a, factor == bf16),
                          y = factors(factor, b, factor == bf16);
  if (const auto d_of = special(x, y, d, c, invalid_nan(d))) return *d_of;
  const bool to_f16 = d == f16;
  const Term own = to_f16 ? exact::decode(d, c) : without_subnormals(exact::decode(d, c), d);
  const bool frame = is_negative(d, c);
  const std::vector<Product> p = products(x, y);
  const bool nothing = std::ranges::all_of(p, [](const Product& one) { return one.zero; });
  if (nothing && own.zero) return 0;

  int grid = kNowhere;
  for (const Product& one : p)
    if (!one.zero) grid = std::max(grid, one.align - 24);
  const int lead = own.zero ? kNowhere : exact::floor_log2(own.value);
  if (to_f16) grid = std::max(grid, std::max(-14, lead) - 26);
  if (!own.zero) grid = std::max(grid, lead - 26);

  const Dyadic unit = exact::power_of_two(grid);
  Dyadic total;
  const auto add = [&](const Dyadic& magnitude, bool negative) {
    const Dyadic q = floored(magnitude, grid);
    total = total + (negative == frame ? q : -(q + unit));
  };
  for (const Product& one : p) add(one.magnitude, one.negative);
  add(exact::magnitude(own.value), frame);
  const Dyadic sum = frame ? -total : total;
  if (to_f16) return nearest(d, sum);
  const std::uint64_t single = nearest_normal(f32, sum);
  return d == f32 ? single : single >> 16;
}

std::uint64_t rdna4_step(const Format& factor_a, const Format& factor_b, const Format& d,
                         std::size_t group, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c) {
  const Format &f16 = format_named("f16"), &f32 = format_named("f32");
  const std::vector<Term> x = factors(factor_a, a, false), y = factors(factor_b, b, false);
  const bool bytes = factor_a.storage_bits() == 8;
  if (const auto d_of = special(x, y, d, c, bytes ? factor_nan(d) : invalid_nan(d))) return *d_of;
  const std::vector<Product> p = products(x, y);
  struct Group {
    Dyadic sum;
    int grid = kNowhere;
  };
  std::vector<Group> groups;
  for (std::size_t first = 0; first < p.size(); first += group) {
    Group all;
    for (std::size_t k = first; k < first + group; ++k)
      if (!p[k].zero) all.grid = std::max(all.grid, p[k].align - 24);
    for (std::size_t k = first; k < first + group; ++k)
      if (!p[k].zero)
        all.sum = all.sum + floored(p[k].negative ? -p[k].magnitude : p[k].magnitude, all.grid);
    groups.push_back(all);
  }
  const Term own = exact::decode(d, c);
  const int least = d == f16 ? -14 : -126;
  const int lead = own.zero ? kNowhere : exact::floor_log2(own.value);
  int grid = std::max(least, lead) - 26;
  for (const Group& one : groups) grid = std::max(grid, one.grid);
  Dyadic total;
  for (const Group& one : groups) total = total + floored(one.sum, grid);
  const bool is_gone = floored(exact::magnitude(own.value), grid).is_zero();
  if (!(is_gone && grid > least)) total = total + floored(own.value, grid);
  if (d == f32 || d == f16) return nearest(d, total);
  return nearest(f32, total) >> 16;
}

}  // namespace mmasc::rdna
