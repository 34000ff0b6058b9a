// SPDX-License-Identifier: Apache-2.0
#include "mmasc/protocol_checker/protocol_checker.h"

#include <algorithm>
#include <numeric>

namespace mmasc::tlm {

using enum ProtocolRule;

namespace {

bool is_base(const Phase& phase) {
  return phase == ::tlm::BEGIN_REQ || phase == ::tlm::END_REQ || phase == ::tlm::BEGIN_RESP ||
         phase == ::tlm::END_RESP;
}

bool moves_data(const Payload& payload) { return payload.is_read() || payload.is_write(); }

std::vector<std::uint8_t> copy(const std::uint8_t* bytes, unsigned length) {
  return bytes ? std::vector<std::uint8_t>(bytes, bytes + length) : std::vector<std::uint8_t>{};
}

}  // namespace

std::uint64_t ProtocolCheckerCore::violations() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

void ProtocolCheckerCore::breach(ProtocolRule rule, std::uint64_t address) {
  ++counts_[static_cast<std::size_t>(rule)];
  if (report_) report_({rule, sc_core::sc_time_stamp(), address});
}

ProtocolCheckerCore::Flight* ProtocolCheckerCore::flight_of(const Payload& payload) {
  const auto place = flights_.find(&payload);
  return place == flights_.end() ? nullptr : &place->second;
}

void ProtocolCheckerCore::begin(const Payload& payload, bool blocking, const Phase& phase,
                                sc_time time) {
  if (const Flight* before = flight_of(payload))
    breach(before->blocking == blocking ? reused_in_flight : mixed_transports,
           payload.get_address());
  check_request(payload);
  std::uint8_t* const data = payload.get_data_ptr();
  std::uint8_t* const enables = payload.get_byte_enable_ptr();
  Flight flight{.blocking = blocking,
                .phase = phase,
                .time = time,
                .command = payload.get_command(),
                .data = data,
                .enables = enables,
                .length = payload.get_data_length(),
                .enables_length = payload.get_byte_enable_length(),
                .streaming_width = payload.get_streaming_width(),
                .data_before = {},
                .enables_before = copy(enables, payload.get_byte_enable_length())};
  if (payload.is_write() || (payload.is_read() && enables))
    flight.data_before = copy(data, flight.length);
  flights_.insert_or_assign(&payload, std::move(flight));
}

void ProtocolCheckerCore::end(const Payload& payload) {
  finished_ += flights_.erase(&payload);
  if (requesting_ == &payload) requesting_ = nullptr;
  if (responding_ == &payload) responding_ = nullptr;
}

void ProtocolCheckerCore::check_request(const Payload& payload) {
  const bool moves = moves_data(payload);
  const std::uint8_t* const enables = payload.get_byte_enable_ptr();
  breach_if(payload.get_response_status() != ::tlm::TLM_INCOMPLETE_RESPONSE, status_preset,
            payload);
  breach_if(moves && payload.get_data_length() == 0, data_length_zero, payload);
  breach_if(moves && !payload.get_data_ptr(), data_pointer_null, payload);
  breach_if(payload.get_streaming_width() == 0, streaming_width_zero, payload);
  breach_if(enables && payload.get_byte_enable_length() == 0, byte_enable_length_zero, payload);
  breach_if(enables && std::any_of(enables, enables + payload.get_byte_enable_length(),
                                   [](std::uint8_t e) {
                                     return e != TLM_BYTE_ENABLED && e != TLM_BYTE_DISABLED;
                                   }),
            byte_enable_value, payload);
  breach_if(payload.is_dmi_allowed(), dmi_hint_preset, payload);
  breach_if(payload.get_gp_option() != ::tlm::TLM_MIN_PAYLOAD, option_preset, payload);
}

void ProtocolCheckerCore::check_unchanged(const Payload& payload, const Flight& flight) {
  breach_if(payload.get_command() != flight.command, command_changed, payload);
  const bool same_data =
      payload.get_data_ptr() == flight.data && payload.get_data_length() == flight.length;
  breach_if(!same_data, data_changed, payload);
  const bool same_enables = payload.get_byte_enable_ptr() == flight.enables &&
                            payload.get_byte_enable_length() == flight.enables_length;
  breach_if(!same_enables || !std::equal(flight.enables_before.begin(), flight.enables_before.end(),
                                         flight.enables),
            byte_enables_changed, payload);
  breach_if(payload.get_streaming_width() != flight.streaming_width, streaming_width_changed,
            payload);
  breach_if(flight.status && payload.get_response_status() != *flight.status, status_changed,
            payload);
  // Through the request's own pointer: another may point nowhere.
  breach_if(flight.command == ::tlm::TLM_WRITE_COMMAND &&
                !std::equal(flight.data_before.begin(), flight.data_before.end(), flight.data),
            written_data_changed, payload);
}

void ProtocolCheckerCore::check_response(const Payload& payload, Flight& flight) {
  breach_if(payload.get_response_status() == ::tlm::TLM_INCOMPLETE_RESPONSE, status_incomplete,
            payload);
  breach_if(payload.get_gp_option() != ::tlm::TLM_MIN_PAYLOAD, option_preset, payload);
  flight.status = payload.get_response_status();
  if (flight.command != ::tlm::TLM_READ_COMMAND || flight.enables_before.empty()) return;
  for (std::size_t i = 0; i < flight.data_before.size(); ++i)
    if (flight.enables_before[i % flight.enables_before.size()] == TLM_BYTE_DISABLED &&
        flight.data[i] != flight.data_before[i])
      return breach(disabled_byte_changed, payload.get_address());
}

void ProtocolCheckerCore::check_managed(const Payload& payload) {
  breach_if(!payload.has_mm(), no_memory_manager, payload);
  breach_if(payload.has_mm() && payload.get_ref_count() == 0, not_acquired, payload);
}

void ProtocolCheckerCore::check_time(const Payload& payload, Flight& flight, sc_time delay) {
  const sc_time time = sc_core::sc_time_stamp() + delay;
  breach_if(time < flight.time, time_goes_back, payload);
  flight.time = std::max(flight.time, time);
}

void ProtocolCheckerCore::check_call(const Payload& payload) {
  breach_if(invalidating_ > 0, call_in_invalidation, payload);
}

template <class Call>
auto ProtocolCheckerCore::without_time(const Payload& payload, Call call) {
  const auto deltas = sc_core::sc_delta_count();
  const sc_time time = sc_core::sc_time_stamp();
  const auto result = call();
  breach_if(sc_core::sc_delta_count() != deltas || sc_core::sc_time_stamp() != time, waits,
            payload);
  return result;
}

void ProtocolCheckerCore::b_transport(Payload& payload, sc_time& delay) {
  check_call(payload);
  breach_if(sc_core::sc_get_current_process_handle().proc_kind() == sc_core::SC_METHOD_PROC_,
            blocking_from_method, payload);
  breach_if(payload.has_mm() && payload.get_ref_count() == 0, not_acquired, payload);
  const sc_time before = sc_core::sc_time_stamp() + delay;
  begin(payload, true, ::tlm::BEGIN_REQ, before);
  try {
    target().b_transport(payload, delay);
  } catch (...) {
    end(payload);
    throw;
  }
  breach_if(sc_core::sc_time_stamp() + delay < before, delay_goes_back, payload);
  if (Flight* flight = flight_of(payload)) {
    check_unchanged(payload, *flight);
    check_response(payload, *flight);
  }
  end(payload);
}

void ProtocolCheckerCore::forward_phase(const Payload& payload, const Phase& phase, sc_time delay) {
  if (phase == ::tlm::BEGIN_REQ) {
    breach_if(requesting_ != nullptr && requesting_ != &payload, request_exclusion, payload);
    begin(payload, false, phase, sc_core::sc_time_stamp() + delay);
    requesting_ = &payload;
    return;
  }
  Flight* const flight = flight_of(payload);
  if (!flight || flight->phase != ::tlm::BEGIN_RESP)
    return breach(out_of_order, payload.get_address());
  check_time(payload, *flight, delay);
  check_unchanged(payload, *flight);
  end(payload);
}

// A phase that the target sends, as a call or as a reply.
void ProtocolCheckerCore::backward_phase(const Payload& payload, const Phase& phase,
                                         sc_time delay) {
  Flight* const flight = flight_of(payload);
  const bool in_request = flight && flight->phase == ::tlm::BEGIN_REQ;
  const bool in_order =
      in_request || (flight && phase == ::tlm::BEGIN_RESP && flight->phase == ::tlm::END_REQ);
  if (!in_order || flight->blocking) return breach(out_of_order, payload.get_address());
  check_time(payload, *flight, delay);
  check_unchanged(payload, *flight);
  if (requesting_ == &payload) requesting_ = nullptr;
  flight->phase = phase;
  if (phase == ::tlm::END_REQ) return;
  breach_if(responding_ != nullptr, response_exclusion, payload);
  responding_ = &payload;
  check_response(payload, *flight);
}

// `sent` and `phase`: before and after the call.
void ProtocolCheckerCore::check_reply(const Payload& payload, const Phase& sent, sc_time sent_delay,
                                      Reply reply, const Phase& phase, sc_time delay) {
  if (reply == ::tlm::TLM_ACCEPTED)
    return breach_if(phase != sent || delay != sent_delay, accepted_changed, payload);
  if (!is_base(sent)) return;
  const bool begins = sent == ::tlm::BEGIN_REQ || sent == ::tlm::BEGIN_RESP;
  if (!begins && (reply == ::tlm::TLM_UPDATED || sent == ::tlm::END_REQ))
    return breach(illegal_reply, payload.get_address());
  if (sent == ::tlm::END_RESP) return;  // completed, as it had been
  Flight* const flight = flight_of(payload);
  if (reply == ::tlm::TLM_COMPLETED) {
    if (!flight || flight->phase != sent) return;  // the call itself went on
    check_time(payload, *flight, delay);
    if (sent == ::tlm::BEGIN_REQ) {  // with BEGIN_RESP the payload may have been released
      check_unchanged(payload, *flight);
      check_response(payload, *flight);
    }
    return end(payload);
  }
  if (!is_base(phase) && phase != ::tlm::UNINITIALIZED_PHASE) return;
  if (sent == ::tlm::BEGIN_REQ) {
    if (phase != ::tlm::END_REQ && phase != ::tlm::BEGIN_RESP)
      return breach(wrong_direction, payload.get_address());
    return backward_phase(payload, phase, delay);
  }
  if (phase != ::tlm::END_RESP) return breach(wrong_direction, payload.get_address());
  forward_phase(payload, phase, delay);
}

Reply ProtocolCheckerCore::nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) {
  check_call(payload);
  check_managed(payload);
  const Phase sent = phase;
  const sc_time sent_delay = delay;
  if (sent == ::tlm::BEGIN_REQ || sent == ::tlm::END_RESP)
    forward_phase(payload, sent, delay);
  else
    breach_if(is_base(sent) || sent == ::tlm::UNINITIALIZED_PHASE, wrong_direction, payload);
  Reply reply = ::tlm::TLM_ACCEPTED;
  try {
    reply = without_time(payload, [&] { return target().nb_transport_fw(payload, phase, delay); });
  } catch (...) {
    end(payload);
    throw;
  }
  check_reply(payload, sent, sent_delay, reply, phase, delay);
  return reply;
}

Reply ProtocolCheckerCore::nb_transport_bw(Payload& payload, Phase& phase, sc_time& delay) {
  check_managed(payload);
  const Phase sent = phase;
  const sc_time sent_delay = delay;
  if (sent == ::tlm::END_REQ || sent == ::tlm::BEGIN_RESP)
    backward_phase(payload, sent, delay);
  else
    breach_if(is_base(sent) || sent == ::tlm::UNINITIALIZED_PHASE, wrong_direction, payload);
  const Reply reply =
      without_time(payload, [&] { return initiator().nb_transport_bw(payload, phase, delay); });
  check_reply(payload, sent, sent_delay, reply, phase, delay);
  return reply;
}

bool ProtocolCheckerCore::get_direct_mem_ptr(Payload& payload, Dmi& dmi) {
  check_call(payload);
  const Dmi constructed;
  breach_if(dmi.get_dmi_ptr() != constructed.get_dmi_ptr() ||
                dmi.get_start_address() != constructed.get_start_address() ||
                dmi.get_end_address() != constructed.get_end_address() ||
                dmi.get_granted_access() != constructed.get_granted_access() ||
                dmi.get_read_latency() != constructed.get_read_latency() ||
                dmi.get_write_latency() != constructed.get_write_latency(),
            dmi_not_initialised, payload);
  breach_if(!moves_data(payload), dmi_command, payload);
  const std::uint64_t address = payload.get_address();
  const auto command = payload.get_command();
  const bool granted =
      without_time(payload, [&] { return target().get_direct_mem_ptr(payload, dmi); });
  if (dmi.get_start_address() > address || dmi.get_end_address() < address)
    breach(dmi_range, address);
  if (!granted) return false;
  breach_if(!dmi.get_dmi_ptr(), dmi_pointer_null, payload);
  const bool covers = command == ::tlm::TLM_READ_COMMAND    ? dmi.is_read_allowed()
                      : command == ::tlm::TLM_WRITE_COMMAND ? dmi.is_write_allowed()
                                                            : true;
  breach_if(!covers, dmi_rights, payload);
  return true;
}

unsigned int ProtocolCheckerCore::transport_dbg(Payload& payload) {
  check_call(payload);
  const unsigned length = payload.get_data_length();
  breach_if(moves_data(payload) && length > 0 && !payload.get_data_ptr(), data_pointer_null,
            payload);
  const auto command = payload.get_command();
  std::uint8_t* const data = payload.get_data_ptr();
  const unsigned count = without_time(payload, [&] { return target().transport_dbg(payload); });
  breach_if(count > length, debug_count, payload);
  breach_if(payload.get_command() != command, command_changed, payload);
  breach_if(payload.get_data_ptr() != data || payload.get_data_length() != length, data_changed,
            payload);
  return count;
}

void ProtocolCheckerCore::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  if (last < first) breach(invalidation_range, first);
  ++invalidating_;
  initiator().invalidate_direct_mem_ptr(first, last);
  --invalidating_;
}

}  // namespace mmasc::tlm
