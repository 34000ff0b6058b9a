// SPDX-License-Identifier: Apache-2.0
// The catalogue's rows of AMX's dot products of bf16 and f16 against the operations that the Intel
// SDM writes for them, in floats of this processor.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "arith/operands.h"
#include "exact/element.h"
#include "mmasc/arith/reference.h"
#include "mmasc/arith/same_bits.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

constexpr float kLeast = std::numeric_limits<float>::min();

// DAZ
float of_normal(float x) { return std::abs(x) < kLeast ? std::copysign(0.0f, x) : x; }

// FP32 FMA with DAZ = FTZ = 1, to nearest even. A result is tiny that, rounded with an unbounded
// exponent, is below the least normal number; a double holds what lies so near that number.
float fma32(float a, float b, float c) {
  a = of_normal(a), b = of_normal(b), c = of_normal(c);
  const float d = std::fma(a, b, c);
  const double wide = std::fma(static_cast<double>(a), static_cast<double>(b), c);
  const bool is_tiny = std::abs(wide) < 0x1p-126 - 0x1p-151;
  return is_tiny && wide != 0 ? std::copysign(0.0f, d) : d;
}

float add32(float x, float y) { return fma32(x, 1, y); }

float make_fp32(std::uint64_t bf16) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bf16) << 16);
}

float cvt_fp16_to_fp32(std::uint64_t bits) {
  const auto fraction = static_cast<float>(bits & 0x3ff);
  const int field = static_cast<int>(bits >> 10 & 0x1f);
  const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
  if (field == 0x1f)
    return fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                         : sign * std::numeric_limits<float>::infinity();
  return sign * (field == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, field - 25));
}

// The element of the tile that the instruction updates.
std::uint64_t tile_element(const Case& x, float (*convert)(std::uint64_t)) {
  float temp1[2] = {0, 0};
  for (std::size_t i = 0; i < x[Operand::a].size(); ++i)
    temp1[i % 2] = fma32(convert(x[Operand::a][i]), convert(x[Operand::b][i]), temp1[i % 2]);
  const float tmpf32 = add32(temp1[0], temp1[1]);
  const auto c = std::bit_cast<float>(static_cast<std::uint32_t>(x.c()));
  return std::bit_cast<std::uint32_t>(add32(c, tmpf32));
}

struct Instructions {
  const char* id;
  float (*convert)(std::uint64_t);
};

class Amx : public testing::TestWithParam<Instructions> {
 protected:
  void expect_same(const Case& x) {
    const std::uint64_t expected = tile_element(x, GetParam().convert);
    const std::uint64_t d = evaluate(sequence_, view(x));
    ASSERT_TRUE(same_bits(unit_.d(), d, expected, true)) << std::hex << d << ", not " << expected;
    ++seen_[expected == 0 ? 0 : expected == 0x80000000 ? 1 : is_nan(unit_.d(), d) ? 2 : 3];
  }

  const Unit unit_ = find_unit(GetParam().id);
  const Sequence sequence_{unit_};
  int seen_[4] = {};  // +0, -0, NaN, others
};

TEST_P(Amx, EqualsTheDocumentsOperations) {
  Random random(1, 12);
  for (int i = 0; i < 6000; ++i) {
    Case x;
    const int kind = random.below(kElementKinds), special = random.pick({0, 1, 6});
    const auto draw = [&](const Format& format) {
      return element(random, format, random.chance(special) ? kElementKinds : kind);
    };
    for (int k = 0; k < unit_.products(); ++k) {
      x[Operand::a].push_back(draw(*unit_.instruction.a));
      x[Operand::b].push_back(draw(*unit_.instruction.b));
    }
    x.c() = draw(unit_.c());
    ASSERT_NO_FATAL_FAILURE(expect_same(x));
  }
  EXPECT_GT(seen_[2], 0);
  EXPECT_GT(seen_[3], 1000);
}

// Zeros of both signs, and a few numbers whose products and sums lie about the least normal one.
TEST_P(Amx, EqualsThemWhereResultsAreZerosOrTiny) {
  const Format& a = *unit_.instruction.a;
  const std::uint64_t sign = std::uint64_t{1} << a.sign_low();
  Random random(1, 13);
  const auto number = [&](int exponent) {
    const auto field = static_cast<std::uint64_t>(std::max(exponent + a.bias, 0));
    return field << a.exponent_low() | (random.next() & 7) << (a.fraction_bits - 3) |
           (random.chance(50) ? sign : 0);
  };
  for (int i = 0; i < 20000; ++i) {
    Case x;
    const int zeros = random.pick({50, 90, 98, 100}), minus = random.pick({50, 97, 100});
    for (int k = 0; k < unit_.products(); ++k) {
      const bool zero = random.chance(zeros);
      const std::uint64_t minus_zero = random.chance(minus) ? sign : 0;
      x[Operand::a].push_back(zero ? minus_zero : number(random.between(-64, -62)));
      x[Operand::b].push_back(zero ? 0 : number(random.between(-64, -62)));
    }
    x.c() = random.chance(60) ? std::uint64_t{1} << 31
                              : (random.next() & 0x80000001) | (random.next() & 1) << 23;
    ASSERT_NO_FATAL_FAILURE(expect_same(x));
  }
  EXPECT_GT(seen_[0], 100);
  EXPECT_GT(seen_[3], 100);
}

INSTANTIATE_TEST_SUITE_P(Rows, Amx,
                         testing::Values(Instructions{"x86/tdpbf16ps", make_fp32},
                                         Instructions{"x86/tdpfp16ps", cvt_fp16_to_fp32}),
                         [](const auto& row) { return std::string(row.param.id).substr(4); });

// Only a first product that was flushed leaves a chain at -0.
TEST(AmxBf16, BeginsItsChainsWithPlusZero) {
  const Sequence sequence(find_unit("x86/tdpbf16ps"));
  constexpr std::uint64_t kMinusZero = 0x80000000, kLeastOfA = 0x8080, kHalf = 0x3f00;
  Case x;
  x[Operand::a].assign(32, 0x8000);
  x[Operand::b].assign(32, kHalf);
  x.c() = kMinusZero;
  EXPECT_EQ(evaluate(sequence, view(x)), 0u);
  x[Operand::a][0] = kLeastOfA;
  EXPECT_EQ(evaluate(sequence, view(x)), 0u);  // the chain of odd elements is +0
  x[Operand::a][1] = kLeastOfA;
  EXPECT_EQ(evaluate(sequence, view(x)), kMinusZero);
}

}  // namespace
}  // namespace mmasc
