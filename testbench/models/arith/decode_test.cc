// SPDX-License-Identifier: Apache-2.0
// Decoding and packing, every pattern of every format up to 16 bits.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>

#include "arith/host_value.h"
#include "mmasc/arith/convert.h"
#include "mmasc/stimulus/random.h"
#include "mmasc/unit/formats.h"
#include "printed_name.h"

namespace mmasc {

void PrintTo(const Format& format, std::ostream* out) { *out << format.name; }

namespace {

// All patterns, or where there are too many a million of them.
template <class Check>
void for_patterns(const Format& format, Check&& check) {
  if (format.storage_bits() <= 16) {
    for (std::uint64_t bits = 0; bits <= format.storage_mask(); ++bits) check(bits);
    return;
  }
  Random random(20);
  for (int i = 0; i < 1000000; ++i) check(random.next() & format.storage_mask());
}

class EveryFormat : public ::testing::TestWithParam<Format> {};

TEST_P(EveryFormat, DecodesToItsValue) {
  const Format& format = GetParam();
  for_patterns(format, [&](std::uint64_t bits) {
    const double expected = host_value(format, bits);
    const auto term = decode(format, bits);
    ASSERT_EQ(term.nan, std::isnan(expected)) << bits;
    ASSERT_EQ(term.infinite, std::isinf(expected)) << bits;
    if (term.nan) return;
    ASSERT_EQ(term.zero, expected == 0) << bits;
    ASSERT_EQ(term.negative, std::signbit(expected)) << bits;
    if (term.infinite) return;
    const int exponent = static_cast<int>(term.exponent) - format.fraction_bits;
    ASSERT_EQ(std::ldexp(static_cast<double>(term.significand), exponent), std::abs(expected))
        << bits;
    ASSERT_GE(term.exponent, format.least_exponent());
    ASSERT_LE(term.exponent, format.greatest_exponent());
  });
}

TEST_P(EveryFormat, PacksWhatItDecoded) {
  const Format& format = GetParam();
  const auto ignored = (std::uint64_t{1} << format.ignored_low_bits) - 1 +
                       (format.sign == Sign::ignored ? std::uint64_t{1} << format.sign_low() : 0);
  for_patterns(format, [&](std::uint64_t bits) {
    const auto packed = convert(format, format, bits);
    ASSERT_TRUE(packed);
    ASSERT_EQ(*packed, decode(format, bits).nan ? format.default_nan() : bits & ~ignored);
  });
}

TEST_P(EveryFormat, DefaultNanIsNan) {
  const Format& format = GetParam();
  EXPECT_EQ(decode(format, format.default_nan()).nan, format.has_nan());
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat, ::testing::ValuesIn(shipped_formats()), OwnName());

TEST(Decode, IgnoresBitsAboveTheFormat) {
  for (const Format& format : shipped_formats())
    if (format.storage_bits() < 64) {
      EXPECT_EQ(decode(format, ~std::uint64_t{0} << format.storage_bits()), decode(format, 0));
    }
}

}  // namespace
}  // namespace mmasc
