// SPDX-License-Identifier: Apache-2.0
// Synthesis for studies, with progress on the terminal.
#pragma once

#include "mmasc/sweep/point_cost.h"

namespace mmasc {

// `processes` of Yosys at a time; 0: one for each processor. The synthesiser throws
// EnvironmentError where tools are missing, or this mmasc was built without synthesis.
Synthesiser terminal_synthesiser(int processes);

// Throws what the synthesiser would throw where tools or the library are missing.
void check_synthesiser(const SynthesisRow& how);

}  // namespace mmasc
