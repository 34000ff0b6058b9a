// SPDX-License-Identifier: Apache-2.0
// Elements against the nearest of all numbers of a format, and against numbers as people write
// them; scales against what they are for.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "mmasc/elements/element.h"
#include "mmasc/inputs/draw.h"
#include "mmasc/inputs/input_set.h"
#include "mmasc/measures/correct.h"
#include "mmasc/text/round_number.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

using Rational = boost::multiprecision::cpp_rational;

Rational exact(double number) {
  int exponent = 0;
  const auto significand = static_cast<std::int64_t>(std::ldexp(std::frexp(number, &exponent), 53));
  const boost::multiprecision::cpp_int one = 1;
  const int shift = exponent - 53;
  return shift >= 0 ? Rational(significand * (one << shift)) : Rational(significand, one << -shift);
}

// The finite number nearest to the quotient, the even one of two, by looking at all.
std::uint64_t nearest(double number, double scale, const Format& format) {
  const Rational wanted = exact(number) / exact(scale);
  std::uint64_t best = 0;
  Rational least = -1;
  for (std::uint64_t bits = 0; bits <= format.storage_mask(); ++bits) {
    if (!is_finite(format, bits)) continue;
    if (std::signbit(number) != std::signbit(value_of(format, bits))) continue;
    const Rational distance = abs(exact(value_of(format, bits)) - wanted);
    if (least < 0 || distance < least || (distance == least && bits % 2 == 0)) {
      least = distance;
      best = bits;
    }
  }
  return best;
}

TEST(Quantise, TheNearestNumberOfAll) {
  for (const char* name : {"e4m3", "e5m2", "e2m1", "e2m3", "e3m2"}) {
    const Format& format = format_named(name);
    for (std::int64_t i = 0; i < 300; ++i) {
      const double number = draw(Distribution::log_normal, 3, {11, 0, 0}, i, 0);
      const double scale =
          i % 3 == 0 ? 1 : std::fabs(draw(Distribution::normal, 1, {12, 0, 0}, i, 0));
      EXPECT_EQ(quantised(number, scale, format), nearest(number, scale, format))
          << name << " " << number << " / " << scale;
    }
    // Half-way between two numbers, and just beside.
    for (std::uint64_t bits = 0; bits < 20; ++bits) {
      const double middle = (value_of(format, bits) + value_of(format, bits + 1)) / 2;
      for (const double number : {middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e9)})
        EXPECT_EQ(quantised(number, 1, format), nearest(number, 1, format))
            << name << " " << number;
    }
  }
}

TEST(Quantise, AsWrittenNumbersAreRounded) {
  for (const char* name : {"f16", "bf16", "tf32", "f32", "e4m3", "f64"}) {
    const Format& format = format_named(name);
    for (std::int64_t i = 0; i < 500; ++i) {
      const double number = draw(Distribution::log_normal, 10, {13, 0, 0}, i, 0);
      const WrittenNumber written =
          parse_number(to_hexfloat(format_named("f64"), std::bit_cast<std::uint64_t>(number)));
      EXPECT_EQ(quantised(number, 1, format),
                round_number(written, format, {Rounding::nearest_even, Overflow::saturate}).bits)
          << name << " " << number;
    }
  }
}

TEST(Quantise, ScalesTakeTheGreatestToTheFormatsRange) {
  const Format& e4m3 = format_named("e4m3");
  const double most = greatest_number(e4m3);
  EXPECT_EQ(most, 448);
  EXPECT_EQ(scale_for(0, e4m3, ScaleKind::f32), 1);
  EXPECT_EQ(scale_for(448, e4m3, ScaleKind::power_of_two), 1);
  EXPECT_EQ(scale_for(448.5, e4m3, ScaleKind::power_of_two), 2);
  EXPECT_EQ(scale_for(224, e4m3, ScaleKind::power_of_two), 0.5);
  EXPECT_EQ(scale_for(1, e4m3, ScaleKind::f32), static_cast<double>(1.0F / 448.0F));
  for (std::int64_t i = 0; i < 1000; ++i) {
    const double greatest = std::fabs(draw(Distribution::log_normal, 5, {14, 0, 0}, i, 0));
    const double scale = scale_for(greatest, e4m3, ScaleKind::power_of_two);
    EXPECT_LE(greatest, scale * most);
    EXPECT_GT(greatest, scale / 2 * most);
    EXPECT_EQ(std::frexp(scale, std::make_unique<int>().get()), 0.5);
  }
}

TEST(Quantise, BlockScalesAreThoseOfTheirFormats) {
  const Format &e2m1 = format_named("e2m1"), &e4m3 = format_named("e4m3");
  const Format &ue8m0 = format_named("ue8m0"), &ue4m3 = format_named("ue4m3");
  const auto scale = [](double greatest, const Format& format, const Format& of_scale) {
    return value_of(of_scale, block_scale(greatest, format, of_scale));
  };
  // OCP MX: 2^(floor(log2 greatest) - 2) of e2m1, - 8 of e4m3.
  EXPECT_EQ(scale(6, e2m1, ue8m0), 1);
  EXPECT_EQ(scale(7.9, e2m1, ue8m0), 1);
  EXPECT_EQ(scale(8, e2m1, ue8m0), 2);
  EXPECT_EQ(scale(1, e4m3, ue8m0), 0x1p-8);
  EXPECT_EQ(scale(0, e4m3, ue8m0), 1);
  EXPECT_EQ(scale(0x1p-200, e4m3, ue8m0), 0x1p-127);
  EXPECT_EQ(scale(6, e2m1, ue4m3), 1);
  EXPECT_EQ(scale(9, e2m1, ue4m3), 1.5);
  EXPECT_EQ(scale(1e-9, e2m1, ue4m3), 0x1p-9);
}

TEST(Quantise, RowsTilesAndBlocksHaveScalesOfTheirOwn) {
  const Unit unit = find_unit("hopper/wgmma.m64nNk32.f32.e4m3.e4m3");
  const InputFormats formats = input_formats(unit, *unit.instruction.c);
  const auto greatest_in = [&](const OwnedMatrix& matrix, int row, int rows, int k, int count) {
    double greatest = 0;
    for (int i = row; i < row + rows; ++i)
      for (int j = k; j < k + count; ++j)
        greatest = std::max(greatest, std::fabs(value_of(*formats.a, matrix.at(i, j))));
    return greatest;
  };
  InputRow row;
  row.block = 16;
  for (const auto& [quantise, rows, columns] :
       {std::tuple(Quantise::row, 1, 64), std::tuple(Quantise::block, 1, 16),
        std::tuple(Quantise::tile, 16, 16), std::tuple(Quantise::tensor, 32, 64)}) {
    row.quantise = quantise;
    const InputSet set = make_inputs(row, formats, {32, 32, 64}, 1, 0, {});
    for (int i = 0; i < 32; i += rows)
      for (int k = 0; k < 64; k += columns) {
        EXPECT_EQ(greatest_in(set[Operand::a], i, rows, k, columns), 448) << enum_name(quantise);
        EXPECT_EQ(greatest_in(set[Operand::b], i, rows, k, columns), 448) << enum_name(quantise);
      }
  }
  row.quantise = Quantise::none;
  const InputSet set = make_inputs(row, formats, {32, 32, 64}, 1, 0, {});
  EXPECT_LT(greatest_in(set[Operand::a], 0, 32, 0, 64), 8);
  EXPECT_GT(greatest_in(set[Operand::a], 0, 32, 0, 64), 2);
}

// The operands of a longer K begin with those of a shorter one.
TEST(Quantise, OperandsDependOnPlacesAlone) {
  const Unit unit = find_unit("hopper/wgmma.m64nNk16.f32.f16.f16");
  const InputFormats formats = input_formats(unit, *unit.instruction.c);
  const InputSet small = make_inputs({}, formats, {4, 5, 16}, 9, 0, {});
  const InputSet large = make_inputs({}, formats, {8, 6, 48}, 9, 0, {});
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 16; ++k) {
      EXPECT_EQ(small[Operand::a].at(i, k), large[Operand::a].at(i, k));
      EXPECT_EQ(small[Operand::b].at(i, k), large[Operand::b].at(i, k));
      EXPECT_NE(small[Operand::a].at(i, k), large[Operand::b].at(i, k));
    }
}

}  // namespace
}  // namespace mmasc
