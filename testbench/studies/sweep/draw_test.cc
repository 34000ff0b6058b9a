// SPDX-License-Identifier: Apache-2.0
// Drawn numbers are what their names say, and the same on every machine.
#include "mmasc/inputs/draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

constexpr int kRows = 200, kColumns = 1000;

std::vector<double> drawn(Distribution distribution, double sigma = 1, DrawKey key = {7, 0, 0}) {
  std::vector<double> numbers;
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column)
      numbers.push_back(draw(distribution, sigma, key, row, column));
  return numbers;
}

double moment(const std::vector<double>& numbers, int power) {
  double sum = 0;
  for (const double number : numbers) sum += std::pow(number, power);
  return sum / static_cast<double>(numbers.size());
}

// The greatest distance of the numbers' distribution from `cumulative`, in units in which 1.95 is
// passed once in a thousand times.
template <class F>
double kolmogorov(std::vector<double> numbers, F cumulative) {
  std::ranges::sort(numbers);
  const auto count = static_cast<double>(numbers.size());
  double distance = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double at = cumulative(numbers[i]);
    distance = std::max({distance, std::fabs(at - static_cast<double>(i) / count),
                         std::fabs(at - static_cast<double>(i + 1) / count)});
  }
  return distance * std::sqrt(count);
}

double normal_cumulative(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

TEST(Draw, NormalNumbersAreNormal) {
  const auto numbers = drawn(Distribution::normal);
  EXPECT_LT(kolmogorov(numbers, normal_cumulative), 1.95);
  EXPECT_NEAR(moment(numbers, 1), 0, 0.01);
  EXPECT_NEAR(moment(numbers, 2), 1, 0.015);
  EXPECT_NEAR(moment(numbers, 4), 3, 0.1);
  // Beyond 4: 6.3e-5 of them, 12.7 of 200,000.
  const auto beyond = std::ranges::count_if(numbers, [](double x) { return std::fabs(x) > 4; });
  EXPECT_GE(beyond, 2);
  EXPECT_LE(beyond, 30);
}

TEST(Draw, UniformNumbersAreUniform) {
  EXPECT_LT(kolmogorov(drawn(Distribution::uniform), [](double x) { return (x + 1) / 2; }), 1.95);
  EXPECT_LT(kolmogorov(drawn(Distribution::constant_sign), [](double x) { return x; }), 1.95);
  EXPECT_GE(std::ranges::min(drawn(Distribution::constant_sign)), 0);
}

TEST(Draw, LogNormalNumbersAreExponentialsOfNormalOnes) {
  std::vector<double> logarithms;
  int negative = 0;
  for (const double number : drawn(Distribution::log_normal, 2.5)) {
    ASSERT_NE(number, 0);
    negative += number < 0;
    logarithms.push_back(std::log(std::fabs(number)) / 2.5);
  }
  EXPECT_LT(kolmogorov(logarithms, normal_cumulative), 1.95);
  EXPECT_NEAR(negative, kRows * kColumns / 2, 1000);
  // From the same words comes the exponential of the normal number, to what 32 bits of it say.
  for (std::uint32_t i = 0; i < 1000; ++i) {
    UniformWords of_normal({3, 0, 0}, i, 1), of_log_normal({3, 0, 0}, i, 1);
    const double normal = draw_normal(of_normal).value();
    const double magnitude = std::fabs(draw_log_normal(of_log_normal, 3).value());
    EXPECT_NEAR(magnitude / std::exp(3 * normal), 1, 1e-8) << normal;
  }
}

// The magnitudes of log_normal, from the same words.
TEST(Draw, WeightsOfASoftmaxAreExponentials) {
  const auto weights = drawn(Distribution::softmax, 2.5),
             both = drawn(Distribution::log_normal, 2.5);
  ASSERT_EQ(weights.size(), both.size());
  for (std::size_t i = 0; i < weights.size(); ++i) ASSERT_EQ(weights[i], std::fabs(both[i])) << i;
}

TEST(Draw, OutliersAreHeavyTailedAndInColumns) {
  const DrawKey key{7, 0, 0};
  std::vector<double> plain, outliers;
  int columns = 0;
  for (int column = 0; column < kColumns; ++column) columns += is_outlier(key, column);
  const auto numbers = drawn(Distribution::outliers);
  for (int i = 0; i < kRows * kColumns; ++i)
    (is_outlier(key, i % kColumns) ? outliers : plain)
        .push_back(numbers[static_cast<std::size_t>(i)]);
  EXPECT_NEAR(columns, kColumns / kOutlierShare, 12);
  ASSERT_GT(columns, 0);
  // Normal times exp(normal / 2): the variance is e^(1/2), the kurtosis 3 e.
  EXPECT_NEAR(moment(plain, 2), std::exp(0.5), 0.05);
  EXPECT_GT(moment(plain, 4) / std::pow(moment(plain, 2), 2), 6);
  EXPECT_NEAR(moment(outliers, 2) / moment(plain, 2), 1024, 250);
}

// (rand - 1/2) * exp(phi * randn).
TEST(Draw, PhiSpreadsUniformNumbers) {
  const auto uniform = drawn(Distribution::uniform), none = drawn(Distribution::phi, 0),
             wide = drawn(Distribution::phi, 2.5);
  std::vector<double> logarithms;
  for (std::size_t i = 0; i < uniform.size(); ++i) {
    ASSERT_EQ(none[i], uniform[i] / 2);
    logarithms.push_back(std::log(wide[i] / none[i]) / 2.5);
  }
  EXPECT_LT(kolmogorov(logarithms, normal_cumulative), 1.95);
}

TEST(Draw, TokensAreOutliersOfRowsOfTheirOwn) {
  const auto outliers = drawn(Distribution::outliers), tokens = drawn(Distribution::tokens, 3);
  std::vector<double> logarithms;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const double factor = tokens[i] / outliers[i],
                 of_row = tokens[i - i % kColumns] / outliers[i - i % kColumns];
    ASSERT_NEAR(factor / of_row, 1, 1e-14);
    if (i % kColumns == 0) logarithms.push_back(std::log(factor) / 3);
  }
  EXPECT_LT(kolmogorov(logarithms, normal_cumulative), 1.95);
}

TEST(Draw, BitsAreAllPatternsThatAreNumbers) {
  const Format& e4m3 = format_named("e4m3");
  std::set<std::uint64_t> seen;
  for (int row = 0; row < 100; ++row)
    for (int column = 0; column < 100; ++column)
      seen.insert(draw_bits(e4m3, {1, 0, 0}, row, column));
  EXPECT_EQ(seen.size(), 254U);  // all but 7f and ff
  EXPECT_FALSE(seen.contains(0x7f));
  EXPECT_FALSE(seen.contains(0xff));
}

TEST(Draw, EveryPartOfTheKeyCounts) {
  const auto at = [](DrawKey key, int outer, int k) {
    return draw(Distribution::normal, 1, key, outer, k);
  };
  const double number = at({1, 0, 0}, 2, 3);
  EXPECT_EQ(number, at({1, 0, 0}, 2, 3));
  for (const double other : {at({2, 0, 0}, 2, 3), at({1, 1, 0}, 2, 3), at({1, 0, 1}, 2, 3),
                             at({1, 0, 0}, 3, 2), at({1, 0, 0}, 2, 4)})
    EXPECT_NE(number, other);
}

// Computed by a second program, in Python. Other numbers change the results of every study.
TEST(Draw, TheNumbersStay) {
  const DrawKey key{1, 0, 0};
  EXPECT_EQ(draw(Distribution::normal, 1, key, 0, 0), -0x1.d3159a253b3a5p-1);
  EXPECT_EQ(draw(Distribution::normal, 1, key, 5, 1000), -0x1.82be36a6ce229p+0);
  EXPECT_EQ(draw(Distribution::uniform, 1, key, 0, 0), -0x1.97f91cc03a7e3p-1);
  EXPECT_EQ(draw(Distribution::log_normal, 2, key, 0, 0), 0x1.4a52a88f9d8a8p-3);
  EXPECT_EQ(draw(Distribution::outliers, 1, key, 0, 0), -0x1.6cdda52f839b8p+1);
}

}  // namespace
}  // namespace mmasc
