// SPDX-License-Identifier: Apache-2.0
// Where units and their operations come from, in one list. A seed gives the same everywhere.
#pragma once

#include <string_view>

#include "agreement/unit_lines.h"
#include "random/operation_batch.h"

namespace mmasc {

struct UnitSource {
  std::string_view name;
  Varied (*draw)(std::uint64_t seed);
  OperationBatch (*operations)(const Unit& unit, int count, std::uint64_t seed) = random_batch;
  // Of a thousand operations so many tell a unit from it without what it shows; of each unit one.
  int told = 0;
  bool each_is_told = false;
};

const UnitSource& source_named(std::string_view name);

// How many units there are of a source that has no end.
std::uint64_t units_of(std::string_view name);

}  // namespace mmasc
