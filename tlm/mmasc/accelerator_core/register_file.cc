// SPDX-License-Identifier: Apache-2.0
#include "mmasc/accelerator_core/register_file.h"

#include <algorithm>
#include <cassert>

#include "mmasc/accelerator_core/field.h"

namespace mmasc::tlm {
namespace {

std::uint32_t register_bytes(const RegisterRow& row) {
  return static_cast<std::uint32_t>(row.bits) / 8;
}

struct Checked {
  AccessStatus status = AccessStatus::ok;
  RegisterPlace place{};
};

Checked check_access(std::uint64_t offset, std::size_t size, std::span<const std::uint8_t> enables,
                     int queues, Access refused) {
  if (size != 4 && size != 8) return {AccessStatus::size};
  if (offset % size != 0) return {AccessStatus::alignment};
  const auto place = find_register(offset, queues);
  if (!place) return {AccessStatus::no_register};
  const RegisterRow& row = row_of(place->which);
  if (place->byte + size > register_bytes(row)) return {AccessStatus::size};
  const auto used = enables.first(std::min(enables.size(), size));
  if (std::ranges::find(used, std::uint8_t{0}) != used.end()) return {AccessStatus::byte_enables};
  if (row.access == refused)
    return {refused == Access::read_only ? AccessStatus::read_only : AccessStatus::write_only};
  return {AccessStatus::ok, *place};
}

RegisterEvent event_of(Register which, std::uint64_t written, int queue) {
  using Kind = RegisterEvent::Kind;
  switch (which) {
    case Register::control:
      return {(written & kReset) != 0 ? Kind::reset : Kind::enable};
    case Register::interrupt_status:
    case Register::interrupt_enable:
      return {Kind::interrupts};
    case Register::tail:
      return {Kind::doorbell, queue};
    case Register::queue_control:
      return {(written & kClearFault) != 0 ? Kind::clear_fault : Kind::queue_enable, queue};
    default:
      return {};
  }
}

}  // namespace

std::optional<RegisterPlace> find_register(std::uint64_t offset, int queues) {
  const std::uint64_t block = offset / kQueueBlock;
  if (block > static_cast<std::uint64_t>(queues)) return {};
  const std::size_t first = block == 0 ? 0 : kGlobalRegisters;
  const std::size_t end = block == 0 ? kGlobalRegisters : kRegisters.size();
  const auto in_block = static_cast<std::uint32_t>(offset % kQueueBlock);
  for (std::size_t i = first; i < end; ++i) {
    const RegisterRow& row = kRegisters[i];
    if (in_block < row.offset || in_block >= row.offset + register_bytes(row)) continue;
    RegisterPlace place{row.which, {}, in_block - row.offset};
    if (block > 0) place.queue = static_cast<int>(block) - 1;
    return place;
  }
  return {};
}

std::uint32_t offset_of(Register which, int queue) {
  const bool is_global = static_cast<std::size_t>(which) < kGlobalRegisters;
  const auto block = is_global ? 0 : kQueueBlock * static_cast<std::uint32_t>(1 + queue);
  return block + row_of(which).offset;
}

std::array<std::byte, kCompletionBytes> encode(const Completion& completion) {
  std::array<std::byte, kCompletionBytes> bytes{};
  const std::span all(bytes);
  write_fields<Completion>(kCompletionFields, completion, all);
  return bytes;
}

RegisterFile::RegisterFile(int queues) : queues_(static_cast<std::size_t>(queues)) {
  assert(queues >= 1 && queues <= kMaxQueues);
  for (const Register which : {Register::cycles, Register::watchdog})
    set(which, row_of(which).reset);
  reset();
}

void RegisterFile::reset() {
  for (const RegisterRow& row : kRegisters) {
    if (row.which == Register::cycles || row.which == Register::watchdog) continue;
    const bool is_global = static_cast<std::size_t>(row.which) < kGlobalRegisters;
    for (int queue = 0; queue < (is_global ? 1 : queues()); ++queue)
      value(row.which, queue) = row.reset;
  }
  value(Register::version, 0) |= static_cast<std::uint64_t>(queues()) << 8;
}

std::uint64_t& RegisterFile::value(Register which, int queue) {
  const auto index = static_cast<std::size_t>(which);
  if (index < kGlobalRegisters) return global_[index];
  return queues_.at(static_cast<std::size_t>(queue))[index - kGlobalRegisters];
}

std::uint64_t RegisterFile::get(Register which, int queue) const {
  return const_cast<RegisterFile*>(this)->value(which, queue);
}

void RegisterFile::set(Register which, std::uint64_t bits, int queue) {
  value(which, queue) = bits;
}

void RegisterFile::raise(std::uint32_t interrupts) {
  value(Register::interrupt_status, 0) |= interrupts;
}

bool RegisterFile::interrupt() const {
  return (get(Register::interrupt_status) & get(Register::interrupt_enable)) != 0;
}

AccessResult RegisterFile::read(std::uint64_t offset, std::span<std::byte> data,
                                std::span<const std::uint8_t> enables) const {
  const auto [status, place] =
      check_access(offset, data.size(), enables, queues(), Access::write_only);
  if (status != AccessStatus::ok) return {status};
  write_little_endian(get(place.which, place.queue.value_or(0)) >> 8 * place.byte, data);
  return {};
}

AccessResult RegisterFile::write(std::uint64_t offset, std::span<const std::byte> data,
                                 std::span<const std::uint8_t> enables) {
  const auto [status, place] =
      check_access(offset, data.size(), enables, queues(), Access::read_only);
  if (status != AccessStatus::ok) return {status};
  const RegisterRow& row = row_of(place.which);
  const int queue = place.queue.value_or(0);
  const std::uint64_t reached = (~std::uint64_t{0} >> (64 - 8 * data.size())) << 8 * place.byte;
  const std::uint64_t written = read_little_endian(data) << 8 * place.byte;
  std::uint64_t& now = value(row.which, queue);
  if (row.access == Access::write_1_to_clear)
    now &= ~written;
  else
    now = (now & ~reached) | (written & row.writable);
  const RegisterEvent event = event_of(row.which, written, queue);
  if (event.kind == RegisterEvent::Kind::reset) reset();
  return {AccessStatus::ok, event};
}

std::size_t RegisterFile::debug_read(std::uint64_t offset, std::span<std::byte> data) const {
  const std::uint64_t end = std::uint64_t{kQueueBlock} * static_cast<std::uint64_t>(1 + queues());
  std::size_t done = 0;
  for (; done < data.size() && offset < end; ++done, ++offset) {
    const auto place = find_register(offset, queues());
    data[done] =
        place
            ? static_cast<std::byte>(get(place->which, place->queue.value_or(0)) >> 8 * place->byte)
            : std::byte{};
  }
  return done;
}

std::size_t RegisterFile::debug_write(std::uint64_t offset, std::span<const std::byte> data) {
  const std::uint64_t end = std::uint64_t{kQueueBlock} * static_cast<std::uint64_t>(1 + queues());
  std::size_t done = 0;
  for (; done < data.size() && offset < end; ++done, ++offset) {
    const auto place = find_register(offset, queues());
    if (!place) continue;
    std::uint64_t& now = value(place->which, place->queue.value_or(0));
    const std::uint32_t low = 8 * place->byte;
    now = (now & ~(std::uint64_t{0xff} << low)) | std::to_integer<std::uint64_t>(data[done]) << low;
  }
  return done;
}

}  // namespace mmasc::tlm
