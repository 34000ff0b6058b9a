// SPDX-License-Identifier: Apache-2.0
// The engine `rtl`: a unit's SystemVerilog, simulated by Verilator. It needs Verilator and a C++
// compiler when it runs, and keeps what they make (cache.h).
#pragma once

#include <memory>

#include "mmasc/arith/engine.h"

namespace mmasc {

// Throws RowError where the unit has no plan, EnvironmentError where it cannot be compiled.
std::unique_ptr<Engine> make_rtl_engine(const Unit& unit);

}  // namespace mmasc
