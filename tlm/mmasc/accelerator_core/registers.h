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
    {.which = Register::id,
     .name = "ID",
     .offset = 0x00,
     .reset = kIdValue,
     .text = "the letters AMMS"},
    {.which = Register::version,
     .name = "VERSION",
     .offset = 0x04,
     .reset = 1,
     .text = "of this table and of descriptors in bits 7..0; queues in bits 15..8"},
    {.which = Register::control,
     .name = "CONTROL",
     .offset = 0x08,
     .access = Access::read_write,
     .writable = 1,
     .needs_time = true,
     .text = "bit 0: enable; bit 1, reads 0: reset all but CYCLES and WATCHDOG"},
    {.which = Register::status,
     .name = "STATUS",
     .offset = 0x0c,
     .needs_time = true,
     .text = "bit 0: a queue is busy; bit 1: a queue has a fault"},
    {.which = Register::interrupt_status,
     .name = "INTERRUPT_STATUS",
     .offset = 0x10,
     .access = Access::write_1_to_clear,
     .writable = 0xffff'ffff,
     .needs_time = true,
     .text =
         "bit q: queue q completed a descriptor that asks for it; bit 16 + q: queue q has a fault"},
    {.which = Register::interrupt_enable,
     .name = "INTERRUPT_ENABLE",
     .offset = 0x14,
     .access = Access::read_write,
     .writable = 0xffff'ffff,
     .needs_time = true,
     .text = "bits of INTERRUPT_STATUS that raise the interrupt"},
    {.which = Register::cycles,
     .name = "CYCLES",
     .offset = 0x18,
     .bits = 64,
     .needs_time = true,
     .text = "clock cycles since the simulation began"},
    {.which = Register::watchdog,
     .name = "WATCHDOG",
     .offset = 0x20,
     .access = Access::read_write,
     .writable = 0xffff'ffff,
     .needs_time = true,
     .text = "cycles in which the memory must answer; 0: any time"},
    {.which = Register::ring_base,
     .name = "RING_BASE",
     .offset = 0x00,
     .bits = 64,
     .access = Access::read_write,
     .writable = kAll << 7,
     .needs_time = true,
     .text = "address of descriptor 0; a multiple of 128"},
    {.which = Register::ring_size,
     .name = "RING_SIZE",
     .offset = 0x08,
     .access = Access::read_write,
     .writable = 2 * kGreatestRing - 1,
     .needs_time = true,
     .text = "descriptors of the ring: a power of two up to 65536"},
    {.which = Register::tail,
     .name = "TAIL",
     .offset = 0x0c,
     .access = Access::read_write,
     .writable = 0xffff'ffff,
     .needs_time = true,
     .text = "doorbell: descriptors that were queued ever; descriptor i is entry i modulo the "
             "ring's size"},
    {.which = Register::head,
     .name = "HEAD",
     .offset = 0x10,
     .needs_time = true,
     .text = "descriptors that are completed"},
    {.which = Register::completion_base,
     .name = "COMPLETION_BASE",
     .offset = 0x18,
     .bits = 64,
     .access = Access::read_write,
     .writable = kAll << 4,
     .needs_time = true,
     .text = "address of completion record 0; a multiple of 16"},
    {.which = Register::queue_status,
     .name = "QUEUE_STATUS",
     .offset = 0x20,
     .reset = 1,
     .needs_time = true,
     .text = "bit 0: idle; bit 1: busy; bit 2: stopped by a fault"},
    {.which = Register::queue_error,
     .name = "QUEUE_ERROR",
     .offset = 0x28,
     .bits = 64,
     .needs_time = true,
     .text =
         "of the first fault: the error in bits 31..0 as in completion records, the descriptor's "
         "sequence in bits 63..32"},
    {.which = Register::queue_control,
     .name = "QUEUE_CONTROL",
     .offset = 0x30,
     .access = Access::read_write,
     .writable = 1,
     .needs_time = true,
     .text = "bit 0: enable; bit 1, reads 0: clear the fault and go on after the descriptor that "
             "has it"},
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
    {"sequence", {.byte = 0, .bits = 32}, &Completion::sequence, "the descriptor's"},
    {"error",
     {.byte = 4, .bits = 32},
     &Completion::error,
     "0, or the error code in bits 7..0 and 1 + the operand (A, B, SA, SB, C, D) in bits 15..8"},
    {"cycles",
     {.byte = 8, .bits = 64},
     &Completion::cycles,
     "from the fetch of the descriptor to its end"},
});
std::array<std::byte, kCompletionBytes> encode(const Completion& completion);

}  // namespace mmasc::tlm
