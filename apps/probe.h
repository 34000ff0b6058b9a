// SPDX-License-Identifier: Apache-2.0
// The command `mmasc probe`: what a unit's features look like from outside.
#pragma once

#include <string>

#include "arguments.h"

namespace mmasc {

struct ProbeOptions {
  UnitArgument unit;
  std::string engine = "reference";
  bool all = false;  // every row of the catalogue, its probed features against its fields
};

// One unit: its features with the operands that show each. All: a table of the differences.
// kMismatch where a feature is not what the row says.
int probe_units(const ProbeOptions& options);

}  // namespace mmasc
