// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "arith/conversions.h"
#include "arith/host_value.h"
#include "mmasc/arith/convert.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

TEST(Convert, SmallFormatsExhaustively) {
  for (const Format& from : shipped_formats())
    if (from.storage_bits() <= 8) compare_conversions(from, 1);
}

// A number below all of the format's is the least of them, whatever the rounding.
TEST(Convert, ToFormatsWithoutZero) {
  const Format &f16 = *find_format("f16"), &f32 = *find_format("f32");
  const Format own{.name = "own",
                   .exponent_bits = 4,
                   .fraction_bits = 2,
                   .bias = 7,
                   .specials = Specials::none,
                   .has_subnormals = false};
  for (const RoundingName& mode : kRoundings)
    for (std::uint64_t bits = 0; bits <= f16.storage_mask(); bits += 7) {
      const exact::Term term = exact::decode(f16, bits);
      ASSERT_EQ(convert(f16, own, bits, {mode.rounding}),
                converted_exactly(own, term, {mode.rounding}))
          << bits << " " << mode.name;
    }
  for (const RoundingName& mode : kRoundings)
    for (const std::uint64_t bits : {0x00000001u, 0x00200000u, 0x00300000u, 0x00400000u})
      EXPECT_EQ(convert(f32, *find_format("ue8m0"), bits, {mode.rounding}), 0u)
          << bits << " " << mode.name;
}

// So many patterns apart, into every format, by every rounding.
class Conversions : public ::testing::TestWithParam<std::tuple<std::uint64_t, const char*>> {};

TEST_P(Conversions, AreExactRoundings) {
  const auto& [stride, format] = GetParam();
  compare_conversions(*find_format(format), stride);
}

const auto k16Bits = ::testing::Values("f16", "bf16");
std::string name_of_format(
    const ::testing::TestParamInfo<std::tuple<std::uint64_t, const char*>>& info) {
  return std::get<1>(info.param);
}
INSTANTIATE_TEST_SUITE_P(Quick, Conversions, ::testing::Combine(::testing::Values(101), k16Bits),
                         name_of_format);
INSTANTIATE_TEST_SUITE_P(Default, Conversions, ::testing::Combine(::testing::Values(7), k16Bits),
                         name_of_format);
INSTANTIATE_TEST_SUITE_P(Long, Conversions, ::testing::Combine(::testing::Values(1), k16Bits),
                         name_of_format);

// The nearest number of a format by the host's arithmetic: exact but for one rounding to an
// integer.
double nearest_on_the_host(double value, const Format& format) {
  if (!std::isfinite(value) || value == 0) return value;
  const int exponent = std::max(std::ilogb(value), format.least_exponent()) - format.fraction_bits;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -exponent)), exponent);
  const double greatest = std::ldexp(static_cast<double>(format.greatest_significand()),
                                     format.greatest_exponent() - format.fraction_bits);
  return std::abs(rounded) > greatest ? std::copysign(INFINITY, value) : rounded;
}

void compare_with_host(const Format& from, const Format& to, std::uint64_t bits) {
  const double value = host_value(from, bits);
  const auto converted = convert(from, to, bits);
  ASSERT_TRUE(converted);
  const double got = host_value(to, *converted);
  const double expected = nearest_on_the_host(value, to);
  ASSERT_EQ(std::isnan(got), std::isnan(expected)) << to.name << ' ' << bits;
  if (std::isnan(got)) return;
  ASSERT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(expected))
      << to.name << ' ' << bits;
}

TEST(Convert, RoundsAsTheHost) {
  const Format &f64 = *find_format("f64"), &f32 = *find_format("f32");
  Random random(21);
  for (int i = 0; i < 300000; ++i) {
    const std::uint64_t bits = random.next() & f32.storage_mask();
    // Half of them near f16's range, where other patterns seldom fall.
    const std::uint64_t near_one =
        i % 2 == 0
            ? bits
            : (bits & 0x807fffff) | static_cast<std::uint64_t>(random.between(98, 145)) << 23;
    for (const std::string_view to : {"f16", "bf16", "tf32", "e5m2"})
      compare_with_host(f32, *find_format(to), near_one);
    const auto wide = std::bit_cast<std::uint64_t>(
        std::ldexp(static_cast<double>(random.next() >> 11), random.between(-230, 80)));
    compare_with_host(f64, f32, wide);
    if (HasFatalFailure()) return;
  }
}

// IEEE 754, section 7.4, and PTX's cvt: what never goes up ends at the greatest number.
TEST(Convert, DirectedRoundingsOverflowToTheGreatest) {
  const auto to = [](const char* format, double number, Rounding rounding) {
    return *convert(*find_format("f64"), *find_format(format), std::bit_cast<std::uint64_t>(number),
                    {.rounding = rounding});
  };
  for (const Rounding mode : {Rounding::nearest_even, Rounding::nearest_away, Rounding::away}) {
    EXPECT_EQ(to("f16", 1e6, mode), 0x7c00u) << name_of(mode);
    EXPECT_EQ(to("f16", -1e6, mode), 0xfc00u) << name_of(mode);
    EXPECT_EQ(to("e4m3", 1e6, mode), 0x7fu) << name_of(mode);
  }
  for (const Rounding mode : {Rounding::toward_zero, Rounding::to_odd}) {
    EXPECT_EQ(to("f16", 1e6, mode), 0x7bffu) << name_of(mode);
    EXPECT_EQ(to("f16", -1e6, mode), 0xfbffu) << name_of(mode);
    EXPECT_EQ(to("e4m3", -1e6, mode), 0xfeu) << name_of(mode);
    EXPECT_EQ(to("f16", INFINITY, mode), 0x7c00u) << name_of(mode);
    EXPECT_EQ(to("e4m3", INFINITY, mode), 0x7fu) << name_of(mode);
  }
  EXPECT_EQ(to("f16", 1e6, Rounding::down), 0x7bffu);
  EXPECT_EQ(to("f16", -1e6, Rounding::down), 0xfc00u);
  EXPECT_EQ(to("f16", 1e6, Rounding::up), 0x7c00u);
  EXPECT_EQ(to("f16", -1e6, Rounding::up), 0xfbffu);
  EXPECT_EQ(to("ue8m0", 0x1p130, Rounding::toward_zero), 0xfeu);
  EXPECT_EQ(to("ue8m0", 0x1p130, Rounding::up), 0xffu);
}

// PTX's .satfinite: an infinity is beyond the greatest number, too. A NaN is not.
TEST(Convert, SaturatingGivesNoInfinity) {
  const auto to = [](const char* format, std::uint64_t f32) {
    return convert(*find_format("f32"), *find_format(format), f32,
                   {.overflow = Overflow::saturate});
  };
  const struct {
    const char* format;
    std::uint64_t greatest, least, nan;
  } rows[] = {{"e5m2", 0x7b, 0xfb, 0x7e},
              {"f16", 0x7bff, 0xfbff, 0x7e00},
              {"bf16", 0x7f7f, 0xff7f, 0x7fc0},
              {"tf32", 0x7f7fe000, 0xff7fe000, 0x7fc00000},
              {"f32", 0x7f7fffff, 0xff7fffff, 0x7fc00000},
              {"e4m3", 0x7e, 0xfe, 0x7f},
              {"e4m3fnuz", 0x7f, 0xff, 0x80}};
  for (const auto& row : rows) {
    EXPECT_EQ(to(row.format, 0x7f800000), row.greatest) << row.format;
    EXPECT_EQ(to(row.format, 0xff800000), row.least) << row.format;
    EXPECT_EQ(to(row.format, 0x7f800001), row.nan) << row.format;
  }
  EXPECT_EQ(to("ue8m0", 0x7f800000), 0xfeu);
  EXPECT_EQ(to("e2m1", 0xff800000), 0xfu);
  EXPECT_EQ(to("s8", 0xff800000), 0x80u);
}

TEST(Convert, LacksWhatTheTargetLacks) {
  const Format &f16 = *find_format("f16"), &e2m1 = *find_format("e2m1"),
               &ue8m0 = *find_format("ue8m0"), &ue4m3 = *find_format("ue4m3");
  EXPECT_EQ(convert(f16, e2m1, 0x7e00), std::nullopt);   // NaN
  EXPECT_EQ(convert(f16, ue4m3, 0xbc00), std::nullopt);  // -1
  EXPECT_EQ(convert(f16, ue4m3, 0x8000), 0u);            // -0
  EXPECT_EQ(convert(f16, ue8m0, 0x0000), std::nullopt);  // zero
  EXPECT_EQ(convert(f16, ue8m0, 0x3c00), 0x7fu);
}

}  // namespace
}  // namespace mmasc
