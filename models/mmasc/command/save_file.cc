// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/save_file.h"

#include <filesystem>
#include <fstream>

#include "mmasc/files/atomic_file.h"
#include "mmasc/pipeline/gtkwave.h"

namespace mmasc {
namespace {

namespace fs = std::filesystem;

// A folder, a pipe or a loop of links is nobody's save file.
bool may_replace_save_file(const fs::path& path) {
  std::error_code none;
  const auto status = fs::status(path, none);
  if (status.type() == fs::file_type::not_found) return true;
  if (!fs::is_regular_file(status)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string line;
  return std::getline(file, line) && line + "\n" == kGtkwaveMark;
}

}  // namespace

void write_save_file(const std::string& vcd,
                     const std::function<std::string(const std::string& vcd)>& text) {
  std::error_code none;
  if (!fs::is_regular_file(vcd, none)) return;
  fs::path path = vcd;
  path.replace_extension(".gtkw");
  if (may_replace_save_file(path)) write_file(path.string(), text(fs::absolute(vcd).string()));
}

}  // namespace mmasc
