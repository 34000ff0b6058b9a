// SPDX-License-Identifier: Apache-2.0
// Parts of a module's wires.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mmasc/rtl/number_form.h"

namespace mmasc {

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
