// SPDX-License-Identifier: Apache-2.0
// Limbs against Boost's integers: each operation modulo 2^(64 * count), on numbers of every length.
#include "mmasc/arith/limbs.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>

#include "mmasc/stimulus/random.h"

namespace mmasc {
namespace {

using boost::multiprecision::cpp_int;

template <int count>
cpp_int modulus() {
  return cpp_int(1) << 64 * count;
}

template <int count>
cpp_int value_of(const Limbs<count>& x) {
  cpp_int value = 0;
  for (int i = count - 1; i >= 0; --i) value = value << 64 | x.limb(i);
  return value;
}
template <int count>
cpp_int reduced(const cpp_int& x) {
  return ((x % modulus<count>()) + modulus<count>()) % modulus<count>();
}
template <int count>
cpp_int signed_value(const Limbs<count>& x) {
  const cpp_int value = value_of(x);
  return value >= modulus<count>() / 2 ? cpp_int(value - modulus<count>()) : value;
}

// Often with limbs that are all zeros or ones.
template <int count>
Limbs<count> draw(Random& random) {
  constexpr int kBits = 64 * count;
  Limbs<count> x(0);
  for (int i = 0; i < count; ++i) {
    const std::uint64_t limb = random.pick({random.next(), std::uint64_t{0}, ~std::uint64_t{0}});
    x = (x << 64) + Limbs<count>(limb);
  }
  const int bits = random.between(1, kBits);
  return (x << (kBits - bits)) >> (kBits - bits);
}

template <int count>
void expect_operations_of_integers(int draws) {
  Random random(1);
  for (int i = 0; i < draws; ++i) {
    const auto x = draw<count>(random), y = draw<count>(random);
    const cpp_int a = value_of(x), b = value_of(y);
    ASSERT_EQ(value_of(x + y), reduced<count>(a + b));
    ASSERT_EQ(value_of(x - y), reduced<count>(a - b));
    ASSERT_EQ(value_of(x * y), reduced<count>(a * b));
    ASSERT_EQ(value_of(x & y), a & b);
    const int n = random.below(64 * count + 40);  // beyond the last bit nothing is left
    ASSERT_EQ(value_of(x << n), reduced<count>(a << n));
    ASSERT_EQ(value_of(x >> n), a >> n);
    ASSERT_EQ(x < y, signed_value(x) < signed_value(y));
    ASSERT_EQ(x == y, a == b);
    ASSERT_EQ(bit_length(x), a == 0 ? 0 : static_cast<int>(msb(a)) + 1);
  }
}

TEST(Limbs, OperationsAreThoseOfIntegers) {
  expect_operations_of_integers<3>(20000);
  expect_operations_of_integers<20>(500);
}

using Number = Limbs<3>;

TEST(Limbs, TakesMachineIntegers) {
  EXPECT_EQ(signed_value(Number(-1)), -1);
  EXPECT_EQ(signed_value(Number(std::int64_t{-5})), -5);
  EXPECT_EQ(value_of(Number(~std::uint64_t{0})), cpp_int(~std::uint64_t{0}));
  EXPECT_EQ(static_cast<int>(Number(-7)), -7);
  EXPECT_EQ(static_cast<std::uint64_t>(Number(7) - Number(8)), ~std::uint64_t{0});
}

}  // namespace
}  // namespace mmasc
