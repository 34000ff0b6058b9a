// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace mmasc {
namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";

}  // namespace

Progress::Progress() : on_terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (shown_) std::fwrite(kClearLine.data(), 1, kClearLine.size(), stderr);
}

void Progress::show(std::string_view text) {
  if (!on_terminal_) return;
  shown_ = true;
  fmt::print(stderr, "{}{}", kClearLine, text.substr(0, 79));
}

}  // namespace mmasc
