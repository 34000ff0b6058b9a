// SPDX-License-Identifier: Apache-2.0
// a * b + c of e5m2 as IEEE 754 has it, in integers: units of 2^-32 hold every product and sum.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "agreement/unit_lines.h"
#include "mmasc/arith/engine.h"
#include "mmasc/unit/names.h"

namespace mmasc {

class E5m2Fma {
 public:
  explicit E5m2Fma(Rounding rounding) : mode_(rounding.mode) {
    for (unsigned bits = 0; bits <= kInfinity; ++bits) magnitudes_[bits] = magnitude(bits) << 16;
  }

  struct Result {
    std::uint64_t d = 0, flags = 0;
    friend bool operator==(const Result&, const Result&) = default;
  };

  Result operator()(unsigned a, unsigned b, unsigned c) const {
    return {d_of(a, b, c), flags_of(a, b, c)};
  }

 private:
  std::uint64_t d_of(unsigned a, unsigned b, unsigned c) const {
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

  // Invalid 16, overflow 4, underflow 2, inexact 1.
  std::uint64_t flags_of(unsigned a, unsigned b, unsigned c) const {
    for (const unsigned x : {a, b, c})
      if (without_sign(x) == kInfinity + 1) return 16;  // the one signalling NaN
    const bool of_zero = without_sign(a) == 0 || without_sign(b) == 0;
    if ((is_infinite(a) || is_infinite(b)) && of_zero) return 16;
    if (is_nan(a) || is_nan(b) || is_nan(c)) return 0;
    if (d_of(a, b, c) == kNan) return 16;
    if (is_infinite(a) || is_infinite(b) || is_infinite(c)) return 0;
    const Wide sum = value(a) * value(b) + (value(c) << 16);
    const Wide size = sum < 0 ? -sum : sum, unbounded = rounded_without_bounds(size, sum < 0);
    const bool overflows = unbounded >= magnitudes_[kInfinity];
    const unsigned d = without_sign(static_cast<unsigned>(d_of(a, b, c)));
    const bool inexact = overflows || magnitudes_[d] != size;
    const bool tiny = unbounded < magnitudes_[kLeastNormal];
    return (overflows ? 4 : 0) | (tiny && inexact ? 2 : 0) | (inexact ? 1 : 0);
  }

  using Wide = __int128;
  static constexpr unsigned kSign = 0x80, kInfinity = 0x7c, kNan = 0x7e, kLeastNormal = 4;

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
  // To three bits, wherever they lie.
  Wide rounded_without_bounds(Wide size, bool negative) const {
    int low = 0;
    while (size >> low >= 8) ++low;
    const Wide step = Wide(1) << low, lost = size % step;
    const auto below = static_cast<unsigned>(size >> low);
    const bool up = lost != 0 && goes_up(below, negative, 2 * lost > step, 2 * lost == step);
    return size - lost + (up ? step : 0);
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
  return unit_of_line("rows.toml:my/e5m2_fma --set result.rounding=" + std::string(rounding));
}

// Compares every b and c with each `step`-th a. Returns how many results were compared.
inline std::size_t compare_e5m2_fma(std::string_view rounding, unsigned step) {
  const Unit unit = e5m2_fma_unit(rounding);
  const E5m2Fma expected(*find_rounding(rounding));
  const auto engine = make_reference_engine(unit);
  std::vector<std::uint64_t> a(0x10000), b, c, d(a.size()), flags(a.size());
  for (unsigned i = 0; i < a.size(); ++i) {
    b.push_back(i >> 8);
    c.push_back(i & 0xff);
  }
  std::size_t compared = 0;
  for (unsigned first = 0; first < 256; first += step) {
    std::ranges::fill(a, first);
    DotBatch batch({{Operand::a, a}, {Operand::b, b}, {Operand::c, c}}, d);
    batch.flags = flags;
    engine->dot(batch);
    for (unsigned i = 0; i < a.size(); ++i) {
      const E5m2Fma::Result right = expected(first, i >> 8, i & 0xff);
      if (E5m2Fma::Result{d[i], flags[i]} != right) {
        ADD_FAILURE() << rounding << std::hex << ": " << first << " * " << (i >> 8) << " + "
                      << (i & 0xff) << " is " << d[i] << " with flags " << flags[i] << ", not "
                      << right.d << " with flags " << right.flags;
        return compared;
      }
    }
    compared += a.size();
  }
  return compared;
}

inline constexpr std::string_view kIeeeRoundings[] = {"nearest_even", "nearest_away", "toward_zero",
                                                      "down", "up"};

}  // namespace mmasc
