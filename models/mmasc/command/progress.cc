// SPDX-License-Identifier: Apache-2.0
#include "mmasc/command/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "mmasc/command/interrupt.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine() : on_terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::fwrite(kClearLine.data(), 1, kClearLine.size(), stderr);
}

void ProgressLine::show(std::string_view text) {
  if (!on_terminal_) return;
  shown_ = true;
  const std::string line = std::string(kClearLine) + printable(text.substr(0, 79));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void ProgressLine::step(std::string_view text) {
  stop_if_interrupted();
  show(text);
}

Progress ProgressLine::counting(std::string what) {
  return [this, what = std::move(what), shown = std::int64_t{-1}](std::int64_t done,
                                                                  std::int64_t all) mutable {
    if (all == 0) return stop_if_interrupted();
    const auto thousandths =
        static_cast<std::int64_t>(1000 * static_cast<double>(done) / static_cast<double>(all));
    if (std::exchange(shown, thousandths) == thousandths) return stop_if_interrupted();
    step(fmt::format("{} of {} {}", done, all, what));
  };
}

}  // namespace mmasc
