// SPDX-License-Identifier: Apache-2.0
// Offers operations to a module and takes its results by a schedule, and watches both ports.
#pragma once

#include <vector>

#include "pipeline/clock.h"
#include "pipeline/port_watch.h"
#include "pipeline/schedule.h"

namespace mmasc {

// Cycle t is the t-th rising edge after the one that follows start(); what happens on an edge is
// seen by what stands on the ports before it.
template <class In, class Out>
class Bench : public sc_core::sc_module {
 public:
  struct Delivery {
    std::uint64_t id;
    Out payload;
    int cycle;
  };

  template <class Module>
  Bench(sc_core::sc_module_name name, Clock& clock, Module& module)
      : sc_module(name), rst_n_(clock.rst_n) {
    clock.drive(module);
    module.bind_input(input);
    module.bind_output(output);
    SC_METHOD(on_clock);
    sensitive << clock.clk.posedge_event();
    dont_initialize();
  }
  SC_HAS_PROCESS(Bench);

  // Forgets what was; ids ascend from `first_id`. Between two cycles.
  void start(std::vector<In> operations, Schedule schedule, std::uint64_t first_id = 0) {
    operations_ = std::move(operations);
    schedule_ = std::move(schedule);
    first_id_ = first_id;
    next_ = 0;
    cycle_ = -1;
    accepted.clear();
    delivered.clear();
    input_watch_.reset();
    output_watch_.reset();
  }

  Link<In> input{"input"};
  Link<Out> output{"output"};
  std::vector<int> accepted;  // cycle of each operation
  std::vector<Delivery> delivered;

 private:
  void on_clock() {
    if (!rst_n_.read()) {
      input_watch_.reset();
      output_watch_.reset();
      input.valid.write(false);
      return;
    }
    input_watch_.sample();
    output_watch_.sample();
    if (output.valid.read() && output.ready.read()) {
      const auto& data = output.data.read();
      delivered.push_back({data.id, data.payload, cycle_});
    }
    bool waits = input.valid.read();
    if (waits && input.ready.read()) {
      accepted.push_back(cycle_);
      ++next_;
      waits = false;
    }
    ++cycle_;
    output.ready.write(schedule_.ready_at(cycle_));
    if (waits) return;
    const bool offers = next_ < operations_.size() && schedule_.offered[next_] <= cycle_;
    input.valid.write(offers);
    if (offers) input.data.write({first_id_ + next_, operations_[next_]});
  }

  const sc_core::sc_signal<bool>& rst_n_;
  PortWatch<In> input_watch_{input};
  PortWatch<Out> output_watch_{output};
  std::vector<In> operations_;
  Schedule schedule_;
  std::uint64_t first_id_ = 0;
  std::size_t next_ = 0;
  int cycle_ = -1;
};

}  // namespace mmasc
