// SPDX-License-Identifier: Apache-2.0
#include "mmasc/proof/work_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "mmasc/unit/error.h"

namespace mmasc::proof {

WorkFolder::WorkFolder() {
  std::error_code ignored;
  std::string pattern = (std::filesystem::temp_directory_path(ignored) / "mmasc_XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr)
    throw EnvironmentError(pattern + ": " + std::strerror(errno));
  path_ = pattern;
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string WorkFolder::text_of(const std::string& file) const {
  std::ifstream in(path_ / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace mmasc::proof
