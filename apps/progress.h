// SPDX-License-Identifier: Apache-2.0
// One line on a terminal that says how far a long command is; nothing in a pipe.
#pragma once

#include <string_view>

namespace mmasc {

class Progress {
 public:
  Progress();
  ~Progress();  // takes the line away
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::string_view text);

 private:
  bool on_terminal_;
  bool shown_ = false;
};

}  // namespace mmasc
