// SPDX-License-Identifier: Apache-2.0
// An instruction takes so many cycles of the device's own clock.
#pragma once

namespace mmasc {

// 0: not measured. docs/timing.md has the terms.
struct Cycles {
  double interval = 0;             // of a port: a sub-core, or an SM for a warpgroup
  double latency_accumulator = 0;  // each adds to the sum of the one before
  double latency_done = 0;         // each waits until the one before is done
};

}  // namespace mmasc
