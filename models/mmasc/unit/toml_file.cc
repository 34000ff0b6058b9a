// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/toml_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "mmasc/unit/error.h"

namespace mmasc {

std::string read_toml_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status))
    throw InputError(path + ": is a directory; name a TOML file in it");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw InputError(path +
                     ": is no file; name a TOML file");  // a pipe, or a device without an end
  if (status.type() == std::filesystem::file_type::not_found)
    throw InputError(path + ": no such file; check its path");
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw EnvironmentError(path + ": cannot be read; check its permissions");
  return std::move(text).str();
}

}  // namespace mmasc
