// SPDX-License-Identifier: Apache-2.0
// The clock and reset of a test bench. Between two calls time stands a quarter after a rising edge,
// with everything settled.
#pragma once

#include <systemc>

namespace mmasc {

struct Clock {
  static constexpr double kPeriod = 1;  // ns; rising edges at 1, 2, ...
  sc_core::sc_clock clk{"clk", kPeriod, sc_core::SC_NS, 0.5, kPeriod, sc_core::SC_NS};
  sc_core::sc_signal<bool> rst_n{"rst_n"};

  Clock() { sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING); }

  void drive(auto& unit) {
    unit.clk_i(clk);
    unit.rst_ni(rst_n);
  }

  void start_in_reset() {
    rst_n.write(false);
    sc_core::sc_start(2.25 * kPeriod, sc_core::SC_NS);
    rst_n.write(true);
  }
  void run(int cycles) { sc_core::sc_start(cycles * kPeriod, sc_core::SC_NS); }
  // Lets combinational logic settle, in delta cycles.
  static void settle() {
    while (sc_core::sc_pending_activity_at_current_time()) sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  // A pulse of reset between two rising edges.
  void pulse_reset() {
    rst_n.write(false);
    settle();
    rst_n.write(true);
    settle();
  }
};

}  // namespace mmasc
