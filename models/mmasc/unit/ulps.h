// SPDX-License-Identifier: Apache-2.0
// Distances of numbers of one format in ulps: how many of the format's numbers lie between them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "mmasc/unit/number_pattern.h"

namespace mmasc {

// Numbers of a signed format in order, 0 and -0 alike; an infinity is one beyond the greatest.
constexpr std::int64_t ordinal(const Format& format, std::uint64_t bits) {
  if (format.is_integer()) {
    const std::uint64_t element = bits & format.storage_mask();
    const bool negative = (element & sign_mask(format)) != 0;
    return static_cast<std::int64_t>(negative ? element - format.storage_mask() - 1 : element);
  }
  const std::uint64_t sign = std::uint64_t{1} << format.sign_low();
  const auto magnitude = static_cast<std::int64_t>((bits & format.storage_mask() & (sign - 1)) >>
                                                   format.fraction_low());
  return (bits & sign) != 0 ? -magnitude : magnitude;
}

// How many numbers of the format `to` lies above `from` (+) or below it (-), at most 2^61 either
// way.
constexpr std::int64_t ulps_between(const Format& format, std::uint64_t from, std::uint64_t to) {
  constexpr std::int64_t kMost = std::int64_t{1} << 61;
  const std::int64_t low = ordinal(format, from), high = ordinal(format, to);
  std::int64_t distance = 0;
  if (__builtin_sub_overflow(high, low, &distance))  // f64 numbers of unlike signs
    distance = high < low ? -kMost : kMost;
  return std::clamp(distance, -kMost, kMost);
}

// The bin of a distance, with its sign: 0, 1, 2, 3..4, 5..8, ... are the bins 0, 1, 2, 3, 4.
constexpr int ulp_bin(std::int64_t ulps) {
  if (ulps == 0) return 0;
  const auto magnitude = static_cast<std::uint64_t>(ulps < 0 ? -ulps : ulps);
  const int bin = 1 + static_cast<int>(std::bit_width(magnitude - 1));
  return ulps < 0 ? -bin : bin;
}

struct UlpRange {
  std::int64_t low = 0, high = 0;  // both included
};
constexpr UlpRange range_of_ulp_bin(int bin) {
  if (bin == 0) return {};
  const int width = (bin < 0 ? -bin : bin) - 1;
  const std::int64_t high = std::int64_t{1} << width;
  const std::int64_t low = width == 0 ? 1 : high / 2 + 1;
  return bin < 0 ? UlpRange{-high, -low} : UlpRange{low, high};
}

}  // namespace mmasc
