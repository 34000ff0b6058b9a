// SPDX-License-Identifier: Apache-2.0
// Roundings to fewer bits than their format's, and flushing where a format has no -0.
#include <gtest/gtest.h>

#include "arith/operands.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/unit/number_pattern.h"
#include "specification/exact.h"
#include "specification/known_units.h"

namespace mmasc {
namespace {

using known::term;

// d = 1 * a + c, all of one format.
Unit addition(const Format& format) {
  Unit unit = known::plain_unit({"f32", "f32", "f32", "f32"}, 1, 1);
  unit.instruction.c = &format;
  unit.datapath.result.format = &format;
  unit.datapath.sums = {known::sum("dot", {term("products"), term("c")})};
  return unit;
}

// The result of the reference and the specification for a product p, of a's bits, and c.
std::uint64_t rounded(const Unit& unit, std::uint64_t p, std::uint64_t c = 0) {
  constexpr std::uint64_t kOne = 0x3f800000;
  const std::vector<std::uint64_t> a{p}, b{kOne};
  const std::uint64_t d = evaluate(Sequence(unit), view(case_of(a, b, c)));
  EXPECT_EQ(d, evaluate_exactly(unit, a, b, c));
  return d;
}

TEST(KeptBits, SaturateGivesTheGreatestNumberOfThem) {
  constexpr std::uint64_t kBeyond = 0x7f000000;  // 2^127
  for (const char* name : {"f16", "e5m2", "e4m3", "e4m3fnuz", "e3m3", "e2m5fn"}) {
    const Format& format = known::format(name);
    for (int kept = 0; kept <= format.fraction_bits; ++kept) {
      Unit unit = addition(format);
      unit.datapath.result.overflow = Overflow::saturate;
      unit.datapath.result.significand_fraction = kept;
      const int dropped = format.fraction_bits - kept;
      const std::uint64_t most = greatest_magnitude(format) >> dropped << dropped;
      EXPECT_EQ(rounded(unit, kBeyond), number_pattern(format, false, most)) << name << kept;
    }
  }
  EXPECT_EQ(rounded(
                [] {
                  Unit unit = addition(known::format("e4m3"));
                  unit.datapath.result.overflow = Overflow::saturate;
                  unit.datapath.result.significand_fraction = 1;
                  return unit;
                }(),
                0x43e00000),  // 448 is a tie: 1.1|1 goes to the even 10.0, beyond
            0x7cu);           // 384
}

TEST(Flush, KeepSignGivesPlusZeroWhereThereIsNoMinusZero) {
  for (const char* name : {"e4m3fnuz", "e5m2fnuz", "e3m4fnuz"}) {
    const Format& format = known::format(name);
    Unit unit = addition(format);
    unit.datapath.flush = {Flush::keep_sign, Flush::keep_sign};
    // The result is minus half of the least normal number.
    const auto f32 = [](int exponent) {
      return std::uint64_t{0x80000000} | static_cast<std::uint64_t>(127 + exponent) << 23;
    };
    EXPECT_EQ(rounded(unit, f32(format.least_exponent() - 1)), 0u) << name;
    EXPECT_NE(rounded(unit, f32(format.least_exponent())), 0u) << name;
    // The input has the bits of minus the least subnormal number.
    unit.instruction.a = &format;
    unit.datapath.result.format = unit.instruction.c = &known::format("f32");
    unit.datapath.zero_sign = ZeroSign::ieee;
    EXPECT_EQ(rounded(unit, number_pattern(format, true, 1), 0x80000000), 0u) << name;
  }
  Unit unit = addition(known::format("e4m3"));
  unit.datapath.flush.results = Flush::keep_sign;
  EXPECT_EQ(rounded(unit, 0xbb800000), 0x80u) << "-2^-8 is subnormal, and e4m3 has -0";
}

}  // namespace
}  // namespace mmasc
