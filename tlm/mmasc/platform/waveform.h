// SPDX-License-Identifier: Apache-2.0
// A run as a VCD, for waveform viewers: a nanosecond a cycle.
#pragma once

#include <string>
#include <string_view>

#include "mmasc/platform/simulate.h"

namespace mmasc::tlm {

// The signals of each accelerator:
//   queue_busy           its descriptor is being fetched, run or completed
//   buffers_filled       stage buffers whose data is there and still needed
//   matrix_unit_busy     a stage's instructions run
//   loads_in_flight      of stages, from the first request to the last answer
//   stores_in_flight     of output tiles
//   interrupt            from the completion record on
// and of the memory: bytes_asked. `doorbell` is when the queues begin, `kind` that of the cycles,
// sourced or structural. The same run gives the same bytes. Needs the run's events.
std::string waveform_vcd(const PlatformRun& run, Millicycles doorbell, std::string_view kind);

}  // namespace mmasc::tlm
