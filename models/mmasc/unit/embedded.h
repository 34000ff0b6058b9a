// SPDX-License-Identifier: Apache-2.0
// Files built into the library (cmake/MmascEmbed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace mmasc {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

// models/mmasc/unit/catalog: formats.toml, and the others
std::span<const EmbeddedFile> format_files();
std::span<const EmbeddedFile> catalog_files();

}  // namespace mmasc
