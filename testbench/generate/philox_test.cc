// SPDX-License-Identifier: Apache-2.0
#include "generate/philox.h"

#include <gtest/gtest.h>

#include "generate/random.h"

namespace mmasc {
namespace {

// The known answers of the generator's authors (Random123, tests/kat_vectors).
static_assert(philox({}, 0) == PhiloxWords{{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
static_assert(philox({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0x299f31d0a4093822) ==
              PhiloxWords{{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});

TEST(Philox, GivesTheDrawsOfRandom) {
  constexpr std::uint64_t kSeed = 0xfedcba9876543210;
  Random random(kSeed, 5);
  for (std::uint32_t block = 0; block < 1000; ++block) {
    const PhiloxWords drawn = philox({{block, 0, 5, 0}}, kSeed);
    EXPECT_EQ(random.next(), std::uint64_t{drawn.word[1]} << 32 | drawn.word[0]);
    EXPECT_EQ(random.next(), std::uint64_t{drawn.word[3]} << 32 | drawn.word[2]);
  }
}

}  // namespace
}  // namespace mmasc
