// SPDX-License-Identifier: Apache-2.0
// An initiator that keeps as many requests in flight as it may, in either style.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>

#include "tlm_side/ends.h"

namespace mmasc::tlm {

// `prepare` sets up the next payload, or returns false when there is none left; `finished` gets
// each payload with its response, and the time of that.
template <unsigned BUSWIDTH = 32>
struct StreamingInitiator : InitiatorEnd<BUSWIDTH> {
  std::function<bool(Payload&)> prepare;
  std::function<void(Payload&, sc_time)> finished;
  unsigned in_flight_limit = 16;
  sc_time response_time{};  // from BEGIN_RESP to END_RESP; 0: the response is completed at once
  PayloadPool pool;
  std::size_t requests = 0, responses = 0;

  explicit StreamingInitiator(sc_core::sc_module_name name) : InitiatorEnd<BUSWIDTH>(name) {
    this->on_backward = [this](Payload& p, Phase& phase, sc_time& delay) {
      return backward(p, phase, delay);
    };
  }

  // Each request arrives, by its delay, with the response that is `in_flight_limit` before its own.
  void run_blocking() {
    std::deque<sc_time> times;
    for (;;) {
      Payload& payload = pool.take();
      if (!prepare(payload)) return payload.release();
      ++requests;
      sc_time delay;
      if (times.size() == in_flight_limit) {
        delay = times.front() - std::min(times.front(), sc_core::sc_time_stamp());
        times.pop_front();
      }
      this->socket->b_transport(payload, delay);
      times.push_back(sc_core::sc_time_stamp() + delay);
      finish(payload, times.back());
    }
  }

  void run_nonblocking() {
    for (;;) {
      while (requesting_ || requests - responses == in_flight_limit) sc_core::wait(progress_);
      Payload& payload = pool.take();
      if (!prepare(payload)) return payload.release();
      ++requests;
      requesting_ = &payload;
      Phase phase = ::tlm::BEGIN_REQ;
      sc_time delay;
      const Reply reply = this->socket->nb_transport_fw(payload, phase, delay);
      if (reply == ::tlm::TLM_ACCEPTED) continue;
      if (delay != SC_ZERO_TIME) sc_core::wait(delay);
      if (requesting_ == &payload) requesting_ = nullptr;
      if (reply == ::tlm::TLM_COMPLETED) finish(payload, sc_core::sc_time_stamp());
    }
  }

 private:
  Reply backward(Payload& payload, Phase& phase, sc_time& delay) {
    if (requesting_ == &payload) requesting_ = nullptr;
    progress_.notify(delay);
    if (phase != ::tlm::BEGIN_RESP) return ::tlm::TLM_ACCEPTED;
    finish(payload, sc_core::sc_time_stamp() + delay);
    if (response_time == SC_ZERO_TIME) return ::tlm::TLM_COMPLETED;
    phase = ::tlm::END_RESP;
    delay += response_time;
    return ::tlm::TLM_UPDATED;
  }

  void finish(Payload& payload, sc_time time) {
    ++responses;
    finished(payload, time);
    payload.release();
    progress_.notify(SC_ZERO_TIME);
  }

  Payload* requesting_ = nullptr;
  sc_core::sc_event progress_;
};

}  // namespace mmasc::tlm
