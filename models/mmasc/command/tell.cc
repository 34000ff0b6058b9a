// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/tell.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "mmasc/unit/error.h"

namespace mmasc {
void tell(std::string_view text) noexcept {
  try {
    const std::string line = fmt::format("mmasc: {}\n", printable(text));
    std::fwrite(line.data(), 1, line.size(), stderr);
  } catch (const std::exception&) {  // out of memory: what there is, as it is
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fputc('\n', stderr);
  }
}

}  // namespace mmasc
