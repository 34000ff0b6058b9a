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
  std::size_t (*count)() = nullptr;  // of its units, all of which have a plan; null: without end
  OperationBatch (*operations)(const Unit& unit, int count, std::uint64_t seed) = random_batch;
  // So many of a thousand operations, at least, show each field that the source is there for.
  int told = 0;
  bool each_is_told = false;  // some operation of every unit shows it
};

const UnitSource& source_named(std::string_view name);

}  // namespace mmasc
