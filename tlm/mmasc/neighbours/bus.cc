// SPDX-License-Identifier: Apache-2.0
#include "mmasc/neighbours/bus.h"

#include <algorithm>
#include <stdexcept>

#include "mmasc/neighbours/payload_access.h"
#include "mmasc/tlm/foreign_call.h"

namespace mmasc::tlm {
namespace {

constexpr const char* kBusReports = "mmasc/tlm/bus";

std::uint64_t last_of(const BusWindow& window) { return window.base + (window.size - 1); }

void end_response_of(ForwardIf& target, Payload& payload) {
  Phase phase = ::tlm::END_RESP;
  sc_time delay = SC_ZERO_TIME;
  returns(kBusReports, "a target", [&] { target.nb_transport_fw(payload, phase, delay); });
}

}  // namespace

BusCore::BusCore(sc_core::sc_module_name name, unsigned initiators, unsigned targets,
                 const BusSettings& settings)
    : sc_module(name),
      settings_(settings),
      inputs_(initiators),
      outputs_(targets),
      events_("events", this, &BusCore::on_event) {
  if (settings.depth == 0) throw std::invalid_argument("a bus holds at least one request");
  for (unsigned i = 0; i < initiators; ++i) inputs_[i].end = std::make_unique<Input>(*this, i);
  for (unsigned i = 0; i < targets; ++i) outputs_[i].end = std::make_unique<Output>(*this, i);
  SC_METHOD(arbitrate);
  sensitive << arbitrate_;
  dont_initialize();
}

void BusCore::map(const BusWindow& window) {
  if (window.size == 0 || last_of(window) < window.base ||
      window.offset + (window.size - 1) < window.offset)
    throw std::invalid_argument("a window of the bus is empty or exceeds 64 bits of address");
  if (window.target >= outputs_.size())
    throw std::invalid_argument("a window of the bus names a target that is not there");
  for (const BusWindow& other : windows_)
    if (window.base <= last_of(other) && other.base <= last_of(window))
      throw std::invalid_argument("two windows of the bus overlap");
  windows_.push_back(window);
}

const BusWindow* BusCore::find(std::uint64_t address, std::uint64_t bytes) const {
  for (const BusWindow& window : windows_)
    if (address >= window.base && address <= last_of(window))
      return bytes == 0 || bytes - 1 <= last_of(window) - address ? &window : nullptr;
  return nullptr;
}

void BusCore::Input::b_transport(Payload& payload, sc_time& delay) {
  const std::uint64_t address = payload.get_address();
  const BusWindow* window = bus_.find(address, extent(payload));
  delay += bus_.settings_.request_latency;
  if (window) {
    payload.set_address(address - window->base + window->offset);
    const bool is_back = returns(kBusReports, "a target",
                                 [&] { bus_.target(window->target).b_transport(payload, delay); });
    if (!is_back) payload.set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);
    payload.set_address(address);
  } else {
    payload.set_response_status(::tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  delay += bus_.settings_.response_latency;
}

unsigned int BusCore::Input::transport_dbg(Payload& payload) {
  const std::uint64_t address = payload.get_address();
  const BusWindow* window = bus_.find(address, 1);
  if (!window) return 0;
  // Bytes beyond the window are left out.
  const unsigned length = payload.get_data_length();
  const std::uint64_t rest = last_of(*window) - address;
  if (length > 0 && length - 1 > rest) payload.set_data_length(static_cast<unsigned>(rest + 1));
  payload.set_address(address - window->base + window->offset);
  unsigned moved = 0;
  returns(kBusReports, "a target",
          [&] { moved = bus_.target(window->target).transport_dbg(payload); });
  payload.set_address(address);
  payload.set_data_length(length);
  return moved;
}

bool BusCore::Input::get_direct_mem_ptr(Payload& payload, Dmi& dmi) {
  const std::uint64_t address = payload.get_address();
  const BusWindow* window = bus_.find(address, 1);
  if (!window) {
    // Refused up to the windows on both sides.
    std::uint64_t first = 0, last = ~std::uint64_t{0};
    for (const BusWindow& other : bus_.windows_) {
      if (last_of(other) < address) first = std::max(first, last_of(other) + 1);
      if (other.base > address) last = std::min(last, other.base - 1);
    }
    dmi.set_start_address(first);
    dmi.set_end_address(last);
    dmi.set_granted_access(Dmi::DMI_ACCESS_READ_WRITE);
    return false;
  }
  payload.set_address(address - window->base + window->offset);
  bool granted = false;
  returns(kBusReports, "a target",
          [&] { granted = bus_.target(window->target).get_direct_mem_ptr(payload, dmi); });
  payload.set_address(address);
  // Cut to the window, then moved to its base.
  const std::uint64_t first = std::max<std::uint64_t>(dmi.get_start_address(), window->offset);
  const std::uint64_t last =
      std::min<std::uint64_t>(dmi.get_end_address(), window->offset + (window->size - 1));
  if (granted) dmi.set_dmi_ptr(dmi.get_dmi_ptr() + (first - dmi.get_start_address()));
  dmi.set_start_address(first - window->offset + window->base);
  dmi.set_end_address(last - window->offset + window->base);
  const sc_time latency = bus_.settings_.request_latency + bus_.settings_.response_latency;
  dmi.set_read_latency(dmi.get_read_latency() + latency);
  dmi.set_write_latency(dmi.get_write_latency() + latency);
  return granted;
}

void BusCore::Output::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  for (const BusWindow& window : bus_.windows_) {
    const std::uint64_t end = window.offset + (window.size - 1);
    if (window.target != index_ || last < window.offset || first > end) continue;
    const std::uint64_t from = std::max<std::uint64_t>(first, window.offset) - window.offset;
    const std::uint64_t to = std::min<std::uint64_t>(last, end) - window.offset;
    for (unsigned i = 0; i < bus_.inputs_.size(); ++i)
      bus_.initiator(i).invalidate_direct_mem_ptr(window.base + from, window.base + to);
  }
}

Reply BusCore::Input::nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) {
  if (phase == ::tlm::BEGIN_REQ) return bus_.begin_request(index_, payload, phase, delay);
  if (phase != ::tlm::END_RESP) return ::tlm::TLM_ACCEPTED;
  if (delay != SC_ZERO_TIME) {
    bus_.events_.notify(payload, phase, delay);
  } else {
    bus_.end_response(payload);
    bus_.respond(index_);
  }
  return ::tlm::TLM_COMPLETED;
}

Reply BusCore::begin_request(unsigned from, Payload& payload, Phase& phase, sc_time& delay) {
  if (payload.has_mm()) payload.acquire();
  const std::uint64_t address = payload.get_address();
  flights_[&payload] = {from, find(address, extent(payload)), address,
                        sc_core::sc_time_stamp() + delay};
  InputPort& port = inputs_[from];
  if (port.requests == settings_.depth) {
    port.refused.push_back(&payload);
    return ::tlm::TLM_ACCEPTED;
  }
  ++port.requests;
  events_.notify(payload, phase, delay + settings_.request_latency);
  phase = ::tlm::END_REQ;
  return ::tlm::TLM_UPDATED;
}

// A place for a request has become free.
void BusCore::admit_refused(InputPort& port, unsigned from) {
  if (port.refused.empty() || port.requests == settings_.depth) return;
  Payload& payload = *port.refused.front();
  port.refused.pop_front();
  ++port.requests;
  const sc_time now = sc_core::sc_time_stamp(), arrival = flights_.at(&payload).arrival;
  sc_time delay = arrival > now ? arrival - now : SC_ZERO_TIME;
  events_.notify(payload, ::tlm::BEGIN_REQ, delay + settings_.request_latency);
  Phase phase = ::tlm::END_REQ;
  initiator(from).nb_transport_bw(payload, phase, delay);
}

void BusCore::on_event(Payload& payload, const Phase& phase) {
  const auto place = flights_.find(&payload);
  if (place == flights_.end()) return;
  Flight& flight = place->second;
  const unsigned from = flight.from;
  if (phase == ::tlm::BEGIN_REQ) {
    arrive(flight, payload);
  } else if (phase == ::tlm::END_REQ) {
    request_accepted(flight, payload);
  } else {
    if (phase == ::tlm::BEGIN_RESP) {
      inputs_[from].ready.push_back(&payload);
      if (flight.target_waits) inputs_[from].unheld.push_back(&payload);
      hold_responses(inputs_[from]);
    } else {
      end_response(payload);
    }
    respond(from);
  }
}

void BusCore::arrive(Flight& flight, Payload& payload) {
  if (!flight.window) {
    payload.set_response_status(::tlm::TLM_ADDRESS_ERROR_RESPONSE);
    request_accepted(flight, payload);
    events_.notify(payload, ::tlm::BEGIN_RESP, settings_.response_latency);
    return;
  }
  const Turn turn{sc_core::sc_time_stamp(), flight.from, serial_++};
  outputs_[flight.window->target].waiting.insert({turn, &payload});
  arbitrate_.notify(SC_ZERO_TIME);
}

void BusCore::arbitrate() {
  for (unsigned i = 0; i < outputs_.size(); ++i) {
    OutputPort& port = outputs_[i];
    if (port.requesting || port.waiting.empty()) continue;
    Payload& payload = *port.waiting.begin()->second;
    port.waiting.erase(port.waiting.begin());
    port.requesting = &payload;
    send_request(i, payload);
  }
}

void BusCore::send_request(unsigned to, Payload& payload) {
  Flight& flight = flights_.at(&payload);
  payload.set_address(flight.address - flight.window->base + flight.window->offset);
  Phase phase = ::tlm::BEGIN_REQ;
  sc_time delay = SC_ZERO_TIME;
  Reply reply = ::tlm::TLM_COMPLETED;
  const bool is_back = returns(kBusReports, "a target",
                               [&] { reply = target(to).nb_transport_fw(payload, phase, delay); });
  if (!is_back) {
    payload.set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);
    delay = SC_ZERO_TIME;
  }
  if (reply == ::tlm::TLM_ACCEPTED) return;
  events_.notify(payload, ::tlm::END_REQ, delay);
  if (reply == ::tlm::TLM_UPDATED && phase == ::tlm::END_REQ) return;
  flight.target_waits = reply == ::tlm::TLM_UPDATED;
  events_.notify(payload, ::tlm::BEGIN_RESP, delay + settings_.response_latency);
}

void BusCore::request_accepted(Flight& flight, Payload& payload) {
  if (flight.accepted) return;
  flight.accepted = true;
  if (flight.window) {
    OutputPort& port = outputs_[flight.window->target];
    if (port.requesting == &payload) port.requesting = nullptr;
    arbitrate_.notify(SC_ZERO_TIME);
  }
  InputPort& port = inputs_[flight.from];
  --port.requests;
  admit_refused(port, flight.from);
}

Reply BusCore::Output::nb_transport_bw(Payload& payload, Phase& phase, sc_time& delay) {
  const auto flight = bus_.flights_.find(&payload);
  if (flight == bus_.flights_.end()) return ::tlm::TLM_ACCEPTED;
  if (phase == ::tlm::END_REQ) bus_.events_.notify(payload, phase, delay);
  if (phase != ::tlm::BEGIN_RESP) return ::tlm::TLM_ACCEPTED;
  return bus_.begin_response(flight->second, payload, delay);
}

Reply BusCore::begin_response(Flight& flight, Payload& payload, sc_time delay) {
  if (!flight.accepted) events_.notify(payload, ::tlm::END_REQ, delay);
  events_.notify(payload, ::tlm::BEGIN_RESP, delay + settings_.response_latency);
  InputPort& port = inputs_[flight.from];
  if (port.responses == settings_.depth) {
    flight.target_waits = true;
    return ::tlm::TLM_ACCEPTED;
  }
  ++port.responses;
  flight.held = true;
  return ::tlm::TLM_COMPLETED;
}

// Takes over the responses of targets that wait, as long as there is room.
void BusCore::hold_responses(InputPort& port) {
  while (!port.unheld.empty() && port.responses < settings_.depth) {
    Payload& payload = *port.unheld.front();
    port.unheld.pop_front();
    Flight& flight = flights_.at(&payload);
    flight.target_waits = false;
    flight.held = true;
    ++port.responses;
    end_response_of(target(flight.window->target), payload);
  }
}

void BusCore::respond(unsigned from) {
  InputPort& port = inputs_[from];
  while (!port.responding && !port.ready.empty()) {
    Payload& payload = *port.ready.front();
    port.ready.pop_front();
    port.responding = &payload;
    payload.set_address(flights_.at(&payload).address);
    Phase phase = ::tlm::BEGIN_RESP;
    sc_time delay = SC_ZERO_TIME;
    const Reply reply = initiator(from).nb_transport_bw(payload, phase, delay);
    if (reply == ::tlm::TLM_ACCEPTED) return;
    if (delay != SC_ZERO_TIME) return events_.notify(payload, ::tlm::END_RESP, delay);
    end_response(payload);
  }
}

// The end of a response; a second one for it changes nothing.
void BusCore::end_response(Payload& payload) {
  const auto flight = flights_.find(&payload);
  if (flight == flights_.end()) return;
  InputPort& port = inputs_[flight->second.from];
  if (port.responding != &payload) return;
  port.responding = nullptr;
  if (flight->second.target_waits) {
    std::erase(port.unheld, &payload);
    end_response_of(target(flight->second.window->target), payload);
  }
  if (flight->second.held) --port.responses;
  flights_.erase(&payload);
  if (payload.has_mm()) payload.release();
  hold_responses(port);
}

}  // namespace mmasc::tlm
