// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sstream>
#include <string>

namespace mmasc::testing {

// What a linter says, but for the lines "- Verilator: Walltime 0.2 s" with which newer Verilator
// ends.
inline std::string warnings_in(const std::string& output) {
  std::istringstream lines(output);
  std::string warnings;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("- ")) warnings += line + "\n";
  return warnings;
}

}  // namespace mmasc::testing
