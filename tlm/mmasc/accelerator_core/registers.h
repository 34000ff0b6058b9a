// SPDX-License-Identifier: Apache-2.0
// The accelerator's registers, from which the decoder, the C header, the docs and the tests are
// made. A table of the project's own instead of SystemRDL: no package of Debian reads that, and the
// few columns here are all that is needed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "mmasc/accelerator_core/field.h"

namespace mmasc::tlm {

enum class Access { read_only, read_write, write_only, write_1_to_clear };
inline constexpr std::array<std::string_view, 4> kAccessNames{"RO", "RW", "WO", "W1C"};

enum class Register {
  id,
  version,
  control,
  status,
  interrupt_status,
  interrupt_enable,
  cycles,
  watchdog,
  ring_base,
  ring_size,
  tail,
  head,
  completion_base,
  queue_status,
  queue_error,
  queue_control,
};

struct RegisterRow {
  Register which;
  std::string_view name;
  std::uint32_t offset = 0;  // bytes; of a queue's registers, from its block on
  int bits = 32;             // 32 or 64; read and written in aligned words of 4 or 8 bytes
  Access access = Access::read_only;
  std::uint64_t reset = 0;
  std::uint64_t writable = 0;  // bits that a write reaches; the others are written as 0
  bool needs_time = false;     // a model catches up with its initiator before the access
  std::string_view text;
};

inline constexpr std::uint32_t kIdValue = 0x534d4d41;  // "AMMS"
inline constexpr std::uint32_t kQueueBlock = 0x100;    // queue q from kQueueBlock * (1 + q) on
inline constexpr int kMaxQueues = 15;
inline constexpr std::uint64_t kGreatestRing = 1U << 16;

inline constexpr std::uint64_t kAll = ~std::uint64_t{0};

// The first kGlobalRegisters are the accelerator's; each queue has the others.
inline constexpr auto kRegisters = std::to_array<RegisterRow>({
    {Register::id, "ID", 0x00, 32, Access::read_only, kIdValue, 0, false, "the letters AMMS"},
    {Register::version, "VERSION", 0x04, 32, Access::read_only, 1, 0, false,
     "of this table and of descriptors in bits 7..0; queues in bits 15..8"},
    {Register::control, "CONTROL", 0x08, 32, Access::read_write, 0, 1, true,
     "bit 0: enable; bit 1, reads 0: reset all but CYCLES and WATCHDOG"},
    {Register::status, "STATUS", 0x0c, 32, Access::read_only, 0, 0, true,
     "bit 0: a queue is busy; bit 1: a queue has a fault"},
    {Register::interrupt_status, "INTERRUPT_STATUS", 0x10, 32, Access::write_1_to_clear, 0,
     0xffff'ffff, true,
     "bit q: queue q completed a descriptor that asks for it; bit 16 + q: queue q has a fault"},
    {Register::interrupt_enable, "INTERRUPT_ENABLE", 0x14, 32, Access::read_write, 0, 0xffff'ffff,
     true, "bits of INTERRUPT_STATUS that raise the interrupt"},
    {Register::cycles, "CYCLES", 0x18, 64, Access::read_only, 0, 0, true,
     "clock cycles since the simulation began"},
    {Register::watchdog, "WATCHDOG", 0x20, 32, Access::read_write, 0, 0xffff'ffff, true,
     "cycles in which the memory must answer; 0: any time"},
    {Register::ring_base, "RING_BASE", 0x00, 64, Access::read_write, 0, kAll << 7, true,
     "address of descriptor 0; a multiple of 128"},
    {Register::ring_size, "RING_SIZE", 0x08, 32, Access::read_write, 0, 2 * kGreatestRing - 1, true,
     "descriptors of the ring: a power of two up to 65536"},
    {Register::tail, "TAIL", 0x0c, 32, Access::read_write, 0, 0xffff'ffff, true,
     "doorbell: descriptors that were queued ever; descriptor i is entry i modulo the ring's size"},
    {Register::head, "HEAD", 0x10, 32, Access::read_only, 0, 0, true,
     "descriptors that are completed"},
    {Register::completion_base, "COMPLETION_BASE", 0x18, 64, Access::read_write, 0, kAll << 4, true,
     "address of completion record 0; a multiple of 16"},
    {Register::queue_status, "QUEUE_STATUS", 0x20, 32, Access::read_only, 1, 0, true,
     "bit 0: idle; bit 1: busy; bit 2: stopped by a fault"},
    {Register::queue_error, "QUEUE_ERROR", 0x28, 64, Access::read_only, 0, 0, true,
     "of the first fault: the error in bits 31..0 as in completion records, the descriptor's "
     "sequence in bits 63..32"},
    {Register::queue_control, "QUEUE_CONTROL", 0x30, 32, Access::read_write, 0, 1, true,
     "bit 0: enable; bit 1, reads 0: clear the fault and go on after the descriptor that has it"},
});
inline constexpr std::size_t kGlobalRegisters = 8;

// Bits of registers, as the C header names them.
inline constexpr std::uint64_t kEnable = 1, kReset = 2, kClearFault = 2;
inline constexpr std::uint64_t kQueueIdle = 1, kQueueBusy = 2, kQueueFault = 4;
inline constexpr int kFaultInterrupts = 16;  // queue q's own is that bit + q

struct RegisterBit {
  std::string_view name;
  std::uint64_t mask = 0;
};
inline constexpr auto kRegisterBits = std::to_array<RegisterBit>({
    {"CONTROL_ENABLE", kEnable},
    {"CONTROL_RESET", kReset},
    {"QUEUE_STATUS_IDLE", kQueueIdle},
    {"QUEUE_STATUS_BUSY", kQueueBusy},
    {"QUEUE_STATUS_FAULT", kQueueFault},
    {"QUEUE_CONTROL_ENABLE", kEnable},
    {"QUEUE_CONTROL_CLEAR_FAULT", kClearFault},
});

constexpr const RegisterRow& row_of(Register which) {
  return kRegisters[static_cast<std::size_t>(which)];
}

static_assert([] {
  for (std::size_t i = 0; i < kRegisters.size(); ++i)
    if (static_cast<std::size_t>(kRegisters[i].which) != i) return false;
  return kRegisters[kGlobalRegisters].which == Register::ring_base;
}());

// Where an offset leads to: a register, its queue (none of the global ones), and the byte of it.
struct RegisterPlace {
  Register which{};
  std::optional<int> queue;
  std::uint32_t byte = 0;
};

// None where there is no register.
std::optional<RegisterPlace> find_register(std::uint64_t offset, int queues);
std::uint32_t offset_of(Register which, int queue = 0);

// 16 bytes for each descriptor, at COMPLETION_BASE + 16 * its entry of the ring.
inline constexpr std::size_t kCompletionBytes = 16;
struct Completion {
  std::uint64_t sequence = 0, error = 0, cycles = 0;
};
inline constexpr auto kCompletionFields = std::to_array<Field<Completion>>({
    {"sequence", 0, 0, 32, &Completion::sequence, "the descriptor's"},
    {"error", 4, 0, 32, &Completion::error,
     "0, or the error code in bits 7..0 and 1 + the operand (A, B, SA, SB, C, D) in bits 15..8"},
    {"cycles", 8, 0, 64, &Completion::cycles, "from the fetch of the descriptor to its end"},
});
std::array<std::byte, kCompletionBytes> encode(const Completion& completion);

}  // namespace mmasc::tlm
