// SPDX-License-Identifier: Apache-2.0
// Synthesis for studies: with the default library and recipe, progress on the terminal.
#pragma once

#include "mmasc/sweep/point_cost.h"

namespace mmasc {

// `processes` of Yosys at a time; 0: one for each processor. The synthesiser throws
// EnvironmentError where tools are missing, or this mmasc was built without synthesis.
Synthesiser terminal_synthesiser(int processes);

// Throws what the synthesiser would throw where tools are missing.
void check_synthesiser();

}  // namespace mmasc
