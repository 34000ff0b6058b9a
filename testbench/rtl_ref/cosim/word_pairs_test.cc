// SPDX-License-Identifier: Apache-2.0
// Bits in two places differ where any of them does, and nowhere else.
#include "mmasc/cosim/word_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "mmasc/stimulus/random.h"

namespace mmasc {
namespace {

// The memory is an allocation of its own, so that a sanitizer sees a read beyond it.
struct Memory {
  Memory(Random& random, int width) {
    low = random.below(100);
    bytes.resize(std::max<std::size_t>(8, static_cast<std::size_t>(low + width + 7) / 8) +
                 static_cast<std::size_t>(random.below(3)));
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random.below(256));
  }
  bool bit(int at) const { return (bytes[static_cast<std::size_t>(at) / 8] >> at % 8 & 1) != 0; }
  void flip(int at) {
    unsigned char& byte = bytes[static_cast<std::size_t>(at) / 8];
    byte = static_cast<unsigned char>(byte ^ 1 << at % 8);
  }
  int size() const { return static_cast<int>(8 * bytes.size()); }
  BitPlace place(int width) const {
    return {bytes.data(), low, width, static_cast<int>(bytes.size())};
  }

  std::vector<unsigned char> bytes;
  int low = 0;
};

TEST(WordPairs, DifferWhereABitDoes) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const int width = random.between(1, 200);
    Memory x(random, width), y(random, width);
    for (int i = 0; i < width; ++i)
      if (x.bit(x.low + i) != y.bit(y.low + i)) y.flip(y.low + i);
    WordPairs pairs;
    pairs.add(x.place(width), y.place(width));
    ASSERT_FALSE(pairs.differ());
    for (Memory* memory : {&x, &y})
      for (int i = 0; i < memory->size(); ++i) {
        memory->flip(i);
        ASSERT_EQ(pairs.differ(), i >= memory->low && i < memory->low + width)
            << "bit " << i << " of " << width << " from " << memory->low;
        memory->flip(i);
      }
  }
}

TEST(WordPairs, AreComparedAll) {
  std::uint64_t x[3] = {1, 2, 3}, y[3] = {1, 2, 3};
  WordPairs pairs;
  for (int i = 0; i < 3; ++i) pairs.add(place_of(x[i], 64), place_of(y[i], 64));
  EXPECT_FALSE(pairs.differ());
  for (std::uint64_t& word : y) {
    ++word;
    EXPECT_TRUE(pairs.differ());
    --word;
  }
}

}  // namespace
}  // namespace mmasc
