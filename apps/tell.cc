// SPDX-License-Identifier: Apache-2.0
#include "tell.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace mmasc {
namespace {

constexpr unsigned char kFirstPrintable = 0x20, kDelete = 0x7f;

}  // namespace

std::string printable(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '\n')
      escaped += "\\n";
    else if (byte < kFirstPrintable || byte == kDelete)
      escaped += fmt::format("\\x{:02x}", byte);
    else
      escaped += letter;
  }
  return escaped;
}

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
