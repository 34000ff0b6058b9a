// SPDX-License-Identifier: Apache-2.0
// Bits side by side, against a string of them.
#include "pipeline/packed_bits.h"

#include <gtest/gtest.h>

#include "arith/boost_numbers.h"
#include "arith/limbs.h"
#include "stimulus/random.h"

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

TEST(PackedBits, HoldWhatWasAppendedOfAnyIntegerAndWidth) {
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
      if (width <= 62)
        packed.append(static_cast<long long>(value), width);
      else if (width <= 126)
        packed.append(static_cast<int128>(value), width);
      else
        packed.append(limbs_of(value), width);
      expected = bits + expected;
    }
    ASSERT_EQ(packed.size(), static_cast<int>(expected.size()));
    ASSERT_EQ(packed.text(0, packed.size()), expected);
    PackedBits copy;
    const int cut = random.below(packed.size());
    copy.append(packed, 0, cut);
    copy.append(packed, cut, packed.size() - cut);
    EXPECT_TRUE(copy == packed) << cut;
    EXPECT_EQ(packed.text(cut, packed.size() - cut),
              expected.substr(0, static_cast<std::size_t>(packed.size() - cut)));
  }
}

TEST(PackedBits, DifferInOneBitOrInLength) {
  PackedBits x, y;
  x.append(5, 70 - 6);
  y.append(5, 70 - 6);
  EXPECT_TRUE(x == y);
  y.append(0, 1);
  EXPECT_FALSE(x == y);
  x.append(1, 1);
  EXPECT_FALSE(x == y);
  y.clear();
  EXPECT_TRUE(y.empty());
}

}  // namespace
}  // namespace mmasc
