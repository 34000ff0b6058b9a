// SPDX-License-Identifier: Apache-2.0
// Where packing writes an operand's planes.
#pragma once

#include <array>
#include <cstddef>

#include "mmasc/compiled/unit_code.h"

namespace mmasc::batch {

// Packs `count` raw elements, a multiple of the code's lanes, into the panel or row at `to`.
// Returns whether one of them is special.
inline bool pack_into(const compiled::PackedOperand& operand, const void* raw, std::int64_t count,
                      std::byte* to) {
  std::array<void*, compiled::kMostPlanes> planes;
  for (std::size_t i = 0; i < operand.planes.size(); ++i) planes[i] = to + operand.planes[i].offset;
  return operand.pack(raw, count, planes.data());
}

}  // namespace mmasc::batch
