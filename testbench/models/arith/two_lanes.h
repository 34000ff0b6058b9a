// SPDX-License-Identifier: Apache-2.0
// Units small enough to be tried whole: two products and c, every field that rounds varied.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "arith/host_value.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/formats.h"
#include "specification/exact.h"
#include "specification/known_units.h"

namespace mmasc {

struct TwoLanes {
  std::string_view a = "e2m1", b = "e2m1", c = "f16", d = "f16";
  FractionBits fraction_bits{};  // of the sum
  Rounding alignment_rounding = Rounding::toward_zero;
  Rounding rounding = Rounding::nearest_even;
  ZeroExponent zero_exponent{};
  ZeroSign zero_sign = ZeroSign::plus;
  Overflow overflow = Overflow::infinity;
  friend void PrintTo(const TwoLanes& row, std::ostream* out) { *out << row.c << " to " << row.d; }
};

inline Unit make_unit(const TwoLanes& row) {
  Unit unit = known::plain_unit({row.a, row.b, row.c, row.d}, 2, 2);
  SumRow sum = known::sum("dot", {known::term("products"), known::term("c")});
  sum.fraction_bits = row.fraction_bits;
  sum.alignment_rounding = row.alignment_rounding;
  sum.zero_exponent = row.zero_exponent;
  unit.datapath.sums = {sum};
  unit.datapath.zero_sign = row.zero_sign;
  unit.datapath.result.rounding = row.rounding;
  unit.datapath.result.overflow = row.overflow;
  return unit;
}

// Every window of up to 8 bits and the exact one, with every pair of roundings; the other fields
// take turns.
inline std::vector<TwoLanes> all_roundings(std::string_view d, int fraction_stride) {
  const std::array zero_exponents{ZeroExponent{}, known::kZerosIgnored, known::zeros_at(2),
                                  known::zeros_at(-3)};
  constexpr std::array<std::string_view, 3> kFormatsOfC{"f16", "e4m3", "bf16"};
  std::vector<TwoLanes> rows;
  for (int fraction_bits = 0; fraction_bits <= 9; fraction_bits += fraction_stride)
    for (const RoundingName& alignment_rounding : kRoundings)
      for (const RoundingName& rounding : kRoundings) {
        const std::size_t turn = rows.size();
        TwoLanes row;
        row.c = kFormatsOfC[turn % kFormatsOfC.size()];
        row.d = d;
        if (fraction_bits < 9) row.fraction_bits = fraction_bits;
        row.alignment_rounding = alignment_rounding.rounding;
        row.rounding = rounding.rounding;
        row.zero_exponent = zero_exponents[turn % zero_exponents.size()];
        row.zero_sign = turn % 5 < 2 ? ZeroSign::ieee : ZeroSign::plus;
        row.overflow = turn % 7 < 2 ? Overflow::saturate : Overflow::infinity;
        rows.push_back(row);
      }
  return rows;
}

using Factors = std::pair<std::uint64_t, std::uint64_t>;

inline std::vector<Factors> all_factors(const Format& a, const Format& b) {
  std::vector<Factors> all;
  for (std::uint64_t x = 0; x <= a.storage_mask(); ++x)
    for (std::uint64_t y = 0; y <= b.storage_mask(); ++y) all.emplace_back(x, y);
  return all;
}

// One pair for each product, zeros and exponents told apart.
inline std::vector<Factors> different_products(const Format& a, const Format& b) {
  std::map<std::array<double, 3>, Factors> different;
  for (const auto& [x, y] : all_factors(a, b)) {
    const double value = host_value(a, x) * host_value(b, y);
    different.try_emplace({value, std::signbit(value) ? -1.0 : 1.0,
                           static_cast<double>(stored_exponent(a, x) + stored_exponent(b, y))},
                          x, y);
  }
  std::vector<Factors> factors;
  for (const auto& entry : different) factors.push_back(entry.second);
  return factors;
}

// Zeros, specials, both ends, and numbers that meet, cancel or miss products of a few units.
inline std::vector<std::uint64_t> values_of_c(const Format& c, int stride) {
  std::vector<std::uint64_t> values;
  const auto take = [&](std::uint64_t bits) {
    for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{1} << c.sign_low()})
      values.push_back(bits | sign);
  };
  const std::uint64_t top = std::uint64_t(c.top_exponent_field()) << c.exponent_low();
  const std::uint64_t hidden = std::uint64_t{1} << c.exponent_low();
  take(0);
  take(1);
  take(hidden - 1);
  take(hidden);
  take(top - 1);
  take(top);
  take(c.default_nan() & ~(std::uint64_t{1} << c.sign_low()));
  for (const int exponent : {-7, -4, -2, -1, 0, 1, 2, 3, 5, 6}) {
    if (c.bias + exponent < 1) continue;
    const std::uint64_t power = static_cast<std::uint64_t>(c.bias + exponent) * hidden;
    take(power);
    take(power + hidden / 2 + (exponent % 2 == 0 ? 1 : 0));
  }
  std::vector<std::uint64_t> taken;
  for (std::size_t i = 0; i < values.size(); i += static_cast<std::size_t>(stride))
    taken.push_back(values[i]);
  return taken;
}

// Compares one unit's two-lane operations with the exact results.
class Comparison {
 public:
  explicit Comparison(const Unit& unit) : unit_(unit), sequence_(unit) {}

  bool same(const Factors& first, const Factors& second, std::uint64_t c) {
    const std::array a{first.first, second.first}, b{first.second, second.second};
    const std::uint64_t got =
        evaluate(sequence_, {{Operand::a, a}, {Operand::b, b}, {Operand::c, {&c, 1}}});
    const std::uint64_t expected = evaluate_exactly(unit_, a, b, c);
    if (got == expected) return true;
    ADD_FAILURE() << std::hex << "a " << a[0] << ' ' << a[1] << " b " << b[0] << ' ' << b[1]
                  << " c " << c << ": " << got << ", exactly " << expected << '\n'
                  << to_toml(unit_);
    return false;
  }

  // Both orders of the lanes count as one where `unordered`.
  void run(const std::vector<Factors>& factors, const std::vector<std::uint64_t>& c,
           bool unordered) {
    for (std::size_t i = 0; i < factors.size(); ++i)
      for (std::size_t j = unordered ? i : 0; j < factors.size(); ++j)
        for (const std::uint64_t each : c)
          if (!same(factors[i], factors[j], each)) return;
  }

 private:
  const Unit unit_;
  const Sequence sequence_;
};

inline void compare_sampled(std::string_view a, std::string_view b, int operations) {
  Random random(23);
  for (const std::string_view d : {"f16", "e5m2", "e4m3"})
    for (TwoLanes row : all_roundings(d, 1)) {
      row.a = a;
      row.b = b;
      Comparison comparison(make_unit(row));
      const auto c = values_of_c(*find_format(row.c), 1);
      const auto element = [&](std::string_view name) {
        return random.next() & find_format(name)->storage_mask();
      };
      for (int i = 0; i < operations; ++i)
        if (!comparison.same({element(a), element(b)}, {element(a), element(b)},
                             random.pick_from(c)))
          return;
    }
}

}  // namespace mmasc
