// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/ports.h"

#include <gtest/gtest.h>

namespace mmasc {
namespace {

PortWords packed(std::vector<std::uint64_t> elements, int width, std::size_t words) {
  PortWords port(words, ~0u);
  pack(elements, std::vector<int>(elements.size(), width), port);
  return port;
}

TEST(Ports, TheFirstElementIsLowestWithNothingAboveItsWidth) {
  EXPECT_EQ(packed({0xf1, 0x2, 0x3}, 4, 1), PortWords{0x321});
  EXPECT_EQ(packed({0x123456789abcdef0}, 64, 2), (PortWords{0x9abcdef0, 0x12345678}));
  EXPECT_EQ(packed({}, 8, 0), PortWords{});
}

TEST(Ports, ElementsCrossWords) {
  EXPECT_EQ(packed({0x7ffff, 0, 0x7ffff}, 19, 2), (PortWords{0x7ffff, 0x7ffff << 6}));
  EXPECT_EQ(packed({0x20, 0x3f, 0, 0, 0, 0x2a}, 6, 2),
            (PortWords{0x20 | 0x3f << 6 | 0x2u << 30, 0xa}));
}

}  // namespace
}  // namespace mmasc
