// SPDX-License-Identifier: Apache-2.0
// The port checker (rtl_ref/checker) of one unit's module.
#pragma once

#include <string>
#include <vector>

#include "mmasc/rtl/emit.h"
#include "mmasc/rtl/rtl_unit.h"

namespace mmasc {

// The module that checks the ports of `top`.
inline std::string checker_module(const std::string& top) { return top + "_port_checker"; }

// What the port checker is told of a unit.
struct CheckedPorts {
  std::string operands, results;  // its payloads: "format_i, c_is_input_i, a_i, b_i, c_i"
  int operand_bits = 0, result_bits = 0;
  int latency = 0, depth = 0;  // cycles; operations that it remembers
};
CheckedPorts checked_ports(const RtlUnit& unit);

// That module, which is bound to `top` where the simulator knows bind. It has the unit's ports, all
// as inputs, the outputs violation_o and rule_o, and the parameters ID_BITS and LATENCY (cycles; 0:
// not checked).
RtlFile emit_checker(const RtlUnit& unit, const std::string& top);

// The files that it needs, in the order tools compile them.
std::vector<RtlFile> checker_sources();

}  // namespace mmasc
