// SPDX-License-Identifier: Apache-2.0
// A plan as SystemVerilog: parameters, wires and instances of the hand-written stages.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mmasc/rtl/lone_module.h"
#include "mmasc/rtl/register_places.h"
#include "mmasc/rtl/rtl_unit.h"
#include "mmasc/rtl/slice.h"
#include "mmasc/unit/operands.h"

namespace mmasc {

struct RtlFile {
  std::string name;  // "mmasc_aligner.sv"
  std::string text;
};

struct Rtl {
  std::string top;                       // the unit's module, in `top`.sv
  std::vector<RtlFile> files;            // in the order tools compile them; the unit's own last
  std::vector<StageRegisters> stages{};  // of the plan
  std::vector<Operand> operands{};       // that have a port
  int word_bits = 0;                     // the plan's widest word
  std::vector<RtlSegment> segments{};    // of the plan
  std::vector<FieldWires> fields{};      // of each of the plan's stages: where they leave it
  std::map<std::string, int> widths{};   // of the unit's ports and wires; kIdWidth: ID_BITS
};

// The module that adds a late C, of the unit `top`.
inline std::string late_c_top(const std::string& top) { return top + "_late_c"; }

// Modules that look on where MMASC_ASSERTIONS or MMASC_COVERAGE is defined: `top`'s own. They have
// the unit's ports and wires as inputs, under the same names.
inline std::string assertions_top(const std::string& top) { return top + "_assertions"; }
inline std::string coverage_top(const std::string& top) { return top + "_coverage"; }

// The RTL of one step of the plan, or of one of several units. `top` is a SystemVerilog identifier.
Rtl emit_rtl(const RtlUnit& unit, const std::string& top);

}  // namespace mmasc
