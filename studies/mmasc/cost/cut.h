// SPDX-License-Identifier: Apache-2.0
// Where registers cut a feed-forward netlist into pieces of like delay.
#pragma once

#include <vector>

#include "mmasc/cost/netlist.h"

namespace mmasc {

// Each cell's piece, 0 to pieces - 1: no cell's is before one that drives it, so that a register
// for each piece that a net goes on to is legal. `arrivals` are when each cell's output is there,
// in a netlist without registers. Pieces are such that the longest is as short as the sums of
// cells' own delays let it be; then each boundary, the first one first, cuts as few nets as it can.
std::vector<int> cut_into(int pieces, const Netlist& netlist, const std::vector<double>& arrivals);

}  // namespace mmasc
