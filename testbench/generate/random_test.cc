// SPDX-License-Identifier: Apache-2.0
#include "generate/random.h"

#include <gtest/gtest.h>

#include <array>

namespace mmasc {
namespace {

using Block = std::array<std::uint32_t, 4>;

Block philox(Block counter, std::array<std::uint32_t, 2> key) {
  const r123::Philox4x32::ctr_type in = {{counter[0], counter[1], counter[2], counter[3]}};
  const auto out = r123::Philox4x32{}(in, r123::Philox4x32::key_type{{key[0], key[1]}});
  return {out[0], out[1], out[2], out[3]};
}

// The known answers of the generator's authors (Random123, tests/kat_vectors).
TEST(Random, PhiloxGivesThePublishedAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// Seed in the key, block number and stream in the counter, two words a draw, the lower one first.
TEST(Random, DrawsAreTheCountersBlocks) {
  constexpr std::uint64_t kSeed = 0x299f31d0a4093822, kStream = 0x0370734413198a2e;
  Random random(kSeed, kStream);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const Block words = philox({block, 0, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0});
    EXPECT_EQ(random.next(), std::uint64_t{words[1]} << 32 | words[0]);
    EXPECT_EQ(random.next(), std::uint64_t{words[3]} << 32 | words[2]);
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
