// SPDX-License-Identifier: Apache-2.0
// Exact results and measures against slow evaluations with rational numbers, on operands that use
// every accumulator.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "mmasc/batch/engine.h"
#include "mmasc/elements/element.h"
#include "mmasc/inputs/draw.h"
#include "mmasc/measures/correct.h"
#include "mmasc/measures/error_measures.h"
#include "mmasc/measures/exact_product.h"
#include "mmasc/measures/sample.h"
#include "mmasc/measures/unit_measures.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/ulps.h"
#include "specification/dyadic.h"

namespace mmasc {
namespace {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

constexpr double kQuantileOf95 = 1.959963984540054;  // of the normal distribution

cpp_rational rational(const cpp_int& integer, int exponent) {
  const cpp_int one = 1;
  return exponent >= 0 ? cpp_rational(integer * (one << exponent))
                       : cpp_rational(integer, one << -exponent);
}
cpp_rational rational(const Dyadic& number) {
  cpp_int integer = 0;
  const auto limbs = number.integer.limbs();
  for (std::size_t i = limbs.size(); i > 0; --i) integer = (integer << 64) + limbs[i - 1];
  return rational(number.integer.is_negative() ? -integer : integer, number.exponent);
}
// The value by the fields of the element alone.
cpp_rational rational(const Format& format, std::uint64_t bits) {
  const auto field = [&](int low, int count) {
    return bits >> low & ((std::uint64_t{1} << count) - 1);
  };
  const auto exponent = static_cast<int>(field(format.exponent_low(), format.exponent_bits));
  const cpp_int fraction = field(format.fraction_low(), format.fraction_bits);
  const bool subnormal = exponent == 0 && format.has_subnormals;
  const cpp_int significand =
      fraction + (subnormal ? cpp_int(0) : cpp_int(1) << format.fraction_bits);
  const bool negative = format.is_signed() && field(format.sign_low(), 1) != 0;
  return rational(negative ? -significand : significand,
                  (subnormal ? 1 : exponent) - format.bias - format.fraction_bits);
}

struct Problem {
  Unit unit;
  InputFormats formats;
  InputSet inputs;
};
Problem problem(const std::string& id, const InputRow& row, const InputShape& shape,
                std::uint64_t seed = 1) {
  Unit unit = find_unit(id);
  const InputFormats formats = input_formats(unit, *unit.instruction.c);
  return {unit, formats, make_inputs(row, formats, shape, seed, 0, {})};
}

cpp_rational slow_sum(const Problem& p, std::int64_t i, std::int64_t j, bool magnitudes) {
  const auto one = [&](const cpp_rational& x) { return magnitudes ? cpp_rational(abs(x)) : x; };
  cpp_rational sum = one(rational(*p.formats.c, p.inputs[Operand::c].at(i, j)));
  for (std::int64_t k = 0; k < p.inputs[Operand::a].matrix().columns; ++k) {
    cpp_rational product = rational(*p.formats.a, p.inputs[Operand::a].at(i, k)) *
                           rational(*p.formats.b, p.inputs[Operand::b].at(j, k));
    if (p.formats.scale != nullptr)
      product *=
          rational(*p.formats.scale, p.inputs[Operand::sa].at(i, k / p.formats.scale_block)) *
          rational(*p.formats.scale, p.inputs[Operand::sb].at(j, k / p.formats.scale_block));
    sum += one(product);
  }
  return sum;
}

TEST(ExactProduct, IsTheSumOfRationalNumbers) {
  InputRow bits{.a = "bits", .b = "bits", .c = "bits"};
  InputRow normal{.c = "normal"};
  const std::pair<const char*, InputRow> cases[] = {
      {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", normal},  // 64 bits
      {"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", bits},    // c of any size
      {"hopper/wgmma.m64nNk16.f32.f16.f16", normal},    // 128 bits
      {"hopper/wgmma.m64nNk16.f32.f16.f16", bits},
      {"hopper/wgmma.m64nNk16.f32.bf16.bf16", normal},
      {"hopper/wgmma.m64nNk16.f32.bf16.bf16", bits},  // the long accumulator
      {"cdna3/v_mfma_f64_16x16x4_f64", bits},         // of 4,000 bits
      {"mxf8f6f4.block_scale.scale_vec..1X.m16n8k32.f32.e4m3.e4m3.f32.ue8m0", normal},
  };
  for (const auto& [id, row] : cases) {
    std::string name = id;
    if (name.starts_with("mxf8")) {
      name.clear();
      for (const Unit& unit : catalog().units())
        if (unit.instruction.scale && unit.instruction.a->name == "e4m3")
          name = unit.instruction.id;
      ASSERT_FALSE(name.empty());
    }
    const Problem p = problem(name, row, {5, 4, 100});
    const ExactProduct exact(p.inputs, p.formats);
    for (std::int64_t i = 0; i < 5; ++i)
      for (std::int64_t j = 0; j < 4; ++j) {
        EXPECT_EQ(rational(exact.sum(i, j)), slow_sum(p, i, j, false)) << name << row.a;
        EXPECT_EQ(rational(exact.magnitudes(i, j)), slow_sum(p, i, j, true)) << name << row.a;
      }
  }
}

TEST(ExactProduct, ThreadsChangeNothing) {
  const Problem p = problem("cdna3/v_mfma_f64_16x16x4_f64", {.a = "phi", .phi = 4}, {40, 30, 64});
  const ExactProduct one(p.inputs, p.formats), three(p.inputs, p.formats, 3);
  for (std::int64_t i = 0; i < 40; ++i)
    for (std::int64_t j = 0; j < 30; ++j) {
      EXPECT_EQ(rational(one.sum(i, j)), rational(three.sum(i, j)));
      EXPECT_EQ(rational(one.magnitudes(i, j)), rational(three.magnitudes(i, j)));
    }
}

TEST(ExactProduct, OfZerosIsC) {
  const Problem p =
      problem("hopper/wgmma.m64nNk16.f32.f16.f16", {.a = "zero", .c = "normal"}, {2, 2, 8});
  const ExactProduct exact(p.inputs, p.formats);
  EXPECT_EQ(rational(exact.sum(1, 1)), rational(*p.formats.c, p.inputs[Operand::c].at(1, 1)));
}

// The nearest of all f16, among those around, by their distance.
TEST(CorrectlyRounded, IsTheNearest) {
  const Format& f16 = format_named("f16");
  for (std::int64_t i = 0; i < 3000; ++i) {
    const DrawnNumber drawn = [&] {
      UniformWords words({5, 0, 0}, static_cast<std::uint32_t>(i), 0);
      return draw_log_normal(words, 8);
    }();
    BigInt integer(int128{drawn.significand});
    // Some half-way between two: few bits.
    const int cut = i % 2 == 0 ? 0 : 52;
    const Dyadic number{(drawn.negative ? -integer : integer) >> cut, drawn.exponent + cut};
    if (number.is_zero()) continue;
    const std::uint64_t got = correctly_rounded(number, f16);
    const cpp_rational wanted = rational(number), greatest = 65504, beyond = 65520;
    if (abs(wanted) >= beyond) {
      EXPECT_FALSE(is_finite(f16, got));
      continue;
    }
    ASSERT_TRUE(is_finite(f16, got));
    const cpp_rational distance = abs(rational(f16, got) - wanted);
    for (const std::uint64_t other : {got - 1, got + 1}) {
      if (((other ^ got) & 0x8000) != 0 || !is_finite(f16, other & 0xffff)) continue;
      const cpp_rational of_other = abs(rational(f16, other) - wanted);
      EXPECT_TRUE(distance < of_other || (distance == of_other && got % 2 == 0)) << i;
    }
    EXPECT_EQ((got >> 15) != 0, wanted < 0);
  }
}

double as_double(const cpp_rational& x) { return x.convert_to<double>(); }

// D with errors of every kind against formulas written down again.
TEST(ErrorMeasures, AreTheirDefinitions) {
  const Format& f16 = format_named("f16");
  Problem p = problem("hopper/wgmma.m64nNk16.f16.f16.f16", {.c = "zero"}, {6, 5, 40});
  const ExactProduct exact(p.inputs, p.formats);
  OwnedMatrix d(f16, 6, 5, "D");
  std::vector<std::uint64_t> numbers;  // f16's, in order
  for (std::uint64_t bits = 0xfbff; bits > 0x8000; --bits) numbers.push_back(bits);
  for (std::uint64_t bits = 0; bits < 0x7c00; ++bits) numbers.push_back(bits);
  const int shifts[] = {0, 1, -1, 3, -3, 40, 0};
  double relative = 0, squares = 0, backward = 0, error_sum = 0, magnitude_sum = 0, noise = 0;
  double signal = 0, of_d = 0, ulps = 0, signed_ulps = 0, greatest = 0;
  double row_squares = 0, row_greatest = 0;
  int correct = 0, finite = 0;
  for (int i = 0; i < 6; ++i) {
    double row_signal = 0, row_noise = 0, row_most = 0;
    int in_row = 0;
    for (int j = 0; j < 5; ++j) {
      const cpp_rational sum = slow_sum(p, i, j, false);
      const auto best = std::ranges::find(numbers, correctly_rounded(exact.sum(i, j), f16));
      ASSERT_NE(best, numbers.end());
      const int shift = shifts[(5 * i + j) % 7];
      const bool overflows = i == 2 && j == 3;
      const std::uint64_t bits = overflows ? 0x7c00 : *(best + shift);
      store_element(d.matrix(), i, j, bits);
      if (overflows) continue;
      ++finite;
      correct += shift == 0;
      const cpp_rational error = rational(f16, bits) - sum;
      const double one = as_double(abs(error / sum));
      relative += one;
      squares += one * one;
      greatest = std::max(greatest, one);
      backward += as_double(abs(error) / slow_sum(p, i, j, true));
      error_sum += as_double(error);
      magnitude_sum += as_double(abs(rational(f16, bits)) - abs(sum));
      noise += as_double(error * error);
      signal += as_double(sum * sum);
      of_d += as_double(rational(f16, bits) * rational(f16, bits));
      ulps += std::abs(shift);
      signed_ulps += shift;
      ++in_row;
      row_signal += as_double(sum * sum);
      row_noise += as_double(error * error);
      row_most = std::max(row_most, as_double(abs(error)));
    }
    row_squares += row_noise / (row_signal / in_row);
    row_greatest = std::max(row_greatest, row_most / std::sqrt(row_signal / in_row));
  }
  ErrorMeasures measures(f16);
  measures.add(exact, d);
  std::vector<std::string> names;
  for (const MeasureRow& name : kMeasures) names.emplace_back(name.name);
  std::map<std::string, MeasureResult> found;
  for (const MeasureResult& result : measures.results(names)) found[result.name] = result;
  const auto expect = [&](const char* name, double value, int samples) {
    ASSERT_TRUE(found.contains(name)) << name;
    ASSERT_TRUE(found[name].value) << name;
    EXPECT_NEAR(*found[name].value, value, 1e-12 * std::fabs(value)) << name;
    EXPECT_EQ(found[name].samples, samples) << name;
  };
  ASSERT_EQ(finite, 29);
  const double root_signal = std::sqrt(signal / finite);
  expect("relative_error_mean", relative / finite, finite);
  expect("relative_error_rms", std::sqrt(squares / finite), finite);
  expect("relative_error_max", greatest, finite);
  expect("backward_error_mean", backward / finite, finite);
  expect("row_error_max", row_greatest, finite);
  expect("row_error_rms", std::sqrt(row_squares / finite), finite);
  expect("bias", error_sum / finite / root_signal, finite);
  expect("magnitude_bias", magnitude_sum / finite / root_signal, finite);
  expect("snr", 10 * std::log10(signal / noise), finite);
  expect("variance_loss", 40 * (1 - of_d / signal), finite);
  expect("ulps_mean", ulps / finite, finite);
  expect("ulps_max", 40, finite);
  expect("ulps", signed_ulps / finite, finite);
  expect("correctly_rounded", correct / 30.0, 30);
  expect("overflows", 1, 30);
  std::int64_t counted = 0;
  for (const HistogramBin& bin : found["ulps"].histogram) {
    counted += bin.count;
    EXPECT_LE(bin.low, bin.high);
    EXPECT_GT(bin.count, 0);
  }
  EXPECT_EQ(counted, finite);
}

// 60000 * 2 is beyond f16: its infinity is the correctly rounded result, and nothing else is.
TEST(ErrorMeasures, AnInfinityCanBeCorrect) {
  const Format& f16 = format_named("f16");
  Problem p = problem("hopper/wgmma.m64nNk16.f16.f16.f16", {.a = "zero", .b = "zero"}, {2, 2, 16});
  store_element(p.inputs[Operand::a].matrix(), 0, 0, 0x7b53);
  store_element(p.inputs[Operand::b].matrix(), 0, 0, 0x4000);
  const ExactProduct exact(p.inputs, p.formats);
  const auto measured = [&](std::uint64_t bits) {
    OwnedMatrix d(f16, 2, 2, "D");
    store_element(d.matrix(), 0, 0, bits);
    ErrorMeasures measures(f16);
    measures.add(exact, d);
    return measures.results({"ulps_mean", "correctly_rounded", "overflows"});
  };
  const auto infinity = measured(0x7c00);
  EXPECT_EQ(infinity[0].samples, 3);
  EXPECT_EQ(infinity[0].left_out, 1);
  EXPECT_EQ(infinity[1].value, 1);
  EXPECT_EQ(infinity[1].samples, 4);
  EXPECT_EQ(infinity[1].left_out, 0);
  EXPECT_EQ(infinity[2].value, 1);
  for (const std::uint64_t other : {0xfc00, 0x7e00, 0x7bff})
    EXPECT_EQ(measured(other)[1].value, 0.75) << other;
  EXPECT_EQ(measured(0x7bff)[0].left_out, 0);
}

// Whole rows of D are off. Repetitions with operands of their own are as many samples more; those
// that share what is not drawn are not.
TEST(ErrorMeasures, RepetitionsAreIndependentWhereTheyAreDrawn) {
  const Format& f16 = format_named("f16");
  const Problem p = problem("hopper/wgmma.m64nNk16.f16.f16.f16", {.c = "zero"}, {6, 5, 40});
  const ExactProduct exact(p.inputs, p.formats);
  OwnedMatrix d(f16, 6, 5, "D");
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 5; ++j)
      store_element(d.matrix(), i, j,
                    correctly_rounded(exact.sum(i, j), f16) + static_cast<std::uint64_t>(i));
  const auto variance = [&](int repetitions, SharedLines shared, const char* name) {
    ErrorMeasures measures(f16, shared);
    for (int r = 0; r < repetitions; ++r) measures.add(exact, d);
    const MeasureResult result = measures.results({name}).front();
    EXPECT_EQ(result.samples, 30 * repetitions);
    const double half = (result.interval->high - result.interval->low) / 2 / kQuantileOf95;
    return half * half;
  };
  // The residuals of ulps_mean are -2.5 to 2.5 by rows, and 0 by columns.
  const double squares = 2 * (2.5 * 2.5 + 1.5 * 1.5 + 0.5 * 0.5);
  const double rows = 25 * squares, places = 5 * squares;
  EXPECT_NEAR(variance(1, {}, "ulps_mean"), (rows - places) / 900, 1e-12);
  EXPECT_NEAR(variance(3, {}, "ulps_mean"), (rows - places) / 2700, 1e-12);
  EXPECT_NEAR(variance(3, {true, true}, "ulps_mean"), (rows - places) / 900, 1e-12);
  EXPECT_NEAR(variance(3, {true, false}, "ulps_mean"), (9 * rows - 3 * places) / 8100, 1e-12);
  EXPECT_NEAR(variance(3, {false, true}, "ulps_mean"), (3 * rows - 3 * places) / 8100, 1e-12);

  Sample errors;
  double signal = 0;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 5; ++j) {
      const double sum = as_double(rational(exact.sum(i, j)));
      errors.add(i, j, as_double(rational(f16, d.at(i, j))) - sum);
      signal += sum * sum;
    }
  const double of_bias = errors.variance_of_mean() / (signal / 30);
  EXPECT_NEAR(variance(1, {}, "bias"), of_bias, 1e-9 * of_bias);
}

// More numbers lie between them than 63 bits count.
TEST(ErrorMeasures, UlpsBetweenF64NumbersOfUnlikeSigns) {
  const Format& f64 = format_named("f64");
  const Problem p = problem("cdna3/v_mfma_f64_16x16x4_f64", {.c = "zero"}, {6, 5, 8});
  const ExactProduct exact(p.inputs, p.formats);
  for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{1} << 63}) {
    OwnedMatrix d(f64, 6, 5, "D");
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 5; ++j) store_element(d.matrix(), i, j, 0x7fe0'0000'0000'0000 | sign);
    ErrorMeasures measures(f64);
    measures.add(exact, d);
    const double ulps = *measures.results({"ulps"})[0].value;
    EXPECT_EQ(ulps < 0, sign != 0);
    EXPECT_GE(std::abs(ulps), std::exp2(61) / 2);
  }
}

TEST(ErrorMeasures, BinsMeetWithoutOverlap) {
  for (int bin = -20; bin < 20; ++bin) {
    EXPECT_EQ(range_of_ulp_bin(bin).high + 1, range_of_ulp_bin(bin + 1).low) << bin;
    EXPECT_EQ(ulp_bin(range_of_ulp_bin(bin).low), bin);
    EXPECT_EQ(ulp_bin(range_of_ulp_bin(bin).high), bin);
  }
}

TEST(Sample, VarianceOfRowsAndColumnsByHand) {
  // 1 2 / 3 6: mean 3; residuals -2 -1 / 0 3. Rows -3, 3; columns -2, 2; squares 14.
  Sample sample;
  for (const auto& [row, column, value] :
       {std::tuple(0, 0, 1), std::tuple(0, 1, 2), std::tuple(1, 0, 3), std::tuple(1, 1, 6)})
    sample.add(row, column, value);
  EXPECT_DOUBLE_EQ(sample.mean(), 3);
  EXPECT_DOUBLE_EQ(sample.variance_of_mean(), std::max(9.0 + 9 + 4 + 4 - 14, 14.0) / 16);
}

// Numbers that share a part with their row and a part with their column: the interval of 95 % holds
// the mean of all about as often as it says. Without the clusters it would in half of the trials.
TEST(Sample, IntervalsHoldTheMean) {
  constexpr int kTrials = 300, kSize = 24;
  int held = 0;
  for (std::uint32_t trial = 0; trial < kTrials; ++trial) {
    const auto normal = [&](std::int64_t row, std::int64_t column) {
      return draw(Distribution::normal, 1, {77, 0, trial}, row, column);
    };
    Sample sample;
    for (int i = 0; i < kSize; ++i)
      for (int j = 0; j < kSize; ++j)
        sample.add(i, j, normal(i, 1000) + normal(1000, j) + normal(i, j));
    const MeasureResult mean = mean_measure("mean", sample);
    held += mean.interval->low <= 0 && 0 <= mean.interval->high;
  }
  EXPECT_GE(held, kTrials * 88 / 100);
  EXPECT_LE(held, kTrials * 99 / 100);
}

// The sample is 1 2 / 3 6, whose variance the test above has by hand.
TEST(Sample, IntervalsAreAsWideAsTheVarianceSays) {
  Sample sample, signal;
  for (const auto& [row, column, value] :
       {std::tuple(0, 0, 1), std::tuple(0, 1, 2), std::tuple(1, 0, 3), std::tuple(1, 1, 6)}) {
    sample.add(row, column, value);
    signal.add(row, column, 10);
  }
  const double half = kQuantileOf95 * std::sqrt(14.0 / 16);
  const auto expect = [](const MeasureResult& result, double value, double low, double high) {
    EXPECT_NEAR(*result.value, value, 1e-12) << result.name;
    EXPECT_NEAR(result.interval->low, low, 1e-12) << result.name;
    EXPECT_NEAR(result.interval->high, high, 1e-12) << result.name;
  };
  expect(mean_measure("mean", sample), 3, 3 - half, 3 + half);
  expect(root_mean_measure("root", sample), std::sqrt(3.0), std::sqrt(3 - half),
         std::sqrt(3 + half));
  // The mean noise is 3, so the relative residuals are a third of those.
  const double decibel = 10 * std::log10(10.0 / 3), wide = half / 3 * 10 / std::log(10.0);
  expect(decibel_measure("decibel", signal, sample), decibel, decibel - wide, decibel + wide);
}

// One row all 1, another all 0: the eight elements are worth p (1 - p) / V = 8 / 3 of independent
// ones, and Wilson's interval is that of so many.
TEST(Sample, IntervalsOfSharesKnowThatElementsShareRows) {
  Sample sample;
  for (int j = 0; j < 8; ++j) sample.add(j / 4, j % 4, j / 4);
  EXPECT_DOUBLE_EQ(sample.variance_of_mean(), 6.0 / 64);
  const MeasureResult share = share_measure("share", sample);
  EXPECT_NEAR(share.interval->low, 0.11587, 1e-4);
  EXPECT_NEAR(share.interval->high, 0.88413, 1e-4);
}

// A place that comes again in each repetition is no further sample; where one operand alone comes
// again, its lines are shared.
TEST(Sample, PlacesThatComeAgainAreOneSample) {
  const auto repeated = [](int times, bool same_rows, bool same_columns) {
    Sample sample;
    for (int r = 0; r < times; ++r)
      for (const auto& [row, column, value] :
           {std::tuple(0, 0, 1), std::tuple(0, 1, 2), std::tuple(1, 0, 3), std::tuple(1, 1, 6)})
        sample.add(same_rows ? row : row + 2 * r, same_columns ? column : column + 2 * r, value);
    return sample;
  };
  // Rows' squares are 18, columns' 8, the places' 14 (see above).
  const double once = 14.0 / 16;
  EXPECT_DOUBLE_EQ(repeated(64, true, true).variance_of_mean(), once);
  EXPECT_EQ(repeated(64, true, true).places(), 4);
  EXPECT_DOUBLE_EQ(repeated(64, false, false).variance_of_mean(), once / 64);
  EXPECT_EQ(repeated(64, false, false).places(), 256);
  EXPECT_DOUBLE_EQ(repeated(2, true, false).variance_of_mean(), (4 * 18.0 + 2 * 8 - 2 * 14) / 64);
  EXPECT_DOUBLE_EQ(repeated(2, false, true).variance_of_mean(), (2 * 18.0 + 4 * 8 - 2 * 14) / 64);
  Sample ones;
  for (int i = 0; i < 400; ++i) ones.add(0, i % 100, 1);
  EXPECT_NEAR(share_measure("share", ones).interval->low, 0.963, 0.001);  // Wilson's, 100 of 100
}

TEST(Sample, SharesOfNoneAndAllHaveIntervals) {
  Sample none;
  for (int i = 0; i < 100; ++i) none.add(i, i, 0);
  const MeasureResult share = share_measure("share", none);
  EXPECT_EQ(share.value, 0);
  EXPECT_EQ(share.interval->low, 0);
  EXPECT_NEAR(share.interval->high, 0.037, 0.001);  // Wilson's, 0 of 100
}

// Two products of 1, and two of 2^-20, which 13 fraction bits do not reach; in each
// of two instructions, the second of which adds to a c other than 0.
TEST(VanishedTerms, AreThoseBelowTheLastFractionBit) {
  Problem p =
      problem("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", {.a = "zero", .b = "zero"}, {2, 2, 64});
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 64; ++k) {
      if (k % 32 >= 4) continue;
      const std::uint64_t bits = quantised(k % 32 < 2 ? 1 : 0x1p-8, 1, *p.formats.a);
      store_element(p.inputs[Operand::a].matrix(), i, k, bits);
      store_element(p.inputs[Operand::b].matrix(), i, k, bits);
    }
  const MeasureResult of_13 = vanished_terms(p.unit, p.inputs, p.formats, {});
  EXPECT_EQ(of_13.value, 0.5);
  EXPECT_EQ(of_13.samples, 32);
  EXPECT_EQ(vanished_terms(p.unit.with("dot.fraction_bits", 17), p.inputs, p.formats, {}).value, 0);
  EXPECT_EQ(
      vanished_terms(p.unit.with("dot.alignment_rounding", "away"), p.inputs, p.formats, {}).value,
      0);
}

// Two of eight rows of A lose half of their products whatever the column of B: eight samples, not
// as many as there are elements.
TEST(VanishedTerms, IntervalsKnowThatElementsShareRows) {
  Problem p =
      problem("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", {.a = "zero", .b = "zero"}, {8, 8, 32});
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 4; ++k) {
      store_element(p.inputs[Operand::a].matrix(), i, k,
                    quantised(i < 2 && k < 2 ? 0x1p-8 : 128, 1, *p.formats.a));
      store_element(p.inputs[Operand::b].matrix(), i, k, quantised(1, 1, *p.formats.b));
    }
  const MeasureResult shares = vanished_terms(p.unit, p.inputs, p.formats, {});
  EXPECT_EQ(shares.value, 0.125);
  // By rows the residuals' sums are 2 x 3 and 6 x -1, by columns 0; of the elements 64 x 3/64.
  EXPECT_NEAR(shares.interval->high - 0.125, 1.96 * std::sqrt(24.0 - 3) / 64, 1e-4);
}

TEST(MonotonicityViolations, OnlyWhereSumsAreCut) {
  const Problem p = problem("hopper/wgmma.m64nNk32.f32.e4m3.e4m3", {}, {64, 64, 32});
  const auto violations = [&](const Unit& unit) {
    const auto engine = make_batch_engine(unit);
    OwnedMatrix d(unit.d(), 64, 64, "D");
    engine->gemm(problem_of(p.inputs, d.matrix()));
    return *monotonicity_violations(*engine, p.inputs, p.formats, {}, d).value;
  };
  EXPECT_GT(violations(p.unit.with("dot.fraction_bits", 4)), 0);
  EXPECT_EQ(violations(p.unit.with("dot.fraction_bits", "exact")), 0);
}

}  // namespace
}  // namespace mmasc
