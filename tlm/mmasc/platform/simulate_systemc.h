// SPDX-License-Identifier: Apache-2.0
// A platform in SystemC: accelerators (tlm/mmasc/accelerator), the memory, a bus where there are
// several accelerators, and a host that rings doorbells and waits for interrupts.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/platform/simulate.h"
#include "mmasc/platform/tiling.h"

namespace mmasc::tlm {

struct SystemcOptions {
  bool is_approximately_timed = false;
  bool record_events = false;
  std::function<std::unique_ptr<Engine>(const Unit&)> make_engine = make_reference_engine;
};

// Runs in a child process, as often as wanted. `memory` has the operands (operand_image.h) and gets
// D; where it is empty, operands are zeros. A cycle is a nanosecond of simulated time, so that no
// time is rounded. With one accelerator the cycles are those of simulate(). Throws EnvironmentError
// where the simulation fails.
PlatformRun simulate_systemc(const Platform& platform, const Tiling& tiling, const Timings& timings,
                             std::vector<std::byte>& memory, const SystemcOptions& options);

}  // namespace mmasc::tlm
