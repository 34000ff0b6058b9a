// SPDX-License-Identifier: Apache-2.0
// A rank of registers behind combinational logic, with the valid/ready handshake. Combinational is
// the same logic without a register.
#pragma once

#include <functional>
#include <utility>

#include "pipeline/handshake.h"

namespace mmasc {

// Watches a register: it is called with every payload that the register is about to take, and may
// change it (fault injection).
template <class Payload>
using RegisterProbe = std::function<void(Tagged<Payload>&)>;

//            +-------+     +---+
//   data_i --| logic |-----| q |-- data_o        takes when ready_o: empty, or being emptied
//            +-------+     +---+
template <class In, class Out>
class ElasticRegister : public sc_core::sc_module,
                        public ClockPorts,
                        public InputPorts<In>,
                        public OutputPorts<Out> {
 public:
  using Logic = std::function<Out(const In&)>;

  ElasticRegister(sc_core::sc_module_name name, Logic logic)
      : sc_module(name), logic_(std::move(logic)) {
    SC_METHOD(on_clock);
    sensitive << clk_i.pos() << rst_ni.neg();
    dont_initialize();
    SC_METHOD(drive_ready);
    sensitive << this->valid_o << this->ready_i;
  }

  void set_probe(RegisterProbe<Out> probe) { probe_ = std::move(probe); }
  bool valid_q() const { return this->valid_o.read(); }
  const Tagged<Out>& data_q() const { return this->data_o.read(); }

  SC_HAS_PROCESS(ElasticRegister);

 private:
  void on_clock() {
    if (!rst_ni.read()) {
      this->valid_o.write(false);
      return;
    }
    if (valid_q() && !this->ready_i.read()) return;
    const bool takes = this->valid_i.read();
    this->valid_o.write(takes);
    if (!takes) return;
    const Tagged<In>& in = this->data_i.read();
    if (!probe_) {
      this->data_o.write({in.id, logic_(in.payload)});
    } else {
      Tagged<Out> next{in.id, logic_(in.payload)};
      probe_(next);
      this->data_o.write(next);
    }
  }

  void drive_ready() { this->ready_o.write(!valid_q() || this->ready_i.read()); }

  Logic logic_;
  RegisterProbe<Out> probe_;
};

template <class In, class Out>
class Combinational : public sc_core::sc_module, public InputPorts<In>, public OutputPorts<Out> {
 public:
  using Logic = std::function<Out(const In&)>;

  Combinational(sc_core::sc_module_name name, Logic logic)
      : sc_module(name), logic_(std::move(logic)) {
    SC_METHOD(drive_data);
    sensitive << this->valid_i << this->data_i;
    SC_METHOD(drive_ready);
    sensitive << this->ready_i;
  }

  SC_HAS_PROCESS(Combinational);

 private:
  void drive_data() {
    this->valid_o.write(this->valid_i.read());
    if (!this->valid_i.read()) return;
    const Tagged<In>& in = this->data_i.read();
    this->data_o.write({in.id, logic_(in.payload)});
  }

  void drive_ready() { this->ready_o.write(this->ready_i.read()); }

  Logic logic_;
};

}  // namespace mmasc
