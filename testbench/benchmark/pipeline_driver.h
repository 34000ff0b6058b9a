// SPDX-License-Identifier: Apache-2.0
// Keeps the SystemC unit busy.
#pragma once

#include <array>
#include <random>
#include <systemc>
#include <vector>

#include "mmasc/pipeline/dot_product_unit.h"
#include "stimulus.h"

namespace mmasc {

// Offers an operation and takes a result in every cycle but `stalls` percent, each at random.
class Driver : public sc_core::sc_module {
 public:
  Driver(sc_core::sc_module_name name, const Unit& unit, int stalls = 0)
      : sc_module(name),
        stimulus_(unit),
        dot(make_dot_product_unit("dot", stimulus_.sequence().plan())) {
    for (const Operands& operands : stimulus_.steps(64)) operations_.push_back({0, operands});
    std::mt19937_64 random(1);
    for (auto& [offers, takes] : cycles_) {
      offers = static_cast<int>(random() % 100) >= stalls;
      takes = static_cast<int>(random() % 100) >= stalls;
    }
    dot->clk_i(clk);
    dot->rst_ni(rst_n);
    dot->bind_input(input);
    dot->bind_output(output);
    SC_METHOD(on_clock);
    sensitive << clk.posedge_event();
    dont_initialize();
  }
  SC_HAS_PROCESS(Driver);

  std::uint64_t results = 0;

 private:
  struct Cycle {
    bool offers, takes;
  };

  void on_clock() {
    const auto [offers, takes] = cycles_[++cycle_ % cycles_.size()];
    rst_n.write(true);
    if (output.valid.read() && output.ready.read()) ++results;
    output.ready.write(takes);
    if (input.valid.read() && !input.ready.read()) return;
    input.valid.write(offers);
    if (!offers) return;
    Tagged<Operands>& operation = operations_[++id_ % operations_.size()];
    operation.id = id_;
    input.data.write(operation);
  }

  Stimulus stimulus_;
  std::vector<Tagged<Operands>> operations_;
  std::array<Cycle, 4096> cycles_;
  std::uint64_t id_ = 0, cycle_ = 0;

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  Link<Operands> input{"input"};
  Link<Result> output{"output"};
  std::unique_ptr<DotProductUnit> dot;
};

}  // namespace mmasc
