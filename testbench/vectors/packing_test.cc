// SPDX-License-Identifier: Apache-2.0
#include "vectors/packing.h"

#include <gtest/gtest.h>

#include <random>

namespace mmasc {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Elements = std::vector<std::uint64_t>;

const Format& format(std::string_view name) { return *find_format(name); }

TEST(Packing, ElementZeroIsInTheLowBits) {
  EXPECT_EQ(pack_row(Elements{0x1, 0x2, 0xf}, format("e2m1")), (Bytes{0x21, 0x0f}));
  EXPECT_EQ(pack_row(Elements{0x3f, 0x00, 0x21}, format("e3m2")), (Bytes{0x3f, 0x10, 0x02}));
  EXPECT_EQ(pack_row(Elements{0x3c01}, format("f16")), (Bytes{0x01, 0x3c}));
}

TEST(Packing, RowsEndOnAByte) {
  EXPECT_EQ(packed_bytes(0, format("e2m1")), 0u);
  EXPECT_EQ(packed_bytes(1, format("e2m1")), 1u);
  EXPECT_EQ(packed_bytes(3, format("e3m2")), 3u);
  EXPECT_EQ(packed_bytes(64, format("e2m1")), 32u);
}

TEST(Packing, UnpackingIgnoresThePadding) {
  EXPECT_EQ(unpack_row(Bytes{0x21, 0xff}, format("e2m1"), 3), (Elements{1, 2, 15}));
}

TEST(Packing, EveryFormatAndLengthRoundTrips) {
  std::mt19937_64 random(1);
  for (const Format& format : kFormats)
    for (std::size_t count = 0; count <= 17; ++count) {
      Elements elements(count);
      for (auto& element : elements) element = random() & format.storage_mask();
      const Bytes bytes = pack_row(elements, format);
      EXPECT_EQ(bytes.size(), packed_bytes(count, format));
      EXPECT_EQ(unpack_row(bytes, format, count), elements) << format.name;
    }
}

}  // namespace
}  // namespace mmasc
