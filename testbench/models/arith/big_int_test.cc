// SPDX-License-Identifier: Apache-2.0
// BigInt against Boost's integers, on numbers of either sign and every length, above and below
// what it holds without heap.
#include "mmasc/specification/big_int.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

#include "mmasc/stimulus/random.h"

namespace mmasc {
namespace {

using boost::multiprecision::cpp_int;

cpp_int value_of(const BigInt& x) {
  const cpp_int magnitude("0x" + x.abs().hex());
  return x.is_negative() ? cpp_int(-magnitude) : magnitude;
}

// Often with limbs that are all zeros or ones.
BigInt draw(Random& random) {
  std::vector<std::uint64_t> limbs;
  for (int i = random.below(8); i > 0; --i)
    limbs.push_back(random.pick({random.next(), std::uint64_t{0}, ~std::uint64_t{0}}));
  const BigInt x = BigInt(limbs) >> random.below(64);
  return random.chance(50) ? -x : x;
}

TEST(BigInt, OperationsAreThoseOfIntegers) {
  Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const BigInt x = draw(random), y = random.chance(10) ? x : draw(random);
    const cpp_int a = value_of(x), b = value_of(y), magnitude = abs(a);
    ASSERT_EQ(value_of(x + y), a + b);
    ASSERT_EQ(value_of(x - y), a - b);
    ASSERT_EQ(value_of(x * y), a * b);
    ASSERT_EQ(x < y, a < b);
    ASSERT_EQ(x == y, a == b);
    const int n = random.below(600);
    const auto bits = static_cast<unsigned>(n);
    ASSERT_EQ(value_of(x << n), a << bits);
    ASSERT_EQ(value_of(x.abs() >> n), magnitude >> bits);
    ASSERT_EQ(value_of(x.low_bits(n)), magnitude & ((cpp_int(1) << bits) - 1));
    ASSERT_EQ(x.bit(n), bit_test(magnitude, bits));
    ASSERT_EQ(x.bit_length(), a == 0 ? 0 : static_cast<int>(msb(magnitude)) + 1);
    ASSERT_EQ(x.trailing_zeros(), a == 0 ? 0 : static_cast<int>(lsb(magnitude)));
  }
}

TEST(BigInt, TakesMachineIntegers) {
  EXPECT_EQ(value_of(BigInt(-5)), -5);
  EXPECT_EQ(value_of(BigInt(~std::uint64_t{0})), cpp_int(~std::uint64_t{0}));
  const int128 least = int128{1} << 127;
  EXPECT_EQ(value_of(BigInt(least)), -(cpp_int(1) << 127));
  EXPECT_FALSE((BigInt(3) - BigInt(3)).is_negative());
  EXPECT_EQ(BigInt(0x1f).hex(), "1f");
  EXPECT_EQ(BigInt().hex(), "0");
}

}  // namespace
}  // namespace mmasc
