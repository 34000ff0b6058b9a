// SPDX-License-Identifier: Apache-2.0
// A matrix accelerator for platforms in TLM-2.0. Firmware writes descriptors
// (tlm/mmasc/accelerator_core/descriptor.h) into a ring in memory and rings a doorbell
// (tlm/mmasc/accelerator_core/registers.h); the accelerator reads them and their operands through
// its memory socket, writes D and a completion record, advances the ring's head and raises its
// interrupt.
//
// Each queue runs its descriptors one after the other on a matrix unit of its own; queues share the
// memory socket. Loosely timed (b_transport, DMI, temporal decoupling by the global quantum) and
// approximately timed (nb_transport, many transactions in flight) models are two drivers of one
// Schedule (tlm/mmasc/accelerator_core/schedule.h): where the memory answers alike, they end alike.
// The end depends on no quantum.
#pragma once

#include <sysc/kernel/sc_dynamic_processes.h>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "mmasc/accelerator_core/error_code.h"
#include "mmasc/accelerator_core/job.h"
#include "mmasc/accelerator_core/kind.h"
#include "mmasc/accelerator_core/schedule.h"
#include "mmasc/arith/engine.h"
#include "mmasc/tlm/tlm_names.h"

namespace mmasc::tlm {

struct AcceleratorSettings {
  // The units that descriptors name: kind 0 by number, the other kinds by the instruction's bits.
  // Must live as long.
  const UnitList* units = &catalogue_units();
  // Called once for each unit that a descriptor names. Any engine gives the same bits. If it, its
  // engines or `timings` throw, that is a warning and the error `engine` or `timings` of the
  // descriptor.
  std::function<std::unique_ptr<Engine>(const Unit&)> make_engine = make_reference_engine;
  std::function<Timings(const Job&)> timings = [](const Job&) { return Timings{}; };
  sc_time clock_period{1, sc_core::SC_NS};
  int queues = 1;  // 1 to kMaxQueues
  bool approximately_timed = false;
  // Loosely timed: reach memory directly where it grants that. Faster to run, but an access takes
  // the grant's latency and no bandwidth: cycles are those of a memory that is never busy.
  bool dmi = false;
  unsigned outstanding = 8;  // requests of a queue that are in flight at once; at least 1
  // Longer bursts are split; at its multiples where it is a power of two, so that no burst lies on
  // both sides of one. 0: never.
  unsigned max_burst_bytes = 0;
  // A response status left at TLM_INCOMPLETE_RESPONSE counts as TLM_OK_RESPONSE, not as an error.
  bool tolerates_incomplete = false;
  Limits limits{};
  bool record_events = false;
  std::size_t kept_records = 65536;  // records() holds that many of the last at least
};

// An event of the timeline, with times from the simulation's begin on.
struct TimelineEvent {
  enum class What { load, mma, store };
  What what{};
  std::int64_t index = 0;   // of the stage; of the output tile for stores
  std::int64_t buffer = 0;  // stage buffer; 0 for stores
  sc_time begin, end;       // load, store: from the first request to the last answer
};

// A descriptor that came to its end, in the order in which they did.
struct JobRecord {
  int queue = 0;
  std::uint32_t sequence = 0;
  Fault error{};
  sc_time start, end;          // from the fetch to the last answer, the completion record apart
  const Unit* unit = nullptr;  // none where the descriptor is not valid
  sc_time begin;               // of the schedule, whose times count from here
  Report report{};             // of the schedule; empty where there is an error
  std::vector<TimelineEvent> events{};  // where asked for
};

class AcceleratorCore : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> rst_ni{"rst_ni"};  // asynchronous, active low
  sc_core::sc_out<bool> interrupt_o{"interrupt_o"};

  ~AcceleratorCore() override;
  const std::vector<JobRecord>& records() const;  // from the oldest that is kept on
  // Transactions that the memory has not ended, those of before a reset too.
  std::size_t in_flight() const;

 protected:
  // Throws std::invalid_argument for settings out of range.
  AcceleratorCore(sc_core::sc_module_name name, const AcceleratorSettings& settings);
  virtual ForwardIf& memory_target() = 0;
  BackwardIf& memory_initiator();

  // The register socket's. Registers whose access needs time are reached after `delay`, which is 0
  // then. An access that the table refuses, and any during a reset, has an error status and no
  // effect. A streaming width that was left at 0 is the data length.
  void access_registers(Payload& payload, sc_time& delay);
  unsigned int debug_registers(Payload& payload);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Bus widths in bits, 0 too: the sockets' types alone depend on them.
template <unsigned REGISTER_BUSWIDTH = 32, unsigned MEMORY_BUSWIDTH = 64>
class Accelerator : public AcceleratorCore {
 public:
  tlm_utils::simple_target_socket<Accelerator, REGISTER_BUSWIDTH> registers{"registers"};
  ::tlm::tlm_initiator_socket<MEMORY_BUSWIDTH> memory{"memory"};

  explicit Accelerator(sc_core::sc_module_name name, const AcceleratorSettings& settings = {})
      : AcceleratorCore(name, settings) {
    registers.register_b_transport(this, &Accelerator::access_registers);
    registers.register_transport_dbg(this, &Accelerator::debug_registers);
    memory.bind(memory_initiator());
  }

 private:
  ForwardIf& memory_target() override { return *memory.operator->(); }
};

}  // namespace mmasc::tlm
