// SPDX-License-Identifier: Apache-2.0
// A VCD of every register, field by field at its planned width, and beside them the numbers that
// the fields stand for ("term_0_value").
#pragma once

#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "mmasc/pipeline/dot_product_unit.h"

namespace mmasc {

// Samples the registers after they have settled behind each rising edge. Sample 0 is before the
// first edge. Samples before `first` are left out. SystemC adds .vcd to `path`.
class VcdTrace : public sc_core::sc_module {
 public:
  VcdTrace(sc_core::sc_module_name name, const std::string& path, const sc_core::sc_clock& clk,
           std::vector<RegisterView> registers, std::uint64_t first = 0);
  ~VcdTrace() override;
  SC_HAS_PROCESS(VcdTrace);

  // Ends the file. Throws EnvironmentError if it could not be written whole.
  void close();

 private:
  struct Shadow {
    struct Handshake {
      bool valid = false;
      std::uint64_t id = 0;
    };
    std::deque<Handshake> handshakes;  // of each register side by side
    std::vector<std::unique_ptr<sc_dt::sc_lv_base>> fields;
    std::deque<double> values;
  };
  void end_of_elaboration() override;  // registers are bound only then
  void on_clock();
  void show_clock();
  void sample();

  std::string path_;
  const sc_core::sc_clock& clk_;
  sc_core::sc_trace_file* file_;
  std::uint64_t first_, samples_ = 0;
  bool settling_ = false, shown_clk_ = false;
  std::vector<RegisterView> registers_;
  std::vector<std::unique_ptr<Shadow>> shadows_;
};

}  // namespace mmasc
