// SPDX-License-Identifier: Apache-2.0
#include "mmasc/stimulus/random.h"

#include <gtest/gtest.h>

#include <array>

namespace mmasc {
namespace {

// Seed in the key, block number and stream in the counter, two words a draw, the lower one first.
TEST(Random, DrawsAreTheCountersBlocks) {
  constexpr std::uint64_t kSeed = 0x299f31d0a4093822, kStream = 0x0370734413198a2e;
  Random random(kSeed, kStream);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const PhiloxWords drawn = philox({{block, 0, 0x13198a2e, 0x03707344}}, kSeed);
    EXPECT_EQ(random.next(), std::uint64_t{drawn.word[1]} << 32 | drawn.word[0]);
    EXPECT_EQ(random.next(), std::uint64_t{drawn.word[3]} << 32 | drawn.word[2]);
  }
}

TEST(Random, BoundsAreKept) {
  Random random(1);
  std::array<int, 7> seen{};
  for (int i = 0; i < 700; ++i) ++seen[static_cast<std::size_t>(random.between(-3, 3) + 3)];
  for (const int count : seen) EXPECT_GT(count, 60);
}

}  // namespace
}  // namespace mmasc
