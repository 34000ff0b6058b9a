// SPDX-License-Identifier: Apache-2.0
// Integers of a fixed number of 64-bit limbs in two's complement, for the host (wide_numbers.h) and
// for device code. Arithmetic is modulo 2^(64 * count).
#pragma once

#include <concepts>
#include <cstdint>

#include "mmasc/arith/machine_numbers.h"

namespace mmasc {

template <int count>
class Limbs {
 public:
  constexpr Limbs() noexcept = default;
  template <std::integral Integer>
  constexpr explicit Limbs(Integer value) noexcept {
    limb_[0] = static_cast<std::uint64_t>(value);
    if constexpr (std::is_signed_v<Integer>)
      for (int i = 1; i < count; ++i) limb_[i] = value < 0 ? ~std::uint64_t{0} : 0;
  }
  template <std::integral Integer>
  constexpr explicit operator Integer() const noexcept {
    return static_cast<Integer>(limb_[0]);
  }

  constexpr std::uint64_t limb(int i) const noexcept { return limb_[i]; }
  // 64 bits from `low` on; zeros above the last limb.
  constexpr std::uint64_t bits_from(int low) const noexcept {
    const int at = low / 64, rest = low % 64;
    const std::uint64_t bits = limb_[at] >> rest;
    return rest > 0 && at + 1 < count ? bits | limb_[at + 1] << (64 - rest) : bits;
  }

  friend constexpr Limbs operator+(const Limbs& x, const Limbs& y) noexcept {
    Limbs sum;
    std::uint64_t carry = 0;
    for (int i = 0; i < count; ++i) {
      const std::uint64_t partial = x.limb_[i] + carry;
      sum.limb_[i] = partial + y.limb_[i];
      carry = (partial < carry) | (sum.limb_[i] < partial);
    }
    return sum;
  }
  friend constexpr Limbs operator-(const Limbs& x, const Limbs& y) noexcept {
    Limbs difference;
    std::uint64_t borrow = 0;
    for (int i = 0; i < count; ++i) {
      const std::uint64_t partial = x.limb_[i] - y.limb_[i];
      difference.limb_[i] = partial - borrow;
      borrow = (x.limb_[i] < y.limb_[i]) | (partial < borrow);
    }
    return difference;
  }
  friend constexpr Limbs operator*(const Limbs& x, const Limbs& y) noexcept {
    Limbs product;
    for (int i = 0; i < count; ++i) {
      if constexpr (kIsLong)
        if (x.limb_[i] == 0) continue;
      std::uint64_t carry = 0;
      for (int j = 0; i + j < count; ++j) {
        const auto sum =
            static_cast<uint128>(x.limb_[i]) * y.limb_[j] + product.limb_[i + j] + carry;
        product.limb_[i + j] = static_cast<std::uint64_t>(sum);
        carry = static_cast<std::uint64_t>(sum >> 64);
      }
    }
    return product;
  }
  friend constexpr Limbs operator&(const Limbs& x, const Limbs& y) noexcept {
    Limbs both;
    for (int i = 0; i < count; ++i) both.limb_[i] = x.limb_[i] & y.limb_[i];
    return both;
  }
  friend constexpr Limbs operator<<(const Limbs& x, long long n) noexcept {
    const int whole = static_cast<int>(n / 64), rest = static_cast<int>(n % 64);
    Limbs shifted;
    for (int i = whole; i < count; ++i) shifted.limb_[i] = x.limb_[i - whole] << rest;
    if (rest > 0)
      for (int i = whole + 1; i < count; ++i)
        shifted.limb_[i] |= x.limb_[i - whole - 1] >> (64 - rest);
    return shifted;
  }
  friend constexpr Limbs operator>>(const Limbs& x, long long n) noexcept {  // x is not negative
    const int whole = static_cast<int>(n / 64), rest = static_cast<int>(n % 64);
    Limbs shifted;
    for (int i = whole; i < count; ++i) shifted.limb_[i - whole] = x.limb_[i] >> rest;
    if (rest > 0)
      for (int i = whole + 1; i < count; ++i)
        shifted.limb_[i - whole - 1] |= x.limb_[i] << (64 - rest);
    return shifted;
  }
  friend constexpr bool operator<(const Limbs& x, const Limbs& y) noexcept {
    const auto x_top = static_cast<std::int64_t>(x.limb_[count - 1]);
    const auto y_top = static_cast<std::int64_t>(y.limb_[count - 1]);
    if (x_top != y_top) return x_top < y_top;
    for (int i = count - 2; i >= 0; --i)
      if (x.limb_[i] != y.limb_[i]) return x.limb_[i] < y.limb_[i];
    return false;
  }
  friend constexpr bool operator==(const Limbs&, const Limbs&) noexcept = default;

  friend constexpr int bit_length(const Limbs& x) noexcept {  // x is not negative
    for (int i = count - 1; i >= 0; --i)
      if (x.limb_[i] != 0) return 64 * i + mmasc::bit_length(x.limb_[i]);
    return 0;
  }

 private:
  __extension__ typedef unsigned __int128 uint128;
  static constexpr bool kIsLong = count > 16;  // most of its limbs are often zeros

  std::uint64_t limb_[count] = {};  // the least significant first
};

// ThreadNumbers64 and 128 go on with these.
using ThreadNumbers192 = MachineNumbers<Limbs<3>, int, unsigned char>;   // FP64 fma
using ThreadNumbers640 = MachineNumbers<Limbs<10>, int, unsigned char>;  // any row of the catalogue
static_assert(NumberSystem<ThreadNumbers192> && NumberSystem<ThreadNumbers640>);

inline constexpr int kMostThreadBits = 640;

// Calls f with the number system whose words are the narrowest that hold `word_bits`, at most
// kMostThreadBits.
template <class F>
constexpr decltype(auto) with_thread_numbers(int word_bits, F&& f) {
  if (word_bits <= 64) return f(ThreadNumbers64{});
  if (word_bits <= 128) return f(ThreadNumbers128{});
  if (word_bits <= 192) return f(ThreadNumbers192{});
  return f(ThreadNumbers640{});
}

}  // namespace mmasc
