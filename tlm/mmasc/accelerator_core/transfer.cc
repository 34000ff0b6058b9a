// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator_core/transfer.h"

#include <cassert>

namespace mmasc::tlm {
namespace {

Transfer transfer_of(const Job& job, Operand name, std::int64_t row, std::int64_t column) {
  const JobOperand& operand = *job[name];
  const Box box = operand.box(row, column);
  return {name, box, loaded_bytes(operand.placed, box), copy_lines(operand.placed, box)};
}

}  // namespace

std::vector<Transfer> loads_of(const Job& job, std::int64_t stage) {
  assert(stage >= 0 && stage < job.stages());
  const std::int64_t tile = stage / job.k_tiles, k_tile = stage % job.k_tiles;
  const std::int64_t row = tile / job.n_tiles, column = tile % job.n_tiles;
  std::vector<Transfer> all;
  for (std::size_t slot = 0; slot < kSlots.size(); ++slot) {
    const Operand operand = operand_in(slot, *job.unit);
    const Along along = row_of(operand).along;
    const bool is_loaded = operand != Operand::d && (along != Along::element || k_tile == 0);
    if (job[operand] && is_loaded)
      all.push_back(transfer_of(job, operand, along == Along::column ? k_tile : row,
                                along == Along::row ? k_tile : column));
  }
  return all;
}

Transfer store_of(const Job& job, std::int64_t tile) {
  return transfer_of(job, Operand::d, tile / job.n_tiles, tile % job.n_tiles);
}

Traffic traffic_of(const Job& job, std::int64_t stage) {
  Traffic traffic;
  for (const Transfer& transfer : loads_of(job, stage)) {
    traffic.bytes += transfer.bytes;
    traffic.lines += transfer.lines;
  }
  return traffic;
}

std::vector<Burst> bursts_of(const Job& job, const Transfer& transfer) {
  return bursts(job[transfer.operand]->placed, transfer.box);
}

}  // namespace mmasc::tlm
