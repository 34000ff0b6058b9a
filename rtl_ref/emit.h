// SPDX-License-Identifier: Apache-2.0
// A plan as SystemVerilog: parameters, wires and instances of the hand-written stages.
#pragma once

#include <string>
#include <vector>

#include "spec/plan.h"

namespace mmasc {

struct RtlFile {
  std::string name;  // "mmasc_aligner.sv"
  std::string text;
};

struct Rtl {
  std::string top;             // the unit's module, in `top`.sv
  std::vector<RtlFile> files;  // in the order tools compile them; the unit's own last
};

// The unit that does one step of the plan. `top` is a SystemVerilog identifier.
Rtl emit_rtl(const Plan& plan, const std::string& top);

}  // namespace mmasc
