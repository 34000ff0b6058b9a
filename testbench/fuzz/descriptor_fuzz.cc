// SPDX-License-Identifier: Apache-2.0
// Any 128 bytes as a descriptor: an error, or a job whose operands and bursts lie where it says,
// without one byte of D in another operand.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "mmasc/accelerator_core/transfer.h"
#include "require.h"

namespace mmasc::fuzz {
namespace {

using namespace mmasc::tlm;

void try_bursts(const Job& job, const Transfer& transfer) {
  const Placed& placed = job[transfer.operand]->placed;
  std::uint64_t bytes = 0;
  for (const Burst& burst : bursts_of(job, transfer)) {
    const std::uint64_t offset = burst.address - placed.address;
    require(burst.bytes > 0 && offset < placed.extent() && burst.bytes <= placed.extent() - offset,
            "a burst lies within its operand");
    bytes += burst.bytes;
  }
  require(bytes == static_cast<std::uint64_t>(transfer.bytes), "bursts have a transfer's bytes");
}

void try_job(const Job& job) {
  for (const std::int64_t stage : {std::int64_t{0}, job.stages() / 2, job.stages() - 1})
    for (const Transfer& transfer : loads_of(job, stage)) try_bursts(job, transfer);
  for (const std::int64_t tile : {std::int64_t{0}, job.output_tiles() - 1})
    try_bursts(job, store_of(job, tile));
  const Placed& d = job[Operand::d]->placed;
  require(d.address + (d.extent() - 1) >= d.address, "D ends at the last address");
  for (const OperandRow& row : kOperands) {
    if (!job[row.operand] || row.along == Along::element) continue;
    const Placed& other = job[row.operand]->placed;
    require(other.address > d.address + (d.extent() - 1) ||
                d.address > other.address + (other.extent() - 1),
            "no operand overlaps D");
  }
}

void try_descriptor(std::span<const std::byte, kDescriptorBytes> bytes) {
  const Descriptor descriptor = decode(bytes);
  require(std::ranges::equal(encode(descriptor), bytes), "a descriptor is written as it was read");
  const auto result = validate(descriptor, catalogue_units());
  if (const Job* job = std::get_if<Job>(&result))
    try_job(*job);
  else
    require(bool(std::get<Fault>(result)), "there is a job or an error");
}

}  // namespace
}  // namespace mmasc::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Bytes that are not there are 0, as most of a descriptor is.
  std::array<std::byte, mmasc::tlm::kDescriptorBytes> bytes{};
  for (std::size_t i = 0; i < std::min(size, bytes.size()); ++i) bytes[i] = std::byte{data[i]};
  mmasc::fuzz::try_descriptor(bytes);
  return 0;
}
