// SPDX-License-Identifier: Apache-2.0
// Integer formats: generic names, their widths and numbers.
#include <tuple>

#include "mmasc/unit/format_rows.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/number_pattern.h"
#include "rows.h"

namespace mmasc {
namespace {

TEST(IntegerFormats, HaveGenericNames) {
  for (const auto& [name, bits, has_sign] :
       {std::tuple("s8", 8, true), std::tuple("u4", 4, false), std::tuple("u1", 1, false),
        std::tuple("s2", 2, true), std::tuple("s64", 64, true)}) {
    const Format& format = format_named(name);
    EXPECT_TRUE(format.is_integer());
    EXPECT_EQ(format.storage_bits(), bits) << name;
    EXPECT_EQ(format.is_signed(), has_sign) << name;
    EXPECT_FALSE(format.has_nan() || format.has_infinity() || format.has_minus_zero()) << name;
    EXPECT_TRUE(format.has_zero()) << name;
    EXPECT_EQ(format.least_exponent(), 0) << name;
    EXPECT_EQ(format.greatest_exponent(), 0) << name;
    EXPECT_EQ(format_of(row_of(format)), format) << name;
  }
  EXPECT_NE(format_named("s8"), format_named("u8"));
  EXPECT_NE(format_named("s8"), format_named("u7")) << "the same bits of magnitude";
}

TEST(IntegerFormats, HaveOneNegativeNumberMore) {
  const Format &s8 = format_named("s8"), &u8 = format_named("u8");
  EXPECT_EQ(s8.greatest_significand(), 127u);
  EXPECT_EQ(s8.greatest_negative_significand(), 128u);
  EXPECT_EQ(u8.greatest_significand(), 255u);
  EXPECT_EQ(u8.greatest_negative_significand(), 0u);
  EXPECT_EQ(number_pattern(s8, true, 128), 0x80u);
  EXPECT_EQ(number_pattern(s8, true, 1), 0xffu);
  EXPECT_EQ(number_pattern(s8, true, 0), 0u);
  EXPECT_EQ(number_pattern(u8, false, 200), 200u);
}

TEST(IntegerFormats, OthersAreNone) {
  for (const char* name : {"s", "u", "s0", "s1", "u0", "s08", "u-1", "S8", "s8x", "i8", "u4 "})
    EXPECT_EQ(find_format(name), nullptr) << name;
  EXPECT_EQ(input_error([] { (void)format_named("u64"); }),
            "u64 is no format: 64 bits are out of range; use u1..63");
  EXPECT_EQ(input_error([] { (void)format_named("s65"); }),
            "s65 is no format: 65 bits are out of range; use s2..64");
}

TEST(IntegerFormats, AreWrittenByName) {
  const Unit& unit = catalog().find("ampere/mma.m16n8k64.satfinite.s32.s4.u4.s32");
  EXPECT_TRUE(own_formats(unit).empty());
  EXPECT_NE(to_toml(unit).find("formats  = { a = \"s4\", b = \"u4\", c = \"s32\" }"),
            std::string::npos)
      << to_toml(unit);
  const Unit accumulator = unit.with("result.overflow", "wrap");
  EXPECT_EQ(accumulator.datapath.result.overflow, Overflow::wrap);
}

}  // namespace
}  // namespace mmasc
