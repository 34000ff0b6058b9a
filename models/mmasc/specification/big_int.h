// SPDX-License-Identifier: Apache-2.0
// Integers of any size, for checks and displays: a sign and 64-bit limbs, without heap up to 256
// bits. The stages compute on the number systems' words, not on these.
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mmasc/unit/int128.h"

namespace mmasc {

class BigInt {
 public:
  BigInt() = default;
  template <std::integral Integer>
  BigInt(Integer value) : BigInt(int128{value}) {}
  BigInt(int128 value);
  // The least significant limb first.
  explicit BigInt(std::span<const std::uint64_t> limbs);

  bool is_zero() const { return size_ == 0; }
  bool is_negative() const { return negative_; }
  // Functions of the magnitude, whatever the sign:
  int bit_length() const;
  int trailing_zeros() const;
  bool bit(int position) const;
  BigInt low_bits(int count) const;
  BigInt abs() const;
  std::string hex() const;
  std::uint64_t low_limb() const { return size_ > 0 ? limbs()[0] : 0; }
  std::span<const std::uint64_t> limbs() const {
    return {large_.empty() ? small_.data() : large_.data(), size_};
  }

  friend BigInt operator+(const BigInt& x, const BigInt& y);
  friend BigInt operator-(const BigInt& x, const BigInt& y) { return x + -y; }
  friend BigInt operator-(BigInt x);
  friend BigInt operator*(const BigInt& x, const BigInt& y);
  friend BigInt operator<<(const BigInt& x, int n);
  friend BigInt operator>>(const BigInt& x, int n);  // of the magnitude
  BigInt& operator+=(const BigInt& x) { return *this = *this + x; }
  BigInt& operator-=(const BigInt& x) { return *this = *this - x; }
  friend std::strong_ordering operator<=>(const BigInt& x, const BigInt& y);
  friend bool operator==(const BigInt& x, const BigInt& y) { return (x <=> y) == 0; }

 private:
  static constexpr std::size_t kSmall = 4;

  static BigInt zeros(std::size_t limbs);
  std::uint64_t* data() { return large_.empty() ? small_.data() : large_.data(); }
  std::uint64_t limb(std::size_t i) const { return i < size_ ? limbs()[i] : 0; }
  static std::strong_ordering compare_magnitudes(const BigInt& x, const BigInt& y);
  static BigInt sum_of_magnitudes(const BigInt& x, const BigInt& y);
  static BigInt difference_of_magnitudes(const BigInt& larger, const BigInt& smaller);
  void trim();  // the top limb is not zero; zero is not negative

  bool negative_ = false;
  std::size_t size_ = 0;
  std::array<std::uint64_t, kSmall> small_{};
  std::vector<std::uint64_t> large_;  // all limbs where they are more than kSmall
};

}  // namespace mmasc
