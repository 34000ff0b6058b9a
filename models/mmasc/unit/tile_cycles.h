// SPDX-License-Identifier: Apache-2.0
// The structural cycles of a tile in an MMA unit (mmasc/pipeline/mma_unit.h), in closed form.
//
// The busiest dot-product unit has n elements of D and S steps for each. An operation issues on one
// edge, the dot-product unit takes it from the operand register on the next, and its result is
// collected `latency` edges later; on that edge the element's next step may issue:
//
//   edge      0      1      2 ...          2 + latency
//             tile   issue  taken          collected, next step issues
//
// So a round of n operations takes n * initiation_interval cycles, or latency + 1 where that is
// more.
#pragma once

#include <cstdint>

#include "mmasc/unit/unit.h"

namespace mmasc {

// From the edge that takes a tile of so many elements of D (1 or more) to the one that takes D, if
// the sink is ready. The next tile is taken on the edge after that one. Throws RowError where the
// unit has no plan.
std::int64_t tile_cycles(const Unit& unit, std::int64_t elements);

}  // namespace mmasc
