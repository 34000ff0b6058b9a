// SPDX-License-Identifier: Apache-2.0
// The words of NaN among the results of vectors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mmasc/arith/same_bits.h"

namespace mmasc {

inline constexpr std::size_t kMostNanWords = 8;

// Each once, the first few; `cases` are of this format of d.
template <class Cases>
std::vector<std::uint64_t> nan_words(const Format& d, const Cases& cases) {
  std::vector<std::uint64_t> words;
  for (const auto& row : cases)
    if (words.size() < kMostNanWords && is_nan(d, row.d()) &&
        std::ranges::count(words, row.d()) == 0)
      words.push_back(row.d());
  return words;
}

}  // namespace mmasc
