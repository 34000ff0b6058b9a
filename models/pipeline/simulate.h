// SPDX-License-Identifier: Apache-2.0
// Runs tiles through a simulated MMA unit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pipeline/tile.h"

namespace mmasc {

struct Simulation {
  std::vector<std::uint64_t> d;
  std::uint64_t cycles =
      0;  // rising edges from the one that takes the tile to the one that takes D
};

// One tile through an MMA unit of its own, in this process: SystemC allows it once. `vcd_path`
// (without the .vcd SystemC adds; empty for none) gets every register; `line` one text line for
// every payload a stage's first rank takes. Throws EnvironmentError where the VCD cannot be written
// whole.
Simulation simulate_here(const Unit& unit, TileData tile, const std::string& vcd_path = {},
                         const std::function<void(const std::string&)>& line = {});

// The same in a child process; as often as wanted.
Simulation simulate(const Unit& unit, TileData tile);

}  // namespace mmasc
