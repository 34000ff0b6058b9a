// SPDX-License-Identifier: Apache-2.0
// Sums of levels, rounded once: ties, what is far below them, borrows, the ends of the range.
#include "mmasc/ozaki/level_sum.h"

#include <gtest/gtest.h>

#include <limits>

#include "ozaki/doubles.h"

namespace mmasc {
namespace {

// The sum of levels[l] * 2^(-9 l), times 2^exponent.
double correct_of(const std::vector<double>& levels, int exponent = 0, int bits = 9) {
  CorrectSum sum(levels.size(), bits, 0);
  return std::bit_cast<double>(sum(levels, exponent, format_named("f64")));
}

// `first`, `second` of the next level, and `last` of the level that many levels below the first.
std::vector<double> levels_of(double first, double second, std::size_t levels, double last) {
  std::vector<double> all(levels + 1);
  all[0] = first;
  all[1] = second;
  all[levels] += last;
  return all;
}

TEST(CorrectSum, TiesGoToEvenAndNothingElseDoes) {
  constexpr double kEven = 0x1p52, kOdd = kEven + 1;
  // The last level is within the word of the half, in the word below it, and further down.
  for (const std::size_t levels : {2U, 5U, 7U, 12U, 20U, 40U})
    for (const double sign : {1.0, -1.0}) {
      const auto sum = [&](double first, double last) {
        auto all = levels_of(first, 0x1p8, levels, last);
        for (double& level : all) level *= sign;
        return sign * correct_of(all);
      };
      EXPECT_EQ(sum(kEven, 0), kEven) << levels;
      EXPECT_EQ(sum(kOdd, 0), kOdd + 1) << levels;
      EXPECT_EQ(sum(kEven, 1), kEven + 1) << levels;
      EXPECT_EQ(sum(kOdd, -1), kOdd) << levels;
    }
  // The top bit is a word's top bit: all that is below is in other words.
  EXPECT_EQ(correct_of(levels_of(kEven, 0x1p14, 5, 1), 0, 15), kEven + 1);
  EXPECT_EQ(correct_of(levels_of(kEven, 0x1p14, 5, 0), 0, 15), kEven);
}

TEST(CorrectSum, OfNegativeNumbers) {
  for (const std::size_t levels : {1U, 7U, 15U, 30U}) {
    EXPECT_EQ(correct_of(levels_of(-1, 0, levels, 0)), -1) << levels;
    EXPECT_EQ(correct_of(levels_of(1, -512, levels, 0)), 0) << levels;
    EXPECT_EQ(correct_of(levels_of(1, -512, levels, -1)),
              -std::ldexp(1.0, -9 * static_cast<int>(levels)))
        << levels;
  }
}

TEST(CorrectSum, AtTheLeastNumbers) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(correct_of({1}, -1074), kLeast);
  EXPECT_EQ(correct_of({1}, -1075), 0) << "a tie";
  EXPECT_EQ(correct_of({1, 1}, -1075), kLeast);
  EXPECT_EQ(correct_of({3}, -1076), kLeast);
  EXPECT_EQ(correct_of({3}, -1075), 2 * kLeast) << "a tie";
  EXPECT_EQ(correct_of({1, 511}, -1076), 0);
}

}  // namespace
}  // namespace mmasc
