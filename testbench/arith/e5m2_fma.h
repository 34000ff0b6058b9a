// SPDX-License-Identifier: Apache-2.0
// a * b + c of e5m2 as IEEE 754 has it, in integers: units of 2^-32 hold every product and sum.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/names.h"

namespace mmasc {

class E5m2Fma {
 public:
  explicit E5m2Fma(Rounding rounding) : mode_(rounding.mode) {
    for (unsigned bits = 0; bits <= kInfinity; ++bits) magnitudes_[bits] = magnitude(bits) << 16;
  }

  std::uint64_t operator()(unsigned a, unsigned b, unsigned c) const {
    if (is_nan(a) || is_nan(b) || is_nan(c)) return kNan;
    const unsigned sign = (a ^ b) & kSign;
    if (is_infinite(a) || is_infinite(b)) {
      if (without_sign(a) == 0 || without_sign(b) == 0) return kNan;
      return is_infinite(c) && (c & kSign) != sign ? kNan : sign | kInfinity;
    }
    if (is_infinite(c)) return c;
    const Wide product = value(a) * value(b), addend = value(c) << 16;
    const Wide sum = product + addend;
    if (sum != 0) return rounded(sum);
    const bool alike = product == 0 && addend == 0 && sign == (c & kSign);
    return alike ? sign : mode_ == RoundingMode::down ? kSign : 0;
  }

 private:
  using Wide = __int128;
  static constexpr unsigned kSign = 0x80, kInfinity = 0x7c, kNan = 0x7e;

  static unsigned without_sign(unsigned bits) { return bits & 0x7f; }
  static bool is_nan(unsigned bits) { return without_sign(bits) > kInfinity; }
  static bool is_infinite(unsigned bits) { return without_sign(bits) == kInfinity; }
  // In units of 2^-16. Infinity's pattern has the value that the next number would have.
  static Wide magnitude(unsigned bits) {
    const unsigned exponent = bits >> 2, fraction = bits & 3;
    return exponent == 0 ? Wide(fraction) : Wide(4 + fraction) << (exponent - 1);
  }
  static Wide value(unsigned bits) {
    const Wide size = magnitude(without_sign(bits));
    return (bits & kSign) != 0 ? -size : size;
  }

  unsigned rounded(Wide sum) const {
    const bool negative = sum < 0;
    const Wide size = negative ? -sum : sum;
    const auto above = std::upper_bound(magnitudes_.begin(), magnitudes_.end(), size);
    const unsigned sign = negative ? kSign : 0;
    const auto below = static_cast<unsigned>(above - magnitudes_.begin()) - 1;
    if (below == kInfinity)
      return sign | (goes_up(below, negative, true, false) ? below : below - 1);
    const Wide lost = size - magnitudes_[below], gap = magnitudes_[below + 1] - magnitudes_[below];
    if (lost == 0) return sign | below;
    return sign | (below + (goes_up(below, negative, 2 * lost > gap, 2 * lost == gap) ? 1 : 0));
  }
  bool goes_up(unsigned below, bool negative, bool above_half, bool is_half) const {
    switch (mode_) {
      case RoundingMode::down:
        return negative;
      case RoundingMode::up:
        return !negative;
      case RoundingMode::nearest_even:
        return above_half || (is_half && below % 2 == 1);
      case RoundingMode::nearest_away:
        return above_half || is_half;
      default:
        return false;
    }
  }

  RoundingMode mode_;
  std::array<Wide, kInfinity + 1> magnitudes_;
};

inline Unit e5m2_fma_unit(std::string_view rounding) {
  return parse_unit(R"(
[datapath."my.fma"]
lanes     = 1
zero_sign = "ieee"
sum       = [{ name = "fma", terms = ["products", "c"] }]
result    = { format = "e5m2", overflow = "by_rounding", nan = "7e", rounding = ")" +
                    std::string(rounding) + R"(" }
[instruction."my/fma"]
formats  = { a = "e5m2", b = "e5m2", c = "e5m2" }
datapath = "my.fma"
shape    = { m = 1, n = 1, k = 1 }
)");
}

// Compares every b and c with each `step`-th a. Returns how many results were compared.
inline std::size_t compare_e5m2_fma(std::string_view rounding, unsigned step) {
  const Unit unit = e5m2_fma_unit(rounding);
  const E5m2Fma expected(*find_rounding(rounding));
  const auto engine = make_reference_engine(unit);
  std::vector<std::uint64_t> a(0x10000), b, c, d(a.size());
  for (unsigned i = 0; i < a.size(); ++i) {
    b.push_back(i >> 8);
    c.push_back(i & 0xff);
  }
  std::size_t compared = 0;
  for (unsigned first = 0; first < 256; first += step) {
    std::ranges::fill(a, first);
    engine->dot(a, b, c, d);
    for (unsigned i = 0; i < a.size(); ++i)
      if (d[i] != expected(first, i >> 8, i & 0xff)) {
        ADD_FAILURE() << rounding << std::hex << ": " << first << " * " << (i >> 8) << " + "
                      << (i & 0xff) << " is " << d[i] << ", not "
                      << expected(first, i >> 8, i & 0xff);
        return compared;
      }
    compared += a.size();
  }
  return compared;
}

inline constexpr std::string_view kIeeeRoundings[] = {"nearest_even", "nearest_away", "toward_zero",
                                                      "down", "up"};

}  // namespace mmasc
