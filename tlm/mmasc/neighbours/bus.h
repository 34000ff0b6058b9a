// SPDX-License-Identifier: Apache-2.0
// An interconnect of N initiators and M targets by an address map, for platforms in TLM-2.0.
#pragma once

#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

struct BusSettings {
  sc_time request_latency{}, response_latency{};
  unsigned depth = 8;  // requests, and responses, that the bus holds for an initiator; at least 1
};

// Addresses base .. base + size - 1 of the initiators are offset .. offset + size - 1 of a target.
struct BusWindow {
  std::uint64_t base = 0, size = 0;
  unsigned target = 0;
  std::uint64_t offset = 0;
};

// Every initiator and every target has its own exclusion rules. Requests wait for their target in
// the order of their arrival; those of one delta cycle in the order of the initiators. Responses go
// back in the order in which they come. A request to no window, or beyond the end of its window, is
// an address error. The payload's address is the target's while the target has it, and the
// initiator's again with the response.
class BusCore : public sc_core::sc_module {
 public:
  BusCore(sc_core::sc_module_name name, unsigned initiators, unsigned targets,
          const BusSettings& settings);
  SC_HAS_PROCESS(BusCore);

  // Throws std::invalid_argument for an empty window, one that overlaps another or exceeds 64 bits,
  // or a target that is not there.
  void map(const BusWindow& window);

 protected:
  // The two ends of a connection, with the number of the port it belongs to.
  class Input : public ForwardIf {
   public:
    Input(BusCore& bus, unsigned index) : bus_(bus), index_(index) {}
    void b_transport(Payload& payload, sc_time& delay) override;
    Reply nb_transport_fw(Payload& payload, Phase& phase, sc_time& delay) override;
    bool get_direct_mem_ptr(Payload& payload, Dmi& dmi) override;
    unsigned int transport_dbg(Payload& payload) override;

   private:
    BusCore& bus_;
    unsigned index_;
  };
  class Output : public BackwardIf {
   public:
    Output(BusCore& bus, unsigned index) : bus_(bus), index_(index) {}
    Reply nb_transport_bw(Payload& payload, Phase& phase, sc_time& delay) override;
    void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;

   private:
    BusCore& bus_;
    unsigned index_;
  };
  Input& input(std::size_t index) { return *inputs_[index].end; }
  Output& output(std::size_t index) { return *outputs_[index].end; }
  virtual ForwardIf& target(unsigned index) = 0;
  virtual BackwardIf& initiator(unsigned index) = 0;

 private:
  // A transaction in the bus.
  struct Flight {
    unsigned from;
    const BusWindow* window;  // none: an address error
    std::uint64_t address;    // the initiator's
    sc_time arrival;
    bool accepted = false;      // by the target
    bool target_waits = false;  // for END_RESP
    bool held = false;          // counts among the responses that the bus holds
  };
  struct InputPort {
    std::unique_ptr<Input> end;
    unsigned requests = 0, responses = 0;  // held, at most depth of either
    std::deque<Payload*> refused;          // BEGIN_REQ without END_REQ so far
    std::deque<Payload*> ready;            // to be sent as BEGIN_RESP
    std::deque<Payload*> unheld;           // ready, but the target waits until one can be held
    Payload* responding = nullptr;
  };
  using Turn = std::tuple<sc_time, unsigned, std::uint64_t>;  // time, initiator, serial
  struct OutputPort {
    std::unique_ptr<Output> end;
    std::set<std::pair<Turn, Payload*>> waiting;
    Payload* requesting = nullptr;
  };

  const BusWindow* find(std::uint64_t address, std::uint64_t bytes) const;
  Reply begin_request(unsigned from, Payload& payload, Phase& phase, sc_time& delay);
  Reply begin_response(Flight& flight, Payload& payload, sc_time delay);
  void on_event(Payload& payload, const Phase& phase);
  void arrive(Flight& flight, Payload& payload);
  void arbitrate();
  void send_request(unsigned to, Payload& payload);
  void request_accepted(Flight& flight, Payload& payload);
  void admit_refused(InputPort& port, unsigned from);
  void respond(unsigned from);
  void end_response(Payload& payload);
  void hold_responses(InputPort& port);

  const BusSettings settings_;
  std::deque<BusWindow> windows_;  // flights point to them
  std::vector<InputPort> inputs_;
  std::vector<OutputPort> outputs_;
  std::unordered_map<Payload*, Flight> flights_;
  std::uint64_t serial_ = 0;
  tlm_utils::peq_with_cb_and_phase<BusCore> events_;
  sc_core::sc_event arbitrate_;
};

// BUSWIDTH in bits, 0 too: the sockets' type alone depends on it.
template <unsigned BUSWIDTH = 32>
class Bus : public BusCore {
 public:
  sc_core::sc_vector<::tlm::tlm_target_socket<BUSWIDTH>> from_initiator;
  sc_core::sc_vector<::tlm::tlm_initiator_socket<BUSWIDTH>> to_target;

  Bus(sc_core::sc_module_name name, unsigned initiators, unsigned targets,
      const BusSettings& settings = {})
      : BusCore(name, initiators, targets, settings),
        from_initiator("from_initiator", initiators),
        to_target("to_target", targets) {
    for (unsigned i = 0; i < initiators; ++i)
      from_initiator[i].bind(static_cast<ForwardIf&>(input(i)));
    for (unsigned i = 0; i < targets; ++i) to_target[i].bind(static_cast<BackwardIf&>(output(i)));
  }

 private:
  ForwardIf& target(unsigned index) override { return *to_target[index].operator->(); }
  BackwardIf& initiator(unsigned index) override { return *from_initiator[index].operator->(); }
};

}  // namespace mmasc::tlm
