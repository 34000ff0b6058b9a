// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "mmasc/cost/library.h"
#include "mmasc/cost/points.h"
#include "mmasc/cost/synthesis.h"
#include "mmasc/unit/error.h"

namespace mmasc::testing {

// The tool that synthesis lacks on this machine; empty where it lacks none.
inline std::string missing_for_synthesis() {
  try {
    check_synthesis();
  } catch (const EnvironmentError& error) {
    return error.what();
  }
  return {};
}

// Why numbers that were kept cannot be compared with those of this machine; empty where they can.
inline std::string missing_for_kept_numbers() {
  if (const std::string missing = missing_for_synthesis(); !missing.empty()) return missing;
  const UnitCost& how = cost_points().how;
  const std::string cells = library_at({}).name;
  if (cells == how.library && tool_name() == how.tool) return {};
  return "the numbers are of " + how.library + " by " + how.tool + "; here are " + cells + " and " +
         tool_name();
}

}  // namespace mmasc::testing
