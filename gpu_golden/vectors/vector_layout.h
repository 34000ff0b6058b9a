// SPDX-License-Identifier: Apache-2.0
// What the reader and the writer of vector files both know of the text.
#pragma once

#include <string_view>

#include "vectors/vector_file.h"

namespace mmasc::vector_layout {

inline constexpr std::string_view kMagic = "# mmasc-vectors 1";
inline constexpr std::string_view kCasePrefix = "# case: ";

constexpr std::string_view columns_of(const VectorFormats& formats, bool has_d) {
  constexpr std::string_view plain = "a b c d", scaled = "a b c sa sb d";
  const std::string_view all = formats.scale ? scaled : plain;
  return has_d ? all : all.substr(0, all.size() - 2);
}

// Calls visit(name, elements, format, count) for each column, in the order of the line.
template <class SomeCase, class Visit>
void for_each_column(SomeCase& row, const VectorFormats& formats, bool has_d, Visit visit) {
  visit("a", row.a, *formats.a, formats.k);
  visit("b", row.b, *formats.b, formats.k);
  visit("c", row.c, *formats.c, 1);
  if (formats.scale) {
    visit("sa", row.sa, *formats.scale->format, formats.scales());
    visit("sb", row.sb, *formats.scale->format, formats.scales());
  }
  if (has_d) visit("d", row.d, *formats.d, 1);
}

}  // namespace mmasc::vector_layout
