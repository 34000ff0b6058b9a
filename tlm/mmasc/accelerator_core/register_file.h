// SPDX-License-Identifier: Apache-2.0
// The registers as firmware sees them, without time: what an access reads, writes and sets off.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mmasc/accelerator_core/error_code.h"
#include "mmasc/accelerator_core/registers.h"

namespace mmasc::tlm {

enum class AccessStatus {
  ok,
  no_register,   // at that offset
  size,          // neither 4 nor 8 bytes, or more than the register has
  alignment,     // not a multiple of the size
  byte_enables,  // not all bytes are enabled
  read_only,
  write_only,
};

// A write sets this off, for the model around the registers.
struct RegisterEvent {
  enum class Kind { none, reset, enable, doorbell, queue_enable, clear_fault, interrupts };
  Kind kind = Kind::none;
  int queue = 0;
};

struct AccessResult {
  AccessStatus status = AccessStatus::ok;
  RegisterEvent event{};
};

class RegisterFile {
 public:
  explicit RegisterFile(int queues);
  int queues() const { return static_cast<int>(queues_.size()); }

  // As the bus has it: data of 4 or 8 bytes at an offset that is a multiple of their count, of one
  // register. `enables` is empty, or one byte for each of data's (0 disables, its pattern repeats);
  // every byte must be enabled. A refused access changes nothing, nor data.
  AccessResult read(std::uint64_t offset, std::span<std::byte> data,
                    std::span<const std::uint8_t> enables = {}) const;
  AccessResult write(std::uint64_t offset, std::span<const std::byte> data,
                     std::span<const std::uint8_t> enables = {});

  // Any bytes of registers that follow each other, as a debugger has them; gaps between registers
  // read 0 and are not written. Values change, nothing is set off: no event, no bit is cleared but
  // by writing 0, and read-only registers can be written too. Give the bytes that were there.
  std::size_t debug_read(std::uint64_t offset, std::span<std::byte> data) const;
  std::size_t debug_write(std::uint64_t offset, std::span<const std::byte> data);

  // For the model around the registers, past all access rules.
  std::uint64_t get(Register which, int queue = 0) const;
  void set(Register which, std::uint64_t value, int queue = 0);
  // Bits of INTERRUPT_STATUS.
  void raise(std::uint32_t interrupts);
  bool interrupt() const;
  // All but CYCLES and WATCHDOG, as after construction.
  void reset();

 private:
  static constexpr std::size_t kQueueRegisters = kRegisters.size() - kGlobalRegisters;
  std::uint64_t& value(Register which, int queue);

  std::array<std::uint64_t, kGlobalRegisters> global_{};
  std::vector<std::array<std::uint64_t, kQueueRegisters>> queues_;
};

}  // namespace mmasc::tlm
