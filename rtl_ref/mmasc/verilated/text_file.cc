// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verilated/text_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "mmasc/unit/error.h"

namespace mmasc {

void write_text(const std::filesystem::path& path, std::string_view text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file)
    throw EnvironmentError(
        fmt::format("{}: cannot write: {}", path.string(), std::strerror(errno)));
}

}  // namespace mmasc
