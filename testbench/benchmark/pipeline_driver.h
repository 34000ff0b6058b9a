// SPDX-License-Identifier: Apache-2.0
// Keeps the SystemC unit busy.
#pragma once

#include <systemc>

#include "pipeline/dot_product_unit.h"
#include "stimulus.h"

namespace mmasc {

// Offers an operation every cycle and takes every result.
class Driver : public sc_core::sc_module {
 public:
  Driver(sc_core::sc_module_name name, const Unit& unit)
      : sc_module(name),
        stimulus_(unit),
        operands_(stimulus_.steps(64)),
        dot(make_dot_product_unit("dot", stimulus_.sequence().plan())) {
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
  void on_clock() {
    rst_n.write(true);
    output.ready.write(true);
    input.valid.write(true);
    input.data.write({id_, operands_[id_ % operands_.size()]});
    ++id_;
    if (output.valid.read()) ++results;
  }

  Stimulus stimulus_;
  std::vector<Operands> operands_;
  std::uint64_t id_ = 0;

  sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
  sc_core::sc_signal<bool> rst_n{"rst_n"};
  Link<Operands> input{"input"};
  Link<Result> output{"output"};
  std::unique_ptr<DotProductUnit> dot;
};

}  // namespace mmasc
