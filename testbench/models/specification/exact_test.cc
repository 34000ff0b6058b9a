// SPDX-License-Identifier: Apache-2.0
// The specification against facts from outside: published witnesses, a recording, and the
// host's fused multiply-add.
#include "specification/exact.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <vector>

#include "mmasc/stimulus/random.h"
#include "specification/known_units.h"

namespace mmasc {
namespace {

using Bits = std::vector<std::uint64_t>;

constexpr auto kTruncate = Rounding::toward_zero;
constexpr auto kNearest = Rounding::nearest_even;

std::uint64_t dot(const Unit& unit, Bits a, Bits b, std::uint64_t c) {
  a.resize(static_cast<std::size_t>(unit.instruction.shape.k));
  b.resize(a.size());
  return evaluate_exactly(unit, a, b, c);
}

// One exact sum, -0.875, that the generations of Tensor Cores answer in four ways.
TEST(Exact, FourAnswers) {
  const Bits a{0xf000, 0xb800, 0xb400, 0xb000}, b{0x6400, 0x3c00, 0x3c00, 0x3c00};
  const Bits a8{0xf0, 0xb8, 0xb4, 0xb0}, b8{0x64, 0x3c, 0x3c, 0x3c};
  constexpr std::uint64_t c = 0x4b000000;
  const known::Formats f16{"f16", "f16", "f32", "f32"}, e5m2{"e5m2", "e5m2", "f32", "f32"};
  const Unit volta = known::t_fdpa(f16, 4, 4, 23, -131, kTruncate);
  const Unit ampere = known::t_fdpa(f16, 8, 16, 24, -132, kTruncate);
  const Unit hopper = known::t_fdpa(f16, 16, 16, 25, -133, kTruncate);
  const Unit blackwell_fp8 = known::t_fdpa(e5m2, 32, 32, 25, -133, kTruncate);
  Unit hopper_fp8 = known::t_fdpa(e5m2, 32, 32, 13, -133, kTruncate);
  hopper_fp8.datapath.result.significand_fraction = 13;
  EXPECT_EQ(dot(volta, a, b, c), 0u);
  EXPECT_EQ(dot(hopper_fp8, a8, b8, c), 0u);
  EXPECT_EQ(dot(ampere, a, b, c), 0xbf000000u);  // -0.5
  EXPECT_EQ(dot(hopper, a, b, c), 0xbf400000u);  // -0.75
  EXPECT_EQ(dot(blackwell_fp8, a8, b8, c), 0xbf400000u);
  EXPECT_EQ(dot(known::e_fdpa(f16, 4, 4), a, b, c), 0xbf600000u);  // -0.875
  const Bits a64{0xc0c0000000000000, 0xbfe0000000000000, 0xbfd0000000000000, 0xbfc0000000000000};
  const Bits b64{0x4090000000000000, 0x3ff0000000000000, 0x3ff0000000000000, 0x3ff0000000000000};
  EXPECT_EQ(dot(known::fma_chain("f64", 4), a64, b64, 0x4160000000000000), 0xbfec000000000000u);
}

TEST(Exact, ZerosTakePartInTheLargestExponent) {
  const known::Formats f16{"f16", "f16", "f16", "f16"};
  const Bits a{0x0400, 0x0001, 0}, b{0x1000, 0x0001, 0x3c00};  // 2^-14 * 2^-11, 2^-24 * 2^-24
  Unit unit = known::t_fdpa(f16, 8, 8, 24, -21, kNearest);
  EXPECT_EQ(dot(unit, a, b, 0), 0u);
  unit.datapath.sums[0].zero_exponent = known::kZerosIgnored;
  EXPECT_EQ(dot(unit, a, b, 0), 1u);
}

// 12*24 and 18*16 are both 288, but 1.5*1.5 keeps the exponent of its factors.
TEST(Exact, ProductsAreNotNormalized) {
  const known::Formats fp8{"e4m3", "e4m3", "f32", "f32"};
  const Unit unit = known::t_fdpa(fp8, 32, 32, 13, -133, kTruncate);
  constexpr std::uint64_t c = 0x3cc00000;                // 1.5 * 2^-6
  EXPECT_EQ(dot(unit, {0x54}, {0x5c}, c), 0x43900200u);  // 288 + 2^-6
  EXPECT_EQ(dot(unit, {0x59}, {0x58}, c), 0x43900000u);  // the fraction is below 2^(8 - 13)
}

TEST(Exact, LateFlooredC) {
  const Unit f16 = known::tr_fdpa({"f16", "f16", "f32", "f32"}, 8, 8);
  EXPECT_EQ(dot(f16, {0x6800, 0xe800}, {0x6800, 0x6800}, 0xb58637bd), 0xbe800000u);  // -0.25
  const Unit bf16 = known::tr_fdpa({"bf16", "bf16", "f32", "f32"}, 8, 8);
  EXPECT_EQ(dot(bf16, {0xb980, 0xb980, 0x3780}, {0x3980, 0x3900, 0x3780}, 0x3f800000), 0x3f7fffffu);
}

TEST(Exact, RecordedOnAnRtx4060) {
  struct Row {
    Bits a, b;
    std::uint64_t c, d;
  };
  constexpr std::uint64_t one = 0x3c00;
  const Unit f32 = known::t_fdpa({"f16", "f16", "f32", "f32"}, 8, 16, 24, -132, kTruncate);
  for (const auto& row : {
           Row{{0x0001}, {0x4400}, 0, 0x34800000},
           Row{{}, {}, 0x00000001, 0x00000001},
           Row{{0x3bff, 0x3bff, 0x3bff, 0x3bff}, {0x3bff, 0x3bff, 0x3bff, 0x3bff}, 0, 0x407fc004},
           Row{{one, one, one, one}, {0x4000, 0x0003}, 0, 0x40000000},
           Row{{one, one, one, one}, {0xc000, 0x8003}, 0, 0xc0000000},
           Row{{one}, {one}, 0xbf7fffff, 0x33800000},
           Row{{one, one, one, one}, {1, 1, 1, 1}, 0x3f7fffff, 0x3f800001},
           Row{{one, one, one, one}, {one, 0x8001}, 0xbf7fffff, 0},
           Row{{one, one, one, one}, {one, one, one, 2}, 0x3f800003, 0x40800001},
           Row{{one, one, one, one}, {2, one, one, one}, 0x3f800003, 0x40800001},
           Row{{one, one, one, one}, {one, 0x3e00, 0x3f00, 0x3f80}, 0x3ff00000, 0x41000000},
           Row{{one, one, one, one}, {1, 1, 1, 1}, 0x3f800000, 0x3f800002},
           Row{{0x3800, 0x3800, 0x3800, 0x3800}, {1, 1, 1, 3}, 0x3f7fffff, 0x3f800001},
           Row{{0x3800, 0x3800, 0x3800, 0x3800}, {1, 1, 1, 3}, 0x3f800000, 0x3f800000},
           Row{{one, one, one, one}, {one}, 0x33000000, 0x3f800000},
       })
    EXPECT_EQ(dot(f32, row.a, row.b, row.c), row.d);
  const Unit f16 = known::t_fdpa({"f16", "f16", "f16", "f16"}, 8, 16, 24, -21, kNearest);
  for (const auto& row : {
           Row{{0x0400}, {0x3800}, 0, 0x0200},
           Row{{0x0400}, {one}, 0x8200, 0x0200},
           Row{{0x3bff, 0x3bff}, {0x3bff, 0x1000}, 0, 0x3bff},
           Row{{0x0001, 0x0001}, {0x3800, 0x3400}, 0, 0x0001},
       })
    EXPECT_EQ(dot(f16, row.a, row.b, row.c), row.d);
}

// The host's fma in one rounding mode, which it leaves as it found it.
template <class Float, class Word>
Word host_fma(Word a, Word b, Word c, int mode) {
  const int before = std::fegetround();
  std::fesetround(mode);
  volatile Float x = std::bit_cast<Float>(a), y = std::bit_cast<Float>(b);
  volatile Float z = std::bit_cast<Float>(c);
  volatile Float d = std::fma(x, y, z);
  std::fesetround(before);
  return std::bit_cast<Word>(static_cast<Float>(d));
}

struct Mode {
  Rounding rounding;
  int host;
};

// Bits that make fma work: exponents of c near those of the product, and of all near the ends.
template <class Word>
void random_fma(Random& random, const Format& format, Word& a, Word& b, Word& c) {
  a = static_cast<Word>(random.next());
  b = static_cast<Word>(random.next());
  c = static_cast<Word>(random.next());
  if (random.chance(20)) return;
  const auto with_exponent = [&format](Word word, int field) {
    const Word mask = static_cast<Word>(format.top_exponent_field()) << format.exponent_low();
    return static_cast<Word>((word & ~mask) | (static_cast<Word>(field) << format.exponent_low()));
  };
  const int top = format.top_exponent_field() - 1;
  const int product =
      random.chance(50) ? random.between(0, top) : random.between(0, 2 * format.significand_bits());
  const int field_b = random.between(0, top);
  const int field_a = std::clamp(product + format.bias - field_b, 0, top);
  const int spread = random.between(-format.significand_bits() - 2, format.significand_bits() + 2);
  a = with_exponent(a, field_a);
  b = with_exponent(b, field_b);
  c = with_exponent(c, std::clamp(product + spread, 0, top));
  if (random.chance(10)) {  // c near -ab
    c = host_fma<std::conditional_t<sizeof(Word) == 8, double, float>>(a, b, Word{0}, FE_TONEAREST);
    c ^= Word{1} << format.sign_low();
    if (random.chance(50)) c ^= static_cast<Word>(random.below(4));
  }
  if (random.chance(5)) a &= Word{1} << format.sign_low();
  if (random.chance(5)) c &= Word{1} << format.sign_low();
}

template <class Float, class Word>
void compare_with_host_fma(std::string_view name, std::uint64_t seed, int count) {
  const Format& format = known::format(name);
  Random random(seed);
  for (const auto& mode :
       {Mode{Rounding::nearest_even, FE_TONEAREST}, Mode{Rounding::toward_zero, FE_TOWARDZERO},
        Mode{Rounding::down, FE_DOWNWARD}, Mode{Rounding::up, FE_UPWARD}}) {
    Unit rounded_sum = known::fma_chain(name, 1, mode.rounding);
    rounded_sum.datapath.sums[0].overflow = Overflow::by_rounding;
    Unit rounded_result = rounded_sum;
    rounded_result.datapath.sums[0].round_to = nullptr;
    rounded_result.datapath.sums[0].overflow = Overflow::infinity;
    rounded_result.datapath.result.rounding = mode.rounding;
    rounded_result.datapath.result.overflow = Overflow::by_rounding;
    for (int i = 0; i < count; ++i) {
      Word a, b, c;
      random_fma(random, format, a, b, c);
      const Word host = host_fma<Float>(a, b, c, mode.host);
      for (const auto* unit : {&rounded_sum, &rounded_result}) {
        const auto d =
            static_cast<Word>(evaluate_exactly(*unit, Bits{a}, Bits{b}, std::uint64_t{c}));
        if (std::isnan(std::bit_cast<Float>(host)))
          ASSERT_TRUE(std::isnan(std::bit_cast<Float>(d))) << std::hex << a << " " << b << " " << c;
        else
          ASSERT_EQ(d, host) << std::hex << a << " " << b << " " << c << " "
                             << name_of(mode.rounding);
      }
    }
  }
}

TEST(Exact, FmaOfTheHostF32) { compare_with_host_fma<float, std::uint32_t>("f32", 1, 10000); }

TEST(Exact, FmaOfTheHostF64) { compare_with_host_fma<double, std::uint64_t>("f64", 2, 10000); }

}  // namespace
}  // namespace mmasc
