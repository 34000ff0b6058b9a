// SPDX-License-Identifier: Apache-2.0
// Memories as an initiator may meet them: legal but unusual, or broken in one named way.
#pragma once

#include <sysc/kernel/sc_dynamic_processes.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "mmasc/neighbours/memory.h"

namespace mmasc::tlm {

enum class Hostility {
  none,
  status_incomplete,   // from burst n on, no response status is set
  error_on_burst,      // burst n moves no byte and gets TLM_GENERIC_ERROR_RESPONSE
  never_answers,       // from burst n on; b_transport does not return
  address_rewritten,   // with the request, in place; legal
  completed_at_once,   // TLM_COMPLETED in reply to BEGIN_REQ; legal
  no_end_req,          // BEGIN_RESP without END_REQ; legal
  responses_reversed,  // those of n requests in flight, the last first; legal
  dmi_refused,         // legal
  dmi_partial,         // grants of kPartialGrant bytes; legal
  dmi_one_byte_short,  // grants end one byte before their page does; legal
  dmi_withdrawn,       // all grants, by withdraw(); later requests are refused; legal
};

inline constexpr std::uint64_t kPartialGrant = 64;

// Where `hostility` is none it behaves as Memory; its nb_transport accepts requests at once.
template <unsigned BUSWIDTH = 32>
class HostileMemory : public Memory<BUSWIDTH> {
 public:
  HostileMemory(sc_core::sc_module_name name, const MemorySettings& settings, Hostility hostility,
                unsigned n = 1)
      : Memory<BUSWIDTH>(name, settings),
        hostility_(hostility),
        n_(n),
        events_("hostile_events", this, &HostileMemory::on_event) {}

  unsigned bursts() const { return bursts_; }
  void withdraw() {
    this->allow_dmi(false);
    this->invalidate_dmi(0, this->store().size() - 1);
  }

  void b_transport(Payload& payload, sc_time& delay) override {
    if (++bursts_ >= n_ && hostility_ == Hostility::never_answers) sc_core::wait(never_);
    answer(payload, delay);
  }

  Reply nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) override {
    if (phase == ::tlm::END_RESP) {
      events_.notify(payload, phase, delay);
      return ::tlm::TLM_COMPLETED;
    }
    ++bursts_;
    if (hostility_ == Hostility::completed_at_once) {
      answer(payload, delay);
      return ::tlm::TLM_COMPLETED;
    }
    payload.acquire();
    const bool silent = hostility_ == Hostility::never_answers && bursts_ >= n_;
    if (hostility_ != Hostility::no_end_req || silent)
      events_.notify(payload, ::tlm::END_REQ, delay);
    if (silent) return ::tlm::TLM_ACCEPTED;
    sc_time done = delay;
    answer(payload, done);
    events_.notify(payload, ::tlm::BEGIN_RESP, done);
    return ::tlm::TLM_ACCEPTED;
  }

  bool get_direct_mem_ptr(Payload& payload, Dmi& dmi) override {
    const std::uint64_t address = payload.get_address();
    if (hostility_ == Hostility::dmi_refused) this->allow_dmi(false);
    if (!MemoryCore::get_direct_mem_ptr(payload, dmi)) return false;
    std::uint64_t first = dmi.get_start_address(), last = dmi.get_end_address();
    if (hostility_ == Hostility::dmi_partial) {
      const std::uint64_t part = address - address % kPartialGrant;
      dmi.set_dmi_ptr(dmi.get_dmi_ptr() + (part - first));
      first = part;
      last = std::min(last, part + kPartialGrant - 1);
    }
    if (hostility_ == Hostility::dmi_one_byte_short && address < last) --last;
    dmi.set_start_address(first);
    dmi.set_end_address(last);
    return true;
  }

 private:
  // Every burst but the ones that are never answered comes here once, in order.
  void answer(Payload& payload, sc_time& delay) {
    if (hostility_ == Hostility::error_on_burst && bursts_ == n_) {
      payload.set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);
      return;
    }
    MemoryCore::b_transport(payload, delay);
    if (hostility_ == Hostility::status_incomplete && bursts_ >= n_)
      payload.set_response_status(::tlm::TLM_INCOMPLETE_RESPONSE);
    if (hostility_ == Hostility::address_rewritten) payload.set_address(~payload.get_address());
  }

  void on_event(Payload& payload, const Phase& phase) {
    if (phase == ::tlm::END_REQ) {
      Phase sent = phase;
      sc_time delay;
      this->socket->nb_transport_bw(payload, sent, delay);
      return;
    }
    if (phase == ::tlm::END_RESP) {
      finish();
    } else if (hostility_ != Hostility::responses_reversed) {
      ready_.push_back(&payload);
    } else {
      reversed_.push_front(&payload);
      if (reversed_.size() == n_) {
        ready_.insert(ready_.end(), reversed_.begin(), reversed_.end());
        reversed_.clear();
      }
    }
    respond();
  }

  void respond() {
    while (!responding_ && !ready_.empty()) {
      responding_ = ready_.front();
      ready_.pop_front();
      Phase phase = ::tlm::BEGIN_RESP;
      sc_time delay;
      const Reply reply = this->socket->nb_transport_bw(*responding_, phase, delay);
      if (reply == ::tlm::TLM_ACCEPTED) return;
      if (delay != SC_ZERO_TIME) return events_.notify(*responding_, ::tlm::END_RESP, delay);
      finish();
    }
  }

  void finish() {
    Payload* const done = std::exchange(responding_, nullptr);
    if (done) done->release();
  }

  const Hostility hostility_;
  const unsigned n_;
  unsigned bursts_ = 0;
  std::deque<Payload*> ready_, reversed_;
  Payload* responding_ = nullptr;
  sc_core::sc_event never_;
  tlm_utils::peq_with_cb_and_phase<HostileMemory> events_;
};

}  // namespace mmasc::tlm
