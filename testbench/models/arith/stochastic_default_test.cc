// SPDX-License-Identifier: Apache-2.0
// How often stochastic rounding goes up, against what probability says: a chi-square over 10^6
// draws with fixed seeds.
#include <gtest/gtest.h>

#include "agreement/unit_lines.h"
#include "arith/operands.h"
#include "mmasc/arith/random_fill.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/random_elements.h"

namespace mmasc {
namespace {

constexpr int kDraws = 1'000'000;
constexpr double kChiSquare = 10.83;  // of one degree of freedom, exceeded once in 1,000

// How many of the draws give each of two results, and no other.
struct Counts {
  int low = 0, high = 0;
};

Counts count(const Unit& unit, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t low,
             std::uint64_t seed) {
  const Sequence sequence(unit);
  const auto widths = random_widths(unit);
  const std::vector<std::uint64_t> as{a}, bs{b};
  std::vector<std::uint64_t> random;
  Counts counts;
  for (int i = 0; i < kDraws; ++i) {
    random.clear();
    append_random(widths, seed, static_cast<std::uint64_t>(i), 0, random);
    const std::uint64_t d =
        evaluate(sequence, view(case_of(as, bs, c, {{Operand::random, random}})));
    EXPECT_TRUE(d == low || d == low + 1) << std::hex << d;
    ++(d == low ? counts.low : counts.high);
  }
  return counts;
}

double chi_square(const Counts& counts, double p) {
  const double up = kDraws * p, stays = kDraws - up;
  return (counts.high - up) * (counts.high - up) / up +
         (counts.low - stays) * (counts.low - stays) / stays;
}

// 1 + x * 2^-23 / 16: x sixteenths of the last bit.
TEST(Stochastic, TheResultGoesUpAsOftenAsProbabilitySays) {
  const Unit unit = unit_of_line("rows.toml:my/f32 --set result.rounding=stochastic:12");
  for (int x : {1, 5, 8, 15}) {
    const std::uint64_t a = 0x32000000;  // 2^-27
    const std::uint64_t sixteenths[] = {0,          0x3f800000, 0, 0, 0, 0x40a00000, 0, 0,
                                        0x41000000, 0,          0, 0, 0, 0,          0, 0x41700000};
    const Counts counts =
        count(unit, a, sixteenths[x], 0x3f800000, 0x3f800000, static_cast<std::uint64_t>(x));
    EXPECT_LT(chi_square(counts, x / 16.0), kChiSquare) << x << ": " << counts.high;
    RecordProperty("up_" + std::to_string(x), counts.high);
  }
}

// Bits below those that are drawn for count nothing: 5/16 with 2 bits is 1/4.
TEST(Stochastic, OnlyTheHighestLostBitsCount) {
  const Unit unit = unit_of_line(
      "rows.toml:my/f32 --set dot.fraction_bits=23 --set dot.alignment_rounding=stochastic:2");
  const Counts counts = count(unit, 0x32000000, 0x40a00000, 0x3f800000, 0x3f800000, 7);
  EXPECT_LT(chi_square(counts, 0.25), kChiSquare) << counts.high;
  EXPECT_GT(chi_square(counts, 5 / 16.0), kChiSquare) << counts.high;
}

}  // namespace
}  // namespace mmasc
