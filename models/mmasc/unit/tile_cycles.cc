// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/tile_cycles.h"

#include <algorithm>

#include "mmasc/unit/plan.h"

namespace mmasc {

std::int64_t tile_cycles(const Unit& unit, std::int64_t elements) {
  const std::int64_t units = unit.structure.units, interval = unit.structure.initiation_interval;
  const std::int64_t latency = make_plan(described(unit)).latency();
  const std::int64_t n = (elements + units - 1) / units;
  const std::int64_t round = std::max(n * interval, latency + 1);
  const std::int64_t last_issue = 1 + (unit.steps() - 1) * round + (n - 1) * interval;
  std::int64_t last_collected = last_issue + 1 + latency;
  if (unit.instruction.late_c) last_collected += 1 + make_late_c_plan(unit).latency();
  return last_collected + 1;  // D is registered
}

}  // namespace mmasc
