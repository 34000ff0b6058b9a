// SPDX-License-Identifier: Apache-2.0
// A VCD of every register, field by field at its planned width.
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "pipeline/dot_product_unit.h"

namespace mmasc {

// Samples the registers once they have settled after each rising edge. `path` is without the .vcd
// that SystemC adds.
class VcdTrace : public sc_core::sc_module {
 public:
  VcdTrace(sc_core::sc_module_name name, const std::string& path, const sc_core::sc_clock& clk,
           std::vector<RegisterView> registers);
  ~VcdTrace() override;
  SC_HAS_PROCESS(VcdTrace);

  // Ends the file. Throws EnvironmentError where it could not be written whole.
  void close();

 private:
  struct Shadow {
    bool valid = false;
    std::uint64_t id = 0;
    std::vector<std::unique_ptr<sc_dt::sc_lv_base>> fields;
  };
  void end_of_elaboration() override;  // registers are bound only then
  void on_clock();
  void sample();

  std::string path_;
  sc_core::sc_trace_file* file_;
  bool settling_ = false;
  std::vector<RegisterView> registers_;
  std::vector<std::unique_ptr<Shadow>> shadows_;
};

}  // namespace mmasc
