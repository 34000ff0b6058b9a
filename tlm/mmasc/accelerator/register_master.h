// SPDX-License-Identifier: Apache-2.0
// Reads and writes an accelerator's registers by name, as firmware does: for hosts of platforms
// without a processor, and for tests.
#pragma once

#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "mmasc/accelerator_core/registers.h"
#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

// Where a queue finds its descriptors and leaves its completion records.
struct QueuePlace {
  std::uint64_t ring = 0;         // address of descriptor 0
  std::uint32_t descriptors = 0;  // of the ring, a power of two
  std::uint64_t completions = 0;  // address of record 0
};

// BUSWIDTH in bits, 0 too: the socket's type alone depends on it.
template <unsigned BUSWIDTH = 32>
class RegisterMaster : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<RegisterMaster, BUSWIDTH> socket{"socket"};

  // `base`: where the registers begin in the address space of what the socket is bound to.
  explicit RegisterMaster(sc_core::sc_module_name name, std::uint64_t base = 0)
      : sc_module(name), base_(base) {}

  // From threads, or from sc_main between calls of sc_start; time passes as the access needs it.
  // An access that is refused throws std::runtime_error.
  void write(Register which, std::uint64_t value, int queue = 0) {
    access(::tlm::TLM_WRITE_COMMAND, which, value, queue);
  }
  std::uint64_t read(Register which, int queue = 0) {
    std::uint64_t value = 0;
    access(::tlm::TLM_READ_COMMAND, which, value, queue);
    return value;
  }

  // Enables the accelerator, the queue and all interrupts; the doorbell is a write to TAIL.
  void start(const QueuePlace& place, int queue = 0) {
    write(Register::control, 1);
    write(Register::interrupt_enable, row_of(Register::interrupt_enable).writable);
    write(Register::ring_base, place.ring, queue);
    write(Register::ring_size, place.descriptors, queue);
    write(Register::completion_base, place.completions, queue);
    write(Register::queue_control, 1, queue);
  }

 private:
  // Values lie in memory as this machine has them, which is little endian.
  void access(::tlm::tlm_command command, Register which, std::uint64_t& value, int queue) {
    Payload payload;
    payload.set_command(command);
    payload.set_address(base_ + offset_of(which, queue));
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(static_cast<unsigned>(row_of(which).bits) / 8);
    payload.set_streaming_width(payload.get_data_length());
    payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
    sc_time delay;
    socket->b_transport(payload, delay);
    if (!payload.is_response_ok())
      throw std::runtime_error(std::string(name()) + ": " + std::string(row_of(which).name) + ": " +
                               payload.get_response_string());
    if (delay == SC_ZERO_TIME) return;
    if (sc_core::sc_get_current_process_handle().valid())
      sc_core::wait(delay);
    else
      sc_core::sc_start(delay);
  }

  const std::uint64_t base_;
};

}  // namespace mmasc::tlm
