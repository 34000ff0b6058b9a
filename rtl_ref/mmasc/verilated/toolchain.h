// SPDX-License-Identifier: Apache-2.0
// Verilator and the C++ compiler, as they are on this machine.
#pragma once

#include <filesystem>
#include <string>

#include "mmasc/tools/tool.h"

namespace mmasc {

struct Toolchain {
  Tool verilator{"verilator", "verilator"};
  Tool compiler{"c++", "g++"};
  std::filesystem::path include;  // Verilator's
  std::string versions;           // of both
};

// Looked at once. Throws EnvironmentError where one is missing.
const Toolchain& toolchain();

}  // namespace mmasc
