// SPDX-License-Identifier: Apache-2.0
// Results that are flushed by what they would be without a least exponent, and the signs of zero
// that two roundings leave, against results worked out by hand and the specification's.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "arith/compared_ways.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

// c + a * b in one rounding.
Unit fma_unit(const std::string& flush, const std::string& result) {
  return parse_unit(R"(
[datapath."my.fma"]
lanes     = 1
zero_sign = "ieee"
flush     = { )" + flush +
                    R"( }
sum       = [{ name = "dot", terms = ["products", "c"] }]
result    = { )" + result +
                    R"( }
[instruction."my/fma"]
formats  = { a = "bf16", b = "bf16", c = "f32" }
datapath = "my.fma"
shape    = { m = 1, n = 1, k = 1 }
)");
}

// c + 2^exponent, with the sign of `negative`.
std::uint64_t fma_of(const Unit& unit, std::uint64_t c, int exponent, bool negative = false) {
  const auto power = [](int n) { return static_cast<std::uint64_t>(n + 127) << 7; };
  const int half = exponent / 2;
  return evaluate(Sequence(unit), view(case_of({power(half) | (negative ? 0x8000u : 0u)},
                                               {power(exponent - half)}, c)));
}

constexpr std::uint64_t kLeast = 0x00800000;  // 2^-126

TEST(Tininess, OfWhatRoundsToTheLeastNormalNumber) {
  const Unit bounded = fma_unit("results = \"keep_sign\"", "format = \"f32\"");
  const Unit unbounded =
      fma_unit("results = \"keep_sign\", tininess = \"unbounded\"", "format = \"f32\"");
  EXPECT_EQ(fma_of(bounded, kLeast, -150, true), kLeast);
  EXPECT_EQ(fma_of(unbounded, kLeast, -150, true), 0u);
  EXPECT_EQ(fma_of(unbounded, kLeast | 0x80000000u, -150), 0x80000000u);
  // With one bit more it is a tie, and even.
  EXPECT_EQ(fma_of(unbounded, kLeast, -151, true), kLeast);
  EXPECT_EQ(fma_of(unbounded, kLeast, -149, true), 0u);
  // Far below it nothing rounds to zero first.
  EXPECT_EQ(fma_of(unbounded, 0x80000000u, -200, true), 0x80000000u);
}

// The numbers c of f32 in eighths of the last bit about the least normal number of d, both signs.
std::vector<std::uint64_t> about_the_least(const Format& d) {
  std::vector<std::uint64_t> all;
  const int bits = d.fraction_bits + 3;
  for (int eighths = -8; eighths <= 40; ++eighths)
    for (const float sign : {1.0f, -1.0f}) {
      const auto integer = sign * static_cast<float>((1 << bits) - eighths);
      all.push_back(std::bit_cast<std::uint32_t>(std::ldexp(integer, d.least_exponent() - bits)));
    }
  return all;
}

TEST(Tininess, EveryWayOfEvaluatingGivesTheEvaluatorsResult) {
  for (const char* flush : {"keep_sign", "to_plus_zero"})
    for (const char* result : {"format = \"e4m3\"", "format = \"e5m2\", rounding = \"away\"",
                               "format = \"e5m2\", rounding = \"up\", underflow = \"to_plus_zero\"",
                               "format = \"e4m3\", prerounding = { significand_fraction = 5, "
                               "rounding = \"nearest_away\" "
                               "}"}) {
      const std::string plain = std::string("results = \"") + flush + '"';
      SCOPED_TRACE(plain + result);
      const Unit bounded = fma_unit(plain, result);
      const Unit unbounded = fma_unit(plain + ", tininess = \"unbounded\"", result);
      const Sequence sequence(unbounded);
      const std::vector<std::uint64_t> c = about_the_least(unbounded.d());
      const std::vector<std::uint64_t> zeros(c.size());
      std::vector<std::uint64_t> d(c.size());
      make_reference_engine(unbounded)->dot(zeros, zeros, c, d);
      int told = 0;
      for (std::size_t i = 0; i < c.size(); ++i) {
        const Case x = case_of({0}, {0}, c[i]);
        const std::uint64_t expected = evaluate_exactly(unbounded, x);
        EXPECT_EQ(evaluate(sequence, view(x)), expected) << std::hex << c[i];
        EXPECT_EQ(d[i], expected) << std::hex << c[i];
        told += expected == evaluate_exactly(bounded, x) ? 0 : 1;
      }
      EXPECT_GT(told, 0);
      changed_results(unbounded, bounded);
      if (HasFailure()) return;
    }
}

TEST(Prerounding, KeepsTheSignOfZeroApartFromTheLastRounding) {
  const auto unit = [](const std::string& first, const std::string& last) {
    return fma_unit("", "format = \"bf16\", rounding = \"toward_zero\", underflow = \"" + last +
                            "\", prerounding = { significand_fraction = 23, rounding = "
                            "\"nearest_even\"" +
                            first + " }");
  };
  const std::string plus = ", underflow = \"to_plus_zero\"", keep = ", underflow = \"keep_sign\"";
  constexpr std::uint64_t kMinusZero = 0x8000;
  constexpr int kOfFirst = -160, kOfLast = -140;  // below f32's least number, and bf16's
  const auto zero = [&](const Unit& of, int exponent) {
    return fma_of(of, 0x80000000u, exponent, true);
  };
  EXPECT_EQ(zero(unit(plus, "keep_sign"), kOfFirst), 0u);
  EXPECT_EQ(zero(unit(plus, "keep_sign"), kOfLast), kMinusZero);
  EXPECT_EQ(zero(unit(keep, "to_plus_zero"), kOfFirst), kMinusZero);
  EXPECT_EQ(zero(unit(keep, "to_plus_zero"), kOfLast), 0u);
  EXPECT_EQ(zero(unit("", "to_plus_zero"), kOfFirst), 0u);
  EXPECT_EQ(zero(unit("", "keep_sign"), kOfFirst), kMinusZero);
}

}  // namespace
}  // namespace mmasc
