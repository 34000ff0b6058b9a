// SPDX-License-Identifier: Apache-2.0
// A traced simulation, for the command line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arith/engine.h"

namespace mmasc {

struct PipelineTrace {
  std::uint64_t cycles = 0;
  std::vector<std::string> lines;  // text_trace.h
};

// Simulates the batch in a child process; d is written too. `vcd_path` is without the .vcd SystemC
// adds; empty for none. Throws EnvironmentError where the VCD cannot be written whole.
PipelineTrace trace_pipeline(const Unit& unit, const DotBatch& batch, const std::string& vcd_path);

}  // namespace mmasc
