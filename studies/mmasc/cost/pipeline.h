// SPDX-License-Identifier: Apache-2.0
// A stage's data path as a netlist, the pipeline that ranks of registers within it make, and what
// shows that this pipeline is the stage with its ranks moved.
#pragma once

#include <string>
#include <vector>

#include "mmasc/cost/netlist.h"

namespace mmasc {

// The outputs of a stage that no handshake goes into, and what leads to them: data registers have
// D alone.
Netlist data_path(const Netlist& stage);

// Without outputs that are constant, of those that are alike all but one, and the inputs that then
// lead to none.
Netlist without_spare_outputs(const Netlist& data);

// With inputs "i0", "i1" ... and outputs "o0", "o1" ..., in the order they have.
Netlist with_short_names(Netlist netlist);

// As SystemVerilog: a module `stage` whose cells are the library's, cut by a mmasc_elastic for each
// rank. `pieces` are the cells' (cut_into()), of as many as there are ranks: the last rank follows
// all cells.
std::string pipeline_text(const Netlist& mapped, const std::vector<int>& pieces, int ranks);

// Why the data path is no pipeline of `ranks` ranks: a path from an input to an output crosses
// another number of registers, or a register loads with another rank's enable. Empty where it is
// one.
std::string fault_of_pipeline(const Netlist& data, int ranks);

// Its registers as wires.
Netlist without_registers(const Netlist& data);

// Its pieces side by side: what registers hold is an input, what they load an output.
Netlist pieces_of(const Netlist& data);

}  // namespace mmasc
