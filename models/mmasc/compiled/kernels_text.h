// SPDX-License-Identifier: Apache-2.0
// The functions of a unit's module.
#pragma once

#include <string>

#include "mmasc/compiled/instruction_graph.h"
#include "mmasc/compiled/machine_code.h"
#include "mmasc/compiled/panel_layout.h"

namespace mmasc::compiled {

std::string name_of_pack(Operand operand);

// PackedOperand::pack of an operand whose elements have this graph.
void add_pack(const ModuleText& module, const PanelLayout& layout, const PackedOperand& operand,
              const ElementGraph& element);

// A Stretch. One that `stops` returns before it runs an instruction whose c is special: the
// instruction times the number of rows, plus the row; else -1.
void add_stretch(const ModuleText& module, const std::string& name, const PanelLayout& layout,
                 const InstructionGraph& graph, const InnerGraph& inner, bool stops);

}  // namespace mmasc::compiled
