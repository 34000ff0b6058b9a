// SPDX-License-Identifier: Apache-2.0
// Runs tiles through a simulated MMA unit.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mmasc/arith/occupancy.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/pipeline/tile.h"

namespace mmasc {

struct Simulation {
  std::vector<std::uint64_t> d;
  std::vector<std::uint64_t> flags;  // of each d, of a unit that raises some
  std::uint64_t cycles =
      0;  // rising edges from the one that takes the tile to the one that takes D
};

// sc_start() until sc_stop(). Throws InputError with what a process threw, as a stage of one's own
// that fails; SystemC wraps it.
void run_to_the_end();

// Runs one tile through an MMA unit in this process, which SystemC allows once. The VCD `vcd_path`
// (SystemC adds .vcd; empty: no VCD) gets every register. `line` gets one text line for every
// payload that the first rank of a stage takes, `occupancy` what every register holds. Throws
// EnvironmentError if the VCD cannot be written whole.
Simulation simulate_here(const Sequence& sequence, TileData tile, const std::string& vcd_path = {},
                         const std::function<void(const std::string&)>& line = {},
                         Occupancy* occupancy = nullptr, const MakeUnit& make = {});

// The same in a child process, which may be done as often as wanted. `make` makes the dot-product
// units; where it is empty the sequence says how they are made.
Simulation simulate(const Sequence& sequence, TileData tile, const MakeUnit& make = {});

// A program says with this that nothing else in its process uses SystemC: simulate() then runs
// short tiles of shipped stages there, which saves the child. SystemC's state is the
// process's.
void own_systemc();

}  // namespace mmasc
