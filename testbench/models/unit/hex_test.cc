// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/hex.h"

#include <gtest/gtest.h>

#include "mmasc/unit/formats.h"
#include "vectors/support.h"

namespace mmasc {
namespace {

using testing::error_of;
using Elements = std::vector<std::uint64_t>;

const Format& format(std::string_view name) { return *find_format(name); }

TEST(Operands, ElementZeroIsLeftmost) {
  EXPECT_EQ(parse_elements("f000b8000001", format("f16"), 3, "a"),
            (Elements{0xf000, 0xb800, 0x0001}));
  EXPECT_EQ(to_hex(Elements{0xf000, 0xb800, 0x0001}, format("f16")), "f000b8000001");
}

TEST(Operands, DigitsCoverTheStorageBits) {
  EXPECT_EQ(parse_elements("0f", format("e2m1"), 2, "a"), (Elements{0, 15}));
  EXPECT_EQ(parse_elements("3f20", format("e3m2"), 2, "a"), (Elements{0x3f, 0x20}));
  EXPECT_EQ(parse_elements("ffffffff", format("tf32"), 1, "a"), (Elements{0xffffffff}));
  EXPECT_EQ(parse_elements("fff0000000000000", format("f64"), 1, "a"),
            (Elements{0xfff0000000000000}));
}

TEST(Operands, EveryElementOfEverySmallFormatRoundTrips) {
  for (const Format& format : shipped_formats()) {
    if (format.storage_bits() > 16) continue;
    for (std::uint64_t bits = 0; bits <= format.storage_mask(); ++bits)
      ASSERT_EQ(parse_elements(to_hex(bits, format), format, 1, "a", HexCase::lower),
                Elements{bits})
          << format.name;
  }
}

TEST(Operands, UpperCaseIsForPeople) {
  EXPECT_EQ(parse_elements("3C00", format("f16"), 1, "a"), Elements{0x3c00});
  EXPECT_EQ(
      error_of<InputError>([] { parse_elements("3C00", format("f16"), 1, "a", HexCase::lower); }),
      "a: 'C' is not a lower-case hex digit; use 0-9 and a-f");
}

TEST(Operands, ErrorsNameTheOperandAndThePlace) {
  try {
    parse_elements("3c00 3c", format("f16"), 2, "b");
    FAIL();
  } catch (const OperandError& error) {
    EXPECT_STREQ(error.what(), "b: byte 0x20 is not a hex digit; use 0-9 and a-f");
    EXPECT_EQ(error.offset, 4u);
  }
  EXPECT_EQ(error_of<InputError>([] { parse_elements("3c0", format("f16"), 1, "c"); }),
            "c: 3 hex digits; 1 element of f16 take 4");
  EXPECT_EQ(error_of<InputError>([] { parse_elements("", format("f16"), 16, "a"); }),
            "a: 0 hex digits; 16 elements of f16 take 64");
  EXPECT_EQ(error_of<InputError>([] { parse_elements("3f40", format("e3m2"), 2, "a"); }),
            "a: element 1 is 40, beyond the 6 bits of e3m2; at most 3f");
}

}  // namespace
}  // namespace mmasc
