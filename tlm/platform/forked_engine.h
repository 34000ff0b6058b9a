// SPDX-License-Identifier: Apache-2.0
// An engine in a process of its own: one that is itself simulated in SystemC cannot run inside a
// simulation, whose process has elaborated once already.
#pragma once

#include <functional>
#include <memory>

#include "arith/engine.h"

namespace mmasc::tlm {

// Made before the simulation is elaborated; `make` is called in the other process, which ends with
// the engine. Its gemm() takes no options. Throws EnvironmentError, also where the process fails.
std::unique_ptr<Engine> make_forked_engine(
    const Unit& unit, const std::function<std::unique_ptr<Engine>(const Unit&)>& make);

}  // namespace mmasc::tlm
