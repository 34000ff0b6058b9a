// SPDX-License-Identifier: Apache-2.0
// The command line of the capture programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mmasc/unit/progress.h"
#include "mmasc/unit/unit.h"

namespace mmasc {

struct Arguments {
  std::string instruction;
  std::optional<Unit> unit;  // in the place of an instruction; commands call it unit_name
  std::string unit_name;
  Progress progress;  // of a comparison
  bool all = false, answer = false, compare = false, cycles = false, version = false;
  std::string vectors;
  std::string output;
  int scale_d = 1;
  std::uint64_t dots = 0, seed = 1;
  std::string help;  // the text, if --help was given

  bool accumulate() const { return scale_d == 1; }
  // Throws InputError where the catalogue has no such instruction.
  const Unit& one_unit() const;
};

// Throws InputError.
Arguments parse_arguments(int argc, const char* const* argv, const std::string& name);

}  // namespace mmasc
