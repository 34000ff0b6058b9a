// SPDX-License-Identifier: Apache-2.0
#include "spec/toml_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "spec/error.h"

namespace mmasc {

std::string read_toml_file(const std::string& path) {
  if (std::filesystem::is_directory(path))
    throw InputError(path + ": is a directory; name a TOML file in it");
  if (!std::filesystem::is_regular_file(path))
    throw InputError(path + ": no such file; check its path");
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw EnvironmentError(path + ": cannot be read; check its permissions");
  return std::move(text).str();
}

}  // namespace mmasc
