// SPDX-License-Identifier: Apache-2.0
// Machine integers: the number system of the reference, the SystemC models and device code. Widths
// are not looked at; checked_numbers.h proves that they hold.
#pragma once

#include <cstdint>
#include <type_traits>

#include "mmasc/arith/numbers.h"
#include "mmasc/unit/int128.h"

namespace mmasc {

// Not std::bit_width: in device code nvcc 13 makes the library's count of the leading zeros of 64
// bits the constant 64.
constexpr int bit_length(std::uint64_t x) noexcept { return x == 0 ? 0 : 64 - __builtin_clzll(x); }
constexpr int bit_length(std::int64_t x) noexcept {
  return bit_length(static_cast<std::uint64_t>(x));
}
constexpr int bit_length(int128 x) noexcept {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  return high != 0 ? 64 + bit_length(static_cast<std::int64_t>(high))
                   : bit_length(static_cast<std::int64_t>(x));
}

// Bits and indices are as wide as a 64-bit word, yet types of their own: a loop over terms then has
// lanes of one width, which compilers turn into vector instructions. (Of two such types a 64-bit
// platform has long and long long; where long is narrower, as in WebAssembly, there are no lanes.)
using OtherThanInt64 = std::conditional_t<std::is_same_v<std::int64_t, long long>, long, long long>;
template <class Word, class Index = OtherThanInt64, class Bit = std::make_unsigned_t<Index>>
struct MachineNumbers {
  using word = Word;
  using index = Index;
  using bit = Bit;  // 0 or 1
  using raw = std::uint64_t;
  static_assert(!std::is_same_v<word, index>);

  static constexpr word word_of(std::int64_t value, int) noexcept { return word(value); }
  static constexpr index index_of(std::int64_t value, int) noexcept { return index(value); }
  static constexpr bit bit_of(bool value) noexcept { return value; }
  static constexpr word from_raw(raw value, int) noexcept { return word(value); }
  static constexpr raw to_raw(const word& value) noexcept { return static_cast<raw>(value); }

  static constexpr word add(const word& x, const word& y, int) noexcept { return word(x + y); }
  static constexpr word sub(const word& x, const word& y, int) noexcept { return word(x - y); }
  static constexpr word mul(const word& x, const word& y, int) noexcept { return word(x * y); }
  static constexpr index add(index x, index y, int) noexcept { return x + y; }
  static constexpr index sub(index x, index y, int) noexcept { return x - y; }

  static constexpr word shift_left(const word& x, int n, int) noexcept { return word(x << n); }
  static constexpr word shift_right(const word& x, int n, int) noexcept { return right(x, n); }
  static constexpr word shift_left_by(const word& x, index n, int) noexcept { return word(x << n); }
  static constexpr word shift_right_by(const word& x, index n, int) noexcept { return right(x, n); }
  static constexpr word field(const word& x, int low, int count) noexcept {
    return word(right(x, low) & word((word(1) << count) - word(1)));
  }
  static constexpr bit bit_at(const word& x, int position) noexcept {
    return static_cast<bit>(right(x, position)) & 1;
  }
  static constexpr index count_leading_zeros(const word& x, int width) noexcept {
    return width - bit_length(x);
  }

  static constexpr bit less(const word& x, const word& y) noexcept { return x < y; }
  static constexpr bit less(index x, index y) noexcept { return x < y; }
  static constexpr bit equal(const word& x, const word& y) noexcept { return x == y; }
  static constexpr bit equal(index x, index y) noexcept { return x == y; }
  static constexpr index min(index x, index y) noexcept { return y < x ? y : x; }
  static constexpr index max(index x, index y) noexcept { return x < y ? y : x; }
  static constexpr word select(bit p, const word& x, const word& y) noexcept {
    if constexpr (kIsLane)
      return y ^ ((x ^ y) & -word(p));  // a mask: a branch or a truth value ends vectorisation
    else
      return p ? x : y;
  }
  static constexpr index select(bit p, index x, index y) noexcept {
    return y ^ ((x ^ y) & -index(p));
  }
  static constexpr bit select(bit p, bit x, bit y) noexcept { return bit(y ^ ((x ^ y) & p)); }

  static constexpr bit both(bit x, bit y) noexcept { return bit(x & y); }
  static constexpr bit either(bit x, bit y) noexcept { return bit(x | y); }
  static constexpr bit differ(bit x, bit y) noexcept { return bit(x ^ y); }
  static constexpr bit invert(bit x) noexcept { return bit(x ^ 1); }

  static constexpr index to_index(const word& x, int) noexcept { return static_cast<index>(x); }
  static constexpr word to_word(index x, int) noexcept { return word(x); }

 private:
  static constexpr bool kIsLane = std::is_same_v<word, std::int64_t>;  // of a vector register
  // AVX2 has no arithmetic right shift of 64-bit lanes; no word that is shifted right is negative.
  static constexpr word right(const word& x, index n) noexcept {
    if constexpr (kIsLane)
      return word(static_cast<std::uint64_t>(x) >> n);
    else
      return word(x >> n);
  }
};

using Numbers64 = MachineNumbers<std::int64_t>;  // words of up to 64 bits
using Numbers128 = MachineNumbers<int128>;       // up to 128 bits
static_assert(NumberSystem<Numbers64> && NumberSystem<Numbers128>);

// The same for a thread of a GPU, of which there are many and whose memory is far: terms of a third
// the size.
using ThreadNumbers64 = MachineNumbers<std::int64_t, int, unsigned char>;
using ThreadNumbers128 = MachineNumbers<int128, int, unsigned char>;
static_assert(NumberSystem<ThreadNumbers64> && NumberSystem<ThreadNumbers128>);

}  // namespace mmasc
