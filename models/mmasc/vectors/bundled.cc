// SPDX-License-Identifier: Apache-2.0
#include "mmasc/vectors/bundled.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace mmasc {

namespace fs = std::filesystem;

std::string bundled_vectors_dir() {
  const char* chosen = std::getenv("MMASC_VECTORS");
  if (chosen && *chosen) return chosen;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path beside = (program.parent_path() / MMASC_VECTORS_BESIDE).lexically_normal();
    if (fs::is_directory(beside, error)) return beside;
  }
  return MMASC_VECTORS_DIR;
}

}  // namespace mmasc
