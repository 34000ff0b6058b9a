// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "mmasc/cost/library.h"
#include "mmasc/cost/synthesis.h"
#include "mmasc/unit/error.h"

namespace mmasc::testing {

// The tool or library that synthesis lacks on this machine; empty where it lacks none.
inline std::string missing_for_synthesis() {
  try {
    check_synthesis();
  } catch (const EnvironmentError& error) {
    return error.what();
  }
  return {};
}

}  // namespace mmasc::testing
