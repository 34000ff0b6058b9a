// SPDX-License-Identifier: Apache-2.0
// Bits side by side, against a string of them.
#include "mmasc/pipeline/packed_bits.h"

#include <gtest/gtest.h>

#include "arith/boost_numbers.h"
#include "mmasc/arith/limbs.h"
#include "mmasc/stimulus/random.h"

namespace mmasc {
namespace {

using Wide = WideInt<640>;

// Most significant first, by division and nothing else.
std::string twos_complement(const Wide& value, int width) {
  Wide rest = value < 0 ? Wide(value + (Wide(1) << width)) : value;
  std::string bits(static_cast<std::size_t>(width), '0');
  for (auto bit = bits.rbegin(); bit != bits.rend(); ++bit) {
    if (rest % 2 != 0) *bit = '1';
    rest /= 2;
  }
  return bits;
}

Limbs<10> limbs_of(const Wide& value) {
  const Wide magnitude = value < 0 ? Wide(-value) : value;
  Limbs<10> limbs;
  for (int low = 0; low < 512; low += 64) {
    const Wide part = (magnitude >> low) & Wide(~std::uint64_t{0});
    limbs = limbs + (Limbs<10>(static_cast<std::uint64_t>(part)) << low);
  }
  return value < 0 ? Limbs<10>() - limbs : limbs;
}

// From `low` bits above the start of some memory, between other bits.
void append(PackedBits& packed, const Limbs<10>& value, int low, int width) {
  std::vector<std::uint64_t> memory(10, 0x5555'5555'5555'5555);
  for (int bit = 0; bit < width; ++bit) {
    const auto at = static_cast<std::size_t>(low + bit) / 64;
    const std::uint64_t weight = std::uint64_t{1} << (low + bit) % 64;
    if ((value.bits_from(bit) & 1) != 0)
      memory[at] |= weight;
    else
      memory[at] &= ~weight;
  }
  memory.resize(static_cast<std::size_t>(low + width + 63) / 64);  // nothing beyond is read
  packed.append({memory.data(), low, width, static_cast<int>(8 * memory.size())});
}

// The integers that payloads are made of.
template <class Integer>
void append(PackedBits& packed, const Integer& value, int width) {
  packed.append(place_of(value, width));
}

TEST(PackedBits, HoldTheIntegersThatPayloadsAreMadeOf) {
  const std::int64_t word = -2;
  const int128 wide = -(int128{1} << 100);
  const Limbs<4> limbs = Limbs<4>(5) << 190;
  PackedBits packed;
  append(packed, word, 3);
  append(packed, wide, 103);
  append(packed, limbs, 194);
  EXPECT_EQ(packed.size(), 3 + 103 + 194);
  EXPECT_EQ(packed.text(0, 3), "110");
  EXPECT_EQ(packed.text(3, 103), "111" + std::string(100, '0'));
  EXPECT_EQ(packed.text(3 + 103, 194), "0101" + std::string(190, '0'));
}

TEST(PackedBits, HoldWhatWasAppendedFromAnyPlaceAtAnyWidth) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    PackedBits packed;
    std::string expected;  // most significant first
    for (int field = 0; field < 12; ++field) {
      const int width = random.between(1, 300);
      Wide value = 0;
      for (int bit = 0; bit < width; ++bit) value = Wide(value * 2) + Wide(random.below(2));
      if (random.below(2) != 0) value -= Wide(1) << (width - 1);
      const std::string bits = twos_complement(value, width);
      if (value < 0 && value < -(Wide(1) << (width - 1))) continue;
      append(packed, limbs_of(value), random.below(64), width);
      expected = bits + expected;
    }
    ASSERT_EQ(packed.size(), static_cast<int>(expected.size()));
    ASSERT_EQ(packed.text(0, packed.size()), expected);
    const int cut = random.below(packed.size());
    EXPECT_EQ(packed.text(cut, packed.size() - cut),
              expected.substr(0, static_cast<std::size_t>(packed.size() - cut)));
  }
}

TEST(PackedBits, DifferInOneBitOrInLength) {
  PackedBits x, y;
  append(x, std::int64_t{5}, 64);
  append(y, std::int64_t{5}, 64);
  EXPECT_TRUE(x == y);
  append(y, std::int64_t{0}, 1);
  EXPECT_FALSE(x == y);
  append(x, std::int64_t{1}, 1);
  EXPECT_FALSE(x == y);
  y.clear();
  EXPECT_TRUE(y.empty());
}

}  // namespace
}  // namespace mmasc
