// SPDX-License-Identifier: Apache-2.0
// A run as a timeline for Perfetto (ui.perfetto.dev): JSON trace events, a microsecond a cycle.
#pragma once

#include <string>
#include <string_view>

#include "mmasc/platform/simulate.h"

namespace mmasc::tlm {

// A track for each stage buffer (its loads, then its instructions), one for the matrix unit and one
// for stores of each accumulator; arrows from load to instructions to store; a counter of bytes
// that are asked of the memory. `kind` is that of the cycles, sourced or structural. The same run
// gives the same bytes.
std::string timeline_json(const PlatformRun& run, const Platform& platform, std::string_view kind);

}  // namespace mmasc::tlm
