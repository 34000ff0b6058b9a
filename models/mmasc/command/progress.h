// SPDX-License-Identifier: Apache-2.0
// One line on a terminal that says how far a long command is; nothing in a pipe.
#pragma once

#include <string>
#include <string_view>

#include "mmasc/unit/progress.h"

namespace mmasc {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();  // takes the line away
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::string_view text);
  void step(std::string_view text);     // and throws Interrupted after an interrupt
  Progress counting(std::string what);  // steps "3 of 40 files"

 private:
  bool on_terminal_;
  bool shown_ = false;
};

}  // namespace mmasc
