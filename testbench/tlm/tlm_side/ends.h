// SPDX-License-Identifier: Apache-2.0
// The two ends of a connection, which tests script, and the payloads that they exchange.
#pragma once

#include <sysc/kernel/sc_dynamic_processes.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

// Payloads with a memory manager. A payload is free again when its last reference is released.
class PayloadPool : public ::tlm::tlm_mm_interface {
 public:
  // With one reference, which is the caller's.
  Payload& take() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Payload>(this));
      free_.push_back(all_.back().get());
    }
    Payload& payload = *free_.back();
    free_.pop_back();
    payload.acquire();
    return payload;
  }
  void free(Payload* payload) override {
    payload->reset();
    free_.push_back(payload);
  }
  std::size_t in_use() const { return all_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<Payload>> all_;
  std::vector<Payload*> free_;
};

inline void set_up(Payload& payload, ::tlm::tlm_command command, std::uint64_t address,
                   std::uint8_t* data, unsigned length) {
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(length);
  payload.set_streaming_width(length);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_byte_enable_length(0);
  payload.set_dmi_allowed(false);
  payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
}

template <unsigned BUSWIDTH = 32>
struct InitiatorEnd : sc_core::sc_module, BackwardIf {
  ::tlm::tlm_initiator_socket<BUSWIDTH> socket{"socket"};
  std::function<Reply(Payload&, Phase&, sc_time&)> on_backward;
  std::function<void(std::uint64_t, std::uint64_t)> on_invalidate;

  explicit InitiatorEnd(sc_core::sc_module_name name) : sc_module(name) {
    socket.bind(static_cast<BackwardIf&>(*this));
  }
  Reply nb_transport_bw(Payload& payload, Phase& phase, sc_time& delay) override {
    return on_backward ? on_backward(payload, phase, delay) : ::tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override {
    if (on_invalidate) on_invalidate(first, last);
  }
};

struct TargetEnd : sc_core::sc_module, ForwardIf {
  ::tlm::tlm_target_socket<> socket{"socket"};
  std::function<void(Payload&, sc_time&)> on_blocking;
  std::function<Reply(Payload&, Phase&, sc_time&)> on_forward;
  std::function<bool(Payload&, Dmi&)> on_dmi;
  std::function<unsigned(Payload&)> on_debug;

  explicit TargetEnd(sc_core::sc_module_name name) : sc_module(name) {
    socket.bind(static_cast<ForwardIf&>(*this));
  }
  void b_transport(Payload& payload, sc_time& delay) override {
    if (on_blocking) return on_blocking(payload, delay);
    payload.set_response_status(::tlm::TLM_OK_RESPONSE);
  }
  Reply nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) override {
    return on_forward ? on_forward(payload, phase, delay) : ::tlm::TLM_ACCEPTED;
  }
  bool get_direct_mem_ptr(Payload& payload, Dmi& dmi) override {
    return on_dmi && on_dmi(payload, dmi);
  }
  unsigned int transport_dbg(Payload& payload) override {
    return on_debug ? on_debug(payload) : payload.get_data_length();
  }
};

}  // namespace mmasc::tlm
