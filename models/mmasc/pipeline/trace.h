// SPDX-License-Identifier: Apache-2.0
// A traced simulation, for the command line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mmasc/arith/engine.h"
#include "mmasc/arith/occupancy.h"

namespace mmasc {

struct PipelineTrace {
  std::uint64_t cycles = 0;
  std::vector<std::string> lines;  // text_trace.h
  Occupancy occupancy;
};

// About the bytes of the VCD of so many dot-product-adds, mostly more than it takes.
std::uint64_t estimate_vcd_bytes(const Unit& unit, std::uint64_t operations);

// Simulates the batch in a child process, and writes its d too. SystemC adds .vcd to `vcd_path`;
// empty: no VCD. Throws EnvironmentError if the VCD cannot be written whole.
PipelineTrace trace_pipeline(const Unit& unit, const DotBatch& batch, const std::string& vcd_path);

}  // namespace mmasc
