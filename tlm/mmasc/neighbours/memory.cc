// SPDX-License-Identifier: Apache-2.0
#include "mmasc/neighbours/memory.h"

#include "mmasc/neighbours/payload_access.h"

namespace mmasc::tlm {

MemoryCore::MemoryCore(sc_core::sc_module_name name, const MemorySettings& settings)
    : sc_module(name),
      settings_(settings),
      store_(settings.size, settings.fill, settings.page),
      queue_(settings.timing),
      events_("events", this, &MemoryCore::on_event) {}

ServiceQueue::Service MemoryCore::serve(Payload& payload, std::uint64_t address, sc_time arrival) {
  payload.set_response_status(access(store_, settings_.writable, address, payload));
  payload.set_dmi_allowed(settings_.dmi && payload.is_response_ok());
  const bool moves = payload.is_response_ok() && payload.get_command() != ::tlm::TLM_IGNORE_COMMAND;
  return queue_.admit(sc_core::sc_time_stamp(), arrival, moves ? payload.get_data_length() : 0);
}

void MemoryCore::b_transport(Payload& payload, sc_time& delay) {
  const sc_time now = sc_core::sc_time_stamp();
  delay = serve(payload, payload.get_address(), now + delay).done - now;
}

Reply MemoryCore::nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) {
  if (phase == ::tlm::BEGIN_REQ && payload.has_mm()) payload.acquire();
  if (phase != ::tlm::BEGIN_REQ && phase != ::tlm::END_RESP) return ::tlm::TLM_ACCEPTED;
  if (phase == ::tlm::END_RESP && delay == SC_ZERO_TIME) {
    finish(payload);
    respond();
  } else {
    events_.notify(payload, phase, delay);
  }
  return phase == ::tlm::END_RESP ? ::tlm::TLM_COMPLETED : ::tlm::TLM_ACCEPTED;
}

void MemoryCore::on_event(Payload& payload, const Phase& phase) {
  if (phase == ::tlm::BEGIN_REQ) {
    held_.push_back({&payload, payload.get_address()});
    serve_held();
  } else if (phase == ::tlm::END_REQ) {
    Phase sent = phase;
    sc_time delay = SC_ZERO_TIME;
    initiator().nb_transport_bw(payload, sent, delay);
  } else {
    if (phase == ::tlm::BEGIN_RESP)
      responses_.push_back(&payload);
    else
      finish(payload);
    respond();
  }
}

void MemoryCore::serve_held() {
  const unsigned limit = settings_.timing.outstanding;
  while (!held_.empty() && (limit == 0 || in_service_ < limit)) {
    const Held request = held_.front();
    held_.pop_front();
    ++in_service_;
    const sc_time now = sc_core::sc_time_stamp();
    const auto service = serve(*request.payload, request.address, now);
    events_.notify(*request.payload, ::tlm::END_REQ, service.accepted - now);
    events_.notify(*request.payload, ::tlm::BEGIN_RESP, service.done - now);
  }
}

void MemoryCore::respond() {
  while (!responding_ && !responses_.empty()) {
    Payload& payload = *responses_.front();
    responses_.pop_front();
    responding_ = &payload;
    Phase phase = ::tlm::BEGIN_RESP;
    sc_time delay = SC_ZERO_TIME;
    const Reply reply = initiator().nb_transport_bw(payload, phase, delay);
    if (reply == ::tlm::TLM_ACCEPTED) return;
    if (delay != SC_ZERO_TIME) return events_.notify(payload, ::tlm::END_RESP, delay);
    finish(payload);
  }
}

// The end of a response; a second one for it changes nothing.
void MemoryCore::finish(Payload& payload) {
  if (responding_ != &payload) return;
  responding_ = nullptr;
  --in_service_;
  if (payload.has_mm()) payload.release();
  serve_held();
}

bool MemoryCore::get_direct_mem_ptr(Payload& payload, Dmi& dmi) {
  const std::uint64_t address = payload.get_address();
  const bool inside = address < store_.size();
  if (!settings_.dmi || !inside || (payload.is_write() && !settings_.writable)) {
    // The range that is refused: what this memory has, or what lies beyond.
    dmi.set_start_address(inside ? 0 : store_.size());
    dmi.set_end_address(inside ? store_.size() - 1 : ~std::uint64_t{0});
    dmi.set_granted_access(payload.is_write() ? Dmi::DMI_ACCESS_WRITE : Dmi::DMI_ACCESS_READ);
    return false;
  }
  const SparseStore::Page page = store_.page_of(address);
  dmi.set_dmi_ptr(page.data);
  dmi.set_start_address(page.first);
  dmi.set_end_address(page.last);
  dmi.set_granted_access(settings_.writable ? Dmi::DMI_ACCESS_READ_WRITE : Dmi::DMI_ACCESS_READ);
  const MemoryTiming& timing = settings_.timing;
  dmi.set_read_latency(timing.clock_period * timing.latency);
  dmi.set_write_latency(timing.clock_period * timing.latency);
  return true;
}

unsigned int MemoryCore::transport_dbg(Payload& payload) { return debug_access(store_, payload); }

void MemoryCore::invalidate_dmi(std::uint64_t first, std::uint64_t last) {
  initiator().invalidate_direct_mem_ptr(first, last);
}

}  // namespace mmasc::tlm
