// SPDX-License-Identifier: Apache-2.0
// The port contract between stages: valid, ready, and a payload tagged with its operation's id.
//
// A transfer happens on a rising clock edge with valid and ready high. Valid and payload stay as
// they are until taken, and come from a register unless the stage has none. Ready may depend on the
// next stage's ready, but never on the valid of its own side.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>

namespace mmasc {

template <class Payload>
struct Tagged {
  std::uint64_t id = 0;
  Payload payload{};
  friend bool operator==(const Tagged&, const Tagged&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Tagged& tagged) {
    return out << "id " << tagged.id;
  }
};

// SystemC requires this function for every type of a port. vcd.h traces the fields instead.
template <class Payload>
void sc_trace(sc_core::sc_trace_file*, const Tagged<Payload>&, const std::string&) {}

// The wires between two stages. `valid` and `data` are the driving stage's last register itself.
template <class Payload>
struct Link {
  explicit Link(const std::string& name)
      : valid((name + "_valid").c_str()),
        ready((name + "_ready").c_str()),
        data((name + "_data").c_str()) {}
  sc_core::sc_signal<bool> valid;
  sc_core::sc_signal<bool> ready;
  sc_core::sc_signal<Tagged<Payload>> data;
};

// The input side and the output side of a module.
template <class Payload>
struct InputPorts {
  sc_core::sc_in<bool> valid_i{"valid_i"};
  sc_core::sc_out<bool> ready_o{"ready_o"};
  sc_core::sc_in<Tagged<Payload>> data_i{"data_i"};
  void bind_input(Link<Payload>& link) {
    valid_i(link.valid);
    ready_o(link.ready);
    data_i(link.data);
  }
  template <class Parent>
  void forward_input(Parent& parent) {
    valid_i(parent.valid_i);
    ready_o(parent.ready_o);
    data_i(parent.data_i);
  }
};

template <class Payload>
struct OutputPorts {
  sc_core::sc_out<bool> valid_o{"valid_o"};
  sc_core::sc_in<bool> ready_i{"ready_i"};
  sc_core::sc_out<Tagged<Payload>> data_o{"data_o"};
  void bind_output(Link<Payload>& link) {
    valid_o(link.valid);
    ready_i(link.ready);
    data_o(link.data);
  }
  template <class Parent>
  void forward_output(Parent& parent) {
    valid_o(parent.valid_o);
    ready_i(parent.ready_i);
    data_o(parent.data_o);
  }
};

struct ClockPorts {
  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};  // asynchronous, active low
  template <class Parent>
  void forward_clock(Parent& parent) {
    clk_i(parent.clk_i);
    rst_ni(parent.rst_ni);
  }
};

}  // namespace mmasc
