// SPDX-License-Identifier: Apache-2.0
// Parts of a module's wires.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace mmasc {

// How a number stands in its bits; `width` is that of the number in two's complement.
enum class NumberForm {
  plain,           // [   n n n n ]  as fields have it: addends in two's complement
  sign_magnitude,  // [   s q q q ]  (-1)^s q
  sign_number,     // [ s n n n n ]  (-1)^s n: a bit more
};

constexpr int kept_bits(int width, NumberForm form) {
  return width + (form == NumberForm::sign_number ? 1 : 0);
}

struct Slice {
  std::string vector;
  int low = 0, width = 0;
  NumberForm form = NumberForm::plain;
};

// Wires by the names of payload_fields.
using FieldWires = std::map<std::string, Slice>;

inline constexpr int kIdWidth = 0;  // among widths: ID_BITS

// The slices side by side, the first in the lowest bits: "{x[11:4], y}". Neighbours in one vector
// become one slice, and a whole vector its name.
std::string join(const std::vector<Slice>& slices, const std::map<std::string, int>& widths);

}  // namespace mmasc
