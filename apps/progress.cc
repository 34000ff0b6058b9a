// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "spec/error.h"
#include "tell.h"

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
  const std::string line = std::string(kClearLine) + printable(text.substr(0, 79));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace mmasc
