// SPDX-License-Identifier: Apache-2.0
// Bits that stand in two places each, compared a word at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/pipeline/bit_place.h"

namespace mmasc {

class WordPairs {
 public:
  // As many bits in both. Reads of the memory there are of 8 bytes, so that it needs that many.
  void add(const BitPlace& x, const BitPlace& y);

  bool differ() const {
    std::uint64_t difference = 0;
    for (const Pair& pair : pairs_)
      difference |= (load(pair.x) >> pair.x_shift ^ load(pair.y) >> pair.y_shift) & pair.mask;
    return difference != 0;
  }

 private:
  struct Pair {
    const unsigned char *x, *y;
    std::uint64_t mask;
    std::uint32_t x_shift, y_shift;
  };

  static std::uint64_t load(const unsigned char* at) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return word;
  }

  std::vector<Pair> pairs_;
};

}  // namespace mmasc
