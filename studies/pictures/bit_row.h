// SPDX-License-Identifier: Apache-2.0
// The rows of a waterfall: numbers as bits of given weights.
#pragma once

#include <string>
#include <vector>

#include "arith/trace.h"

namespace mmasc {

// A magnitude, its bits by weight; those below `cut` are dropped.
struct BitRow {
  static constexpr int kNothingDropped = -(1 << 30);
  std::string name, note;  // left and right of it
  BigInt magnitude;        // times 2^unit
  int unit = 0;
  int cut = kNothingDropped;  // weight of the last kept bit
  bool negative = false;
  bool strong = false;  // a stage's outcome

  bool has_bits() const { return !magnitude.is_zero(); }
  int highest() const { return unit + magnitude.bit_length() - 1; }
  int lowest() const { return unit + magnitude.trailing_zeros(); }
  bool bit(int weight) const { return weight >= unit && magnitude.bit(weight - unit); }
  bool kept(int weight) const { return weight >= cut; }
};

// What one stage does: rows under a heading. The window is what a sum keeps, by weights.
struct BitSection {
  std::string heading;
  bool has_window = false;
  int window_high = 0, window_low = 0;
  std::vector<BitRow> rows;
};

std::vector<BitSection> bit_sections(const TracedStep& step);

}  // namespace mmasc
