// SPDX-License-Identifier: Apache-2.0
// Ranks of registers after a stage, moved into its logic, and the proof that it stays the same
// stage.
//
// The stage's logic is mapped as if no rank followed it, its netlist is cut where its delays say
// (cut.h), and the pipeline that this makes, with the handshake of emitted RTL, is read by Yosys
// like any stage. In the netlist that Yosys makes of it, every path must cross each rank once, and
// abc must find it equivalent, its registers taken as wires, to the stage's RTL without registers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mmasc/cost/netlist.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/tools/tool.h"

namespace mmasc {

// A stage's data path without registers.
struct StageLogic {
  Netlist golden;                // as its RTL has it, in generic gates
  Netlist mapped;                // to the library's cells
  std::vector<double> arrivals;  // ps, of the output of each of the mapped netlist's cells
};

std::string text_of(const StageLogic& logic);
StageLogic read_stage_logic(const std::string& text);

// The recipe, what errors call the stage, where a tool's log is kept that failed, and its limits.
struct RetimingTools {
  std::string abc_script;
  std::string what;
  std::filesystem::path kept_log;
  ToolLimits limits;
};

// Maps the one instance of kLoneTop in `files`, in `folder`, which has the library as "cells.lib".
// Throws EnvironmentError.
StageLogic map_logic(const std::vector<RtlFile>& files, const std::filesystem::path& folder,
                     const RetimingTools& tools);

// The scripts that the two make of a stage, for keys of caches.
std::string retiming_scripts(const std::string& abc_script);

struct RetimedCounts {
  int flip_flops = 0, cells = 0;
  double area = 0, logic_area = 0;  // um2
  double delay = 0;                 // ps, between registers, or of the handshake
};

// With `ranks` of registers, of which the last follows all logic. `elastic` is mmasc_elastic.sv.
// Throws EnvironmentError, also where the pipeline is not proved to be the stage.
RetimedCounts retime(const StageLogic& logic, int ranks, const RtlFile& elastic,
                     const std::filesystem::path& folder, const RetimingTools& tools);

// Throws EnvironmentError unless `pipeline`, with data_path() of Yosys's netlist, has `ranks` ranks
// and is equivalent to `golden`. In `folder`, which has "cells.lib".
void prove_pipeline(const Netlist& golden, const Netlist& pipeline, int ranks,
                    const std::filesystem::path& folder, const RetimingTools& tools);

}  // namespace mmasc
