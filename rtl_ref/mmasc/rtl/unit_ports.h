// SPDX-License-Identifier: Apache-2.0
// The ports of a unit's module.
#pragma once

#include <string>
#include <vector>

#include "mmasc/rtl/rtl_unit.h"
#include "mmasc/unit/operands.h"

namespace mmasc {

// A declaration each: "input  logic [511:0] a_i /* 16 elements of 32 bits */".
std::vector<std::string> port_declarations(const RtlUnit& unit);

// The width of format_i.
int select_bits(const RtlUnit& unit);
// The bits of each element of an operand that a step takes by a port of its own, the first lowest;
// none where the unit has no such port.
std::vector<int> port_widths(const RtlUnit& unit, Operand operand);
// The width of that port; 0 where there is none.
int port_bits(const RtlUnit& unit, Operand operand);
// The inputs that have one, in the order of their table.
std::vector<Operand> operands_with_ports(const RtlUnit& unit);
// Of a unit that raises flags: beside d_o.
inline constexpr const char* kFlagsPort = "flags_o";
// "sa_i"; of d "d_o".
std::string port_name(const OperandRow& row);

}  // namespace mmasc
