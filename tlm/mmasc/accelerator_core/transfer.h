// SPDX-License-Identifier: Apache-2.0
// The transfers of a job between memory and stage buffers, stage by stage. Stage i belongs to
// output tile i / k_tiles; tile t of D is in row t / n_tiles and column t % n_tiles of tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/accelerator_core/job.h"

namespace mmasc::tlm {

// One operand's part of a stage or of an output tile.
struct Transfer {
  Operand operand{};
  Box box;
  std::int64_t bytes = 0, lines = 0;  // lines as copy_lines() counts them
};

// A, B, their scales or metadata, and with an output tile's first stage its C: in the descriptor's
// order.
std::vector<Transfer> loads_of(const Job& job, std::int64_t stage);
// D's.
Transfer store_of(const Job& job, std::int64_t tile);

// A stage's loads together.
struct Traffic {
  std::int64_t bytes = 0, lines = 0;
};
Traffic traffic_of(const Job& job, std::int64_t stage);

// A transfer's bursts, in the order of its bytes.
std::vector<Burst> bursts_of(const Job& job, const Transfer& transfer);

}  // namespace mmasc::tlm
