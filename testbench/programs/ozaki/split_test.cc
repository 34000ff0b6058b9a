// SPDX-License-Identifier: Apache-2.0
// Slices add up to what was split, and stay within their bits.
#include "mmasc/ozaki/split.h"

#include <gtest/gtest.h>

#include <limits>

#include "ozaki/doubles.h"
#include "told.h"

namespace mmasc {
namespace {

std::vector<double> hostile_doubles() {
  using Limits = std::numeric_limits<double>;
  std::vector<double> all{0.0,
                          -0.0,
                          1.0,
                          -1.0,
                          0.5,
                          1.5,
                          Limits::min(),
                          Limits::denorm_min(),
                          -3 * Limits::denorm_min(),
                          Limits::max(),
                          -Limits::max(),
                          std::nextafter(1.0, 0.0),
                          std::nextafter(1.0, 2.0)};
  std::mt19937_64 engine(7);
  while (all.size() < 2000) {
    const auto x = std::bit_cast<double>(engine());
    if (std::isfinite(x)) all.push_back(x);
  }
  for (int e = -60; e <= 60; ++e)  // near the ends of a slice
    for (const double x : {1.0, 1 + 0x1p-52, 2 - 0x1p-52, 1.5, 1.25 + 0x1p-40})
      all.push_back(std::ldexp(x, e));
  return all;
}

TEST(Split, AddsUpToTheNumber) {
  const std::vector<double> numbers = hostile_doubles();
  for (const int bits : {1, 2, 3, 5, 8, 12, 22, 54}) {
    for (const double x : numbers) {
      Doubles one(1, 1);
      one.at(0, 0) = x;
      const SplitMatrix split(std::as_const(one).view(), Lines::rows, format_named("f64"), "A");
      const int scale = split.scale(0), slices = split.all_slices(bits);
      ASSERT_LE(std::fabs(std::ldexp(x, -scale)), 1) << x;
      Dyadic sum;
      for (int p = 1; p <= slices; ++p) {
        const std::int64_t digit = slice_digit(x, scale, p, bits);
        ASSERT_LE(std::abs(digit), std::int64_t{1} << (bits - 1)) << x << " slice " << p;
        if (digit == 0) continue;
        const Dyadic part{BigInt(digit), scale + 1 - p * bits};
        sum = sum.is_zero() ? part : sum + part;
        // The rest is at most half of a unit.
        const Dyadic left = sum + -dyadic(x);
        const Dyadic half{BigInt(1), scale - p * bits};
        ASSERT_FALSE((half + -Dyadic{left.integer.abs(), left.exponent}).integer.is_negative())
            << x << " slice " << p;
      }
      ASSERT_EQ(sum.is_zero() ? Dyadic{} : sum, dyadic(x)) << x << " in slices of " << bits;
      if (slices > 1) {
        ASSERT_NE(slice_digit(x, scale, slices, bits), 0) << x;
      }
      ASSERT_EQ(slice_digit(x, scale, slices + 1, bits), 0) << x;
    }
  }
}

TEST(Split, ScalesEachLineByItsGreatest) {
  Doubles matrix(3, 2);
  matrix.values = {3, -4, 0, 0, 0x1p-1074, 0};
  const SplitMatrix rows(std::as_const(matrix).view(), Lines::rows, format_named("f64"), "A");
  EXPECT_EQ(rows.scale(0), 2);
  EXPECT_EQ(rows.scale(1), 0);
  EXPECT_EQ(rows.scale(2), -1074);
  const SplitMatrix columns(std::as_const(matrix).view(), Lines::columns, format_named("f64"), "B");
  EXPECT_EQ(columns.scale(0), 2);
  EXPECT_EQ(columns.scale(1), 2);
  // 2^2 * (3/4 and -1) in slices of 3 bits: units of 2^0.
  const OwnedMatrix first = rows.slices(1, 3, format_named("e4m3"), 0, 1);
  EXPECT_EQ(exact_value(format_named("e4m3"), first.at(0, 0)), dyadic(3));
  EXPECT_EQ(exact_value(format_named("e4m3"), first.at(0, 1)), dyadic(-4));
}

// In one, two and four bytes an element, and of more integers than a table has.
TEST(Split, SlicesHoldTheDigitsOfEveryNumber) {
  const std::vector<double> numbers = hostile_doubles();
  Doubles matrix(40, 60);
  for (std::size_t i = 0; i < matrix.values.size(); ++i)
    matrix.values[i] = numbers[i % numbers.size()];
  constexpr struct {
    const char* format;
    int bits, unit;
  } kKinds[] = {{"e4m3", 4, 0}, {"s8", 7, 0}, {"f16", 12, -3}, {"f32", 24, 0}};
  for (const Lines lines : {Lines::rows, Lines::columns}) {
    const SplitMatrix split(std::as_const(matrix).view(), lines, format_named("f64"), "A");
    for (const auto& [name, bits, unit] : kKinds) {
      const Format& format = format_named(name);
      ASSERT_GT(split.all_slices(bits), 62 / bits + 1);
      for (const int count :
           {1, 2, 62 / bits, 62 / bits + 1, std::min(split.all_slices(bits), 100)})
        for (const int threads : {1, 3}) {
          const OwnedMatrix slices = split.slices(count, bits, format, unit, threads);
          ASSERT_EQ(slices.matrix().columns, lines == Lines::rows ? count * 60 : 60);
          for (int p = 1; p <= count; ++p)
            for (std::int64_t i = 0; i < 40; ++i)
              for (std::int64_t k = 0; k < 60; ++k) {
                const int scale = split.scale(lines == Lines::rows ? i : k);
                const Dyadic digit{BigInt(slice_digit(matrix.at(i, k), scale, p, bits)), unit};
                const std::uint64_t stored = lines == Lines::rows
                                                 ? slices.at(i, (p - 1) * 60 + k)
                                                 : slices.at((count - p) * 40 + i, k);
                ASSERT_TRUE(digit.is_zero() ? stored == 0 : exact_value(format, stored) == digit)
                    << name << " slice " << p << " of " << count << ", " << matrix.at(i, k);
              }
        }
    }
  }
}

TEST(Split, RefusesWhatIsNotFinite) {
  Told told;
  Doubles matrix(2, 3);
  matrix.at(1, 2) = std::numeric_limits<double>::infinity();
  told.refusal<InputError>(
      [&] { SplitMatrix(std::as_const(matrix).view(), Lines::columns, format_named("f64"), "B"); });
}

}  // namespace
}  // namespace mmasc
