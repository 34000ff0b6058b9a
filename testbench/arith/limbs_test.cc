// SPDX-License-Identifier: Apache-2.0
// Limbs against Boost's integers: each operation modulo 2^192, on numbers of every length.
#include "arith/limbs.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

#include "generate/random.h"

namespace mmasc {
namespace {

using boost::multiprecision::cpp_int;
using Number = Limbs<3>;

const cpp_int kModulus = cpp_int(1) << 192;

cpp_int value_of(const Number& x) {
  cpp_int value = 0;
  for (int i = 2; i >= 0; --i) value = value << 64 | static_cast<std::uint64_t>(x >> 64 * i);
  return value;
}
cpp_int reduced(const cpp_int& x) { return ((x % kModulus) + kModulus) % kModulus; }
cpp_int signed_value(const Number& x) {
  const cpp_int value = value_of(x);
  return value >= kModulus / 2 ? cpp_int(value - kModulus) : value;
}

// Often with limbs that are all zeros or ones.
Number draw(Random& random, int bits) {
  Number x(0);
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t limb = random.pick({random.next(), std::uint64_t{0}, ~std::uint64_t{0}});
    x = (x << 64) + Number(limb);
  }
  return (x << (192 - bits)) >> (192 - bits);
}

TEST(Limbs, OperationsAreThoseOfIntegers) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const Number x = draw(random, random.between(1, 192)), y = draw(random, random.between(1, 192));
    const cpp_int a = value_of(x), b = value_of(y);
    ASSERT_EQ(value_of(x + y), reduced(a + b));
    ASSERT_EQ(value_of(x - y), reduced(a - b));
    ASSERT_EQ(value_of(x * y), reduced(a * b));
    ASSERT_EQ(value_of(x & y), a & b);
    const int n = random.below(192);
    ASSERT_EQ(value_of(x << n), reduced(a << n));
    ASSERT_EQ(value_of(x >> n), a >> n);
    ASSERT_EQ(x < y, signed_value(x) < signed_value(y));
    ASSERT_EQ(x == y, a == b);
    ASSERT_EQ(bit_length(x), a == 0 ? 0 : static_cast<int>(msb(a)) + 1);
  }
}

TEST(Limbs, TakesMachineIntegers) {
  EXPECT_EQ(signed_value(Number(-1)), -1);
  EXPECT_EQ(signed_value(Number(std::int64_t{-5})), -5);
  EXPECT_EQ(value_of(Number(~std::uint64_t{0})), cpp_int(~std::uint64_t{0}));
  EXPECT_EQ(static_cast<int>(Number(-7)), -7);
  EXPECT_EQ(static_cast<std::uint64_t>(Number(7) - Number(8)), ~std::uint64_t{0});
}

}  // namespace
}  // namespace mmasc
