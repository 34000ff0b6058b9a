// SPDX-License-Identifier: Apache-2.0
// The layout of vector files' text, as both their reader and their writer take it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "vectors/vector_file.h"

namespace mmasc::vector_layout {

inline constexpr std::string_view kMagic = "# mmasc-vectors 1";
inline constexpr std::string_view kCasePrefix = "# case: ";
inline constexpr std::string_view kFormatPrefix = "format.";  // of a key: a format's definition

// The value of that key.
std::string definition_of(const Format& format);

inline std::string columns_of(const VectorFormats& formats, bool has_d) {
  std::string columns = formats.scale ? "a b c sa sb" : "a b c";
  if (formats.sparsity) columns += " metadata";
  if (!formats.random.empty()) columns += " random";
  return has_d ? columns + " d" : columns;
}

// A column holds elements of one format, or random ones of as many bits each.
struct Column {
  std::string_view name;
  int count = 1;
  const Format* format = nullptr;
  std::span<const int> widths{};

  int bits_of(int element) const {
    return format ? format->storage_bits() : widths[static_cast<std::size_t>(element)];
  }
};

// Calls visit(column, elements) for each column, in the order of the line.
template <class SomeCase, class Visit>
void for_each_column(SomeCase& row, const VectorFormats& formats, bool has_d, Visit visit) {
  visit(Column{"a", formats.products(), formats.a}, row.a);
  visit(Column{"b", formats.k, formats.b}, row.b);
  visit(Column{"c", 1, formats.c}, row.c);
  if (formats.scale) {
    visit(Column{"sa", formats.scales(), formats.scale->format}, row.sa);
    visit(Column{"sb", formats.scales(), formats.scale->format}, row.sb);
  }
  if (formats.sparsity)
    visit(Column{"metadata", formats.metadata(), &metadata_format(*formats.sparsity)},
          row.metadata);
  if (!formats.random.empty())
    visit(Column{"random", static_cast<int>(formats.random.size()), nullptr, formats.random},
          row.random);
  if (has_d) visit(Column{"d", 1, formats.d}, row.d);
}

}  // namespace mmasc::vector_layout
