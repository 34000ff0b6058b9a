// SPDX-License-Identifier: Apache-2.0
// Slices of vectors, and vectors put together of them.
#pragma once

#include <string>
#include <vector>

namespace mmasc {

struct Slice {
  std::string vector;
  int low = 0, width = 0;
};

// A term's fields, wherever they run.
struct TermWires {
  Slice significand, exponent, negative, zero, nan, infinite;
};

// The slices side by side, the first in the lowest bits: "{x[11:4], y}". Neighbours in one vector
// become one slice, and a whole vector its name; `widths` tells how wide one is.
template <class Widths>
std::string join(const std::vector<Slice>& slices, const Widths& width_of) {
  std::vector<Slice> merged;
  for (const Slice& slice : slices) {
    if (!merged.empty() && merged.back().vector == slice.vector &&
        merged.back().low + merged.back().width == slice.low)
      merged.back().width += slice.width;
    else
      merged.push_back(slice);
  }
  std::string out;
  for (auto slice = merged.rbegin(); slice != merged.rend(); ++slice) {
    if (!out.empty()) out += ", ";
    out += slice->vector;
    if (slice->low == 0 && slice->width == width_of(slice->vector)) continue;
    const std::string high = std::to_string(slice->low + slice->width - 1);
    out +=
        slice->width == 1 ? "[" + high + "]" : "[" + high + ":" + std::to_string(slice->low) + "]";
  }
  return merged.size() == 1 ? out : "{" + out + "}";
}

}  // namespace mmasc
