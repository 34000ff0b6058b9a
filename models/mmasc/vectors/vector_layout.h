// SPDX-License-Identifier: Apache-2.0
// The layout of vector files' text, as both their reader and their writer take it.
#pragma once

#include <string>
#include <string_view>

#include "mmasc/unit/status_flags.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc::vector_layout {

inline constexpr std::string_view kMagic = "# mmasc-vectors 1";
inline constexpr std::string_view kCasePrefix = "# case: ";
inline constexpr std::string_view kFormatPrefix = "format.";  // of a key: a format's definition

// The value of that key.
std::string definition_of(const Format& format);

// Calls visit(row of the operand, its elements) for each column, in the order of a line.
template <class Visit>
void for_each_column(const OperandLayout& layout, bool has_d, Visit visit) {
  for (const OperandRow& row : kOperands)
    if (layout.has(row.operand) && (has_d || row.operand != Operand::d))
      visit(row, layout[row.operand]);
}

// The column behind d, and its only element.
inline constexpr std::string_view kFlagsColumn = "flags";
inline constexpr int kFlagsWidths[] = {kStatusFlagBits};
inline OperandElements flags_elements() { return {.count = 1, .widths = kFlagsWidths}; }

inline std::string columns_of(const OperandLayout& layout, bool has_d, bool has_flags = false) {
  std::string columns;
  for_each_column(layout, has_d, [&](const OperandRow& row, const OperandElements&) {
    columns += (columns.empty() ? "" : " ") + std::string(row.name);
  });
  return has_flags ? columns + " " + std::string(kFlagsColumn) : columns;
}

}  // namespace mmasc::vector_layout
