// SPDX-License-Identifier: Apache-2.0
// Sums of levels: level l has the weight 2^(-l * bits).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mmasc/unit/format.h"

namespace mmasc {

// In FP64, level by level from the last to the first: sums * 2^-bits + level, to nearest even.
void add_fp64_level(std::span<const double> level, int bits, std::span<double> sums);

// The sum of one element's levels, exact, then rounded once. Levels are integers below 2^53 in
// magnitude, times 2^unit.
class CorrectSum {
 public:
  CorrectSum(std::size_t levels, int bits, int unit);

  // The bits of the sum times 2^exponent in `format`, f64 or f32. An exact zero is +0.
  std::uint64_t operator()(std::span<const double> levels, int exponent, const Format& format);

 private:
  void add(std::int64_t integer, int position);

  int bits_, unit_;
  std::vector<std::uint64_t> words_;  // of a two's complement number, the least first
};

// A number normalized * 2^(exponent - 63), its top bit set, and something below it where `sticky`,
// rounded to nearest even.
std::uint64_t rounded_bits(const Format& format, bool negative, std::uint64_t normalized,
                           bool sticky, int exponent);

}  // namespace mmasc
