// SPDX-License-Identifier: Apache-2.0
// Fields packed into bits, the first field in the lowest bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arith/machine_numbers.h"

namespace mmasc {

class PackedBits {
 public:
  void clear() {
    words_.clear();
    size_ = 0;
  }
  bool empty() const { return size_ == 0; }
  int size() const { return size_; }

  // The lowest `width` bits, two's complement.
  template <class Integer>
  void append(const Integer& value, int width) {
    if constexpr (sizeof(Integer) <= sizeof(std::uint64_t)) {
      append_word(static_cast<std::uint64_t>(value), width);
    } else if constexpr (sizeof(Integer) == sizeof(int128)) {
      append_word(static_cast<std::uint64_t>(value), std::min(width, kWordBits));
      if (width > kWordBits)
        append_word(static_cast<std::uint64_t>(value >> kWordBits), width - kWordBits);
    } else {
      for (int low = 0; low < width; low += kWordBits)
        append_word(value.limb(low / kWordBits), std::min(width - low, kWordBits));
    }
  }
  void append(const PackedBits& other, int low, int width) {
    for (int done = 0; done < width; done += kWordBits) {
      const int part = std::min(width - done, kWordBits);
      append_word(other.word(low + done, part), part);
    }
  }

  bool bit(int position) const { return word(position, 1) != 0; }
  // At most 64 bits.
  std::uint64_t word(int low, int width) const {
    const auto at = static_cast<std::size_t>(low / kWordBits);
    const int shift = low % kWordBits;
    std::uint64_t value = words_[at] >> shift;
    if (shift + width > kWordBits) value |= words_[at + 1] << (kWordBits - shift);
    return value & mask(width);
  }
  // Most significant first.
  std::string text(int low, int width) const {
    std::string bits(static_cast<std::size_t>(width), '0');
    for (int i = 0; i < width; ++i)
      if (bit(low + i)) bits[static_cast<std::size_t>(width - 1 - i)] = '1';
    return bits;
  }

  friend bool operator==(const PackedBits&, const PackedBits&) = default;

 private:
  static constexpr int kWordBits = 64;
  static std::uint64_t mask(int width) { return ~std::uint64_t{0} >> (kWordBits - width); }

  void append_word(std::uint64_t value, int width) {
    value &= mask(width);
    const int shift = size_ % kWordBits;
    if (shift == 0)
      words_.push_back(value);
    else {
      words_.back() |= value << shift;
      if (shift + width > kWordBits) words_.push_back(value >> (kWordBits - shift));
    }
    size_ += width;
  }

  std::vector<std::uint64_t> words_;  // bits beyond size_ are zero
  int size_ = 0;
};

}  // namespace mmasc
