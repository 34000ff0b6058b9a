// SPDX-License-Identifier: Apache-2.0
// The specification against the host's fused multiply-add.
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
