// SPDX-License-Identifier: Apache-2.0
// Fields packed into bits, the first field in the lowest bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mmasc/pipeline/bit_place.h"

namespace mmasc {

class PackedBits {
 public:
  void clear() {
    words_.clear();
    size_ = 0;
  }
  bool empty() const { return size_ == 0; }
  int size() const { return size_; }

  void append(const BitPlace& place) {
    for (int done = 0; done < place.width; done += kWordBits) {
      const int part = std::min(place.width - done, kWordBits);
      append_word(place.word(done, part), part);
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
