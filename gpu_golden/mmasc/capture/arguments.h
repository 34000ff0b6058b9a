// SPDX-License-Identifier: Apache-2.0
// The command line of the capture programs.
#pragma once

#include <cstdint>
#include <string>

namespace mmasc {

struct Arguments {
  std::string instruction;
  bool all = false, compare = false, version = false;
  std::string vectors;
  std::string output;
  int scale_d = 1;
  std::uint64_t dots = 0, seed = 1;
  std::string help;  // the text, if --help was given

  bool accumulate() const { return scale_d == 1; }
};

// Throws InputError.
Arguments parse_arguments(int argc, const char* const* argv, const std::string& name);

}  // namespace mmasc
