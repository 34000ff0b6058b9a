// SPDX-License-Identifier: Apache-2.0
// A memory with latency, bandwidth and a limit of requests in service, for platforms in TLM-2.0.
#pragma once

#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include <cstdint>
#include <deque>

#include "mmasc/neighbours/service_queue.h"
#include "mmasc/neighbours/sparse_store.h"
#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

struct MemorySettings {
  std::uint64_t size = 0;  // bytes, from address 0
  MemoryTiming timing{};
  std::uint8_t fill = 0;                        // what was never written
  std::uint64_t page = std::uint64_t{1} << 20;  // bytes; a DMI grant is one page
  bool writable = true;
  bool dmi = true;
};

// b_transport adds to its delay and never waits, so that any number of threads may be inside;
// nb_transport follows the base protocol, with END_REQ when the service has been accepted. Both
// take their times from one ServiceQueue: a stream of requests ends at the same times in either.
// An error travels as the response status. A request that moves no byte takes the latency alone.
class MemoryCore : public sc_core::sc_module, public ForwardIf {
 public:
  MemoryCore(sc_core::sc_module_name name, const MemorySettings& settings);

  void b_transport(Payload& payload, sc_time& delay) override;
  Reply nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) override;
  bool get_direct_mem_ptr(Payload& payload, Dmi& dmi) override;
  unsigned int transport_dbg(Payload& payload) override;

  // Withdraws the grants of first .. last, both inside; those that are asked for afterwards are
  // given again, unless allow_dmi(false) came before.
  void invalidate_dmi(std::uint64_t first, std::uint64_t last);
  void allow_dmi(bool allowed) { settings_.dmi = allowed; }

  SparseStore& store() { return store_; }

 protected:
  virtual BackwardIf& initiator() = 0;

 private:
  ServiceQueue::Service serve(Payload& payload, std::uint64_t address, sc_time arrival);
  void on_event(Payload& payload, const Phase& phase);
  void serve_held();
  void respond();
  void finish(Payload& payload);

  MemorySettings settings_;
  SparseStore store_;
  ServiceQueue queue_;
  struct Held {
    Payload* payload;
    std::uint64_t address;
  };
  std::deque<Held> held_;           // arrived, without a place among the outstanding
  std::deque<Payload*> responses_;  // ready, behind the response that has no END_RESP yet
  Payload* responding_ = nullptr;
  unsigned in_service_ = 0;
  tlm_utils::peq_with_cb_and_phase<MemoryCore> events_;
};

// BUSWIDTH in bits, 0 too: the socket's type alone depends on it.
template <unsigned BUSWIDTH = 32>
class Memory : public MemoryCore {
 public:
  ::tlm::tlm_target_socket<BUSWIDTH> socket{"socket"};

  Memory(sc_core::sc_module_name name, const MemorySettings& settings)
      : MemoryCore(name, settings) {
    socket.bind(static_cast<ForwardIf&>(*this));
  }

 private:
  BackwardIf& initiator() override { return *socket.operator->(); }
};

}  // namespace mmasc::tlm
