// SPDX-License-Identifier: Apache-2.0
// The engines by name, and what of them this build has.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arith/engine.h"

namespace mmasc {

// Throws InputError for a name that is no engine, EnvironmentError for one that is not built in.
void check_engine(std::string_view name);

// The same, looking for an interrupt before each batch.
std::unique_ptr<Engine> interruptible(std::unique_ptr<Engine> engine);

std::string systemc_text();  // "SystemC 2.3.4" or "without SystemC"

// What the pipeline says of a batch. EnvironmentError without SystemC.
struct TracedBatch {
  std::uint64_t cycles = 0;
  std::vector<std::string> lines;
};
TracedBatch trace_batch(const Unit& unit, const DotBatch& batch, const std::string& vcd_path);

}  // namespace mmasc
