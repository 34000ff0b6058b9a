// SPDX-License-Identifier: Apache-2.0
#include "spec/toml_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "spec/error.h"

namespace mmasc {

std::string read_toml_file(const std::string& path, std::string_view or_what) {
  if (std::filesystem::is_directory(path))
    throw InputError(path + ": is a directory; name a TOML file in it");
  if (!std::filesystem::is_regular_file(path))
    throw InputError(fmt::format("{}: no such file; name a TOML file{}", path, or_what));
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw EnvironmentError(path + ": cannot be read; check its permissions");
  return std::move(text).str();
}

}  // namespace mmasc
