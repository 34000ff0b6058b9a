// SPDX-License-Identifier: Apache-2.0
// A memory that gives every legal reply to a request, by turns and at random times: responses come
// in any order.
#pragma once

#include <array>
#include <deque>
#include <random>
#include <utility>

#include "mmasc/neighbours/memory.h"

namespace mmasc::tlm {

class AnyReplyMemory : public Memory<64> {
 public:
  static constexpr std::size_t kReplies = 5;

  AnyReplyMemory(sc_core::sc_module_name name, const MemorySettings& settings, std::uint64_t seed)
      : Memory(name, settings), random_(seed), events_("any_events", this, &AnyReplyMemory::on) {}

  std::array<unsigned, kReplies> counts{};  // of each kind of reply
  unsigned overtaken = 0;                   // responses that came before an earlier request's

  Reply nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) override {
    if (phase == ::tlm::END_RESP) {
      finish();
      return ::tlm::TLM_COMPLETED;
    }
    sc_time done;
    b_transport(payload, done);
    auto reply = random_() % kReplies;
    if (reply == 4 && responding_) reply = 0;
    ++counts[reply];
    if (reply == 0) {
      delay += nanoseconds(30);
      return ::tlm::TLM_COMPLETED;
    }
    payload.acquire();
    order_.push_back(&payload);
    if (reply == 4) {
      responding_ = &payload;
      phase = ::tlm::BEGIN_RESP;
      delay += nanoseconds(20);
      return ::tlm::TLM_UPDATED;
    }
    const sc_time request = nanoseconds(5);
    events_.notify(payload, ::tlm::BEGIN_RESP,
                   request + sc_time(1, sc_core::SC_NS) + nanoseconds(200));
    if (reply == 1) {
      events_.notify(payload, ::tlm::END_REQ, request);
      return ::tlm::TLM_ACCEPTED;
    }
    if (reply == 2) return ::tlm::TLM_ACCEPTED;  // BEGIN_RESP ends the request too
    phase = ::tlm::END_REQ;
    delay += request;
    return ::tlm::TLM_UPDATED;
  }

 private:
  sc_time nanoseconds(unsigned most) { return sc_time(double(random_() % most), sc_core::SC_NS); }

  void on(Payload& payload, const Phase& phase) {
    if (phase == ::tlm::END_REQ) {
      Phase sent = phase;
      sc_time delay;
      socket->nb_transport_bw(payload, sent, delay);
      return;
    }
    ready_.push_back(&payload);
    respond();
  }

  void respond() {
    while (!responding_ && !ready_.empty()) {
      responding_ = ready_.front();
      ready_.pop_front();
      Phase phase = ::tlm::BEGIN_RESP;
      sc_time delay;
      if (socket->nb_transport_bw(*responding_, phase, delay) == ::tlm::TLM_ACCEPTED) return;
      finish();
    }
  }

  void finish() {
    if (!responding_) return;
    Payload* const done = std::exchange(responding_, nullptr);
    if (order_.front() != done) ++overtaken;
    std::erase(order_, done);
    done->release();
    respond();
  }

  std::mt19937_64 random_;
  std::deque<Payload*> ready_, order_;
  Payload* responding_ = nullptr;
  tlm_utils::peq_with_cb_and_phase<AnyReplyMemory> events_;
};

}  // namespace mmasc::tlm
