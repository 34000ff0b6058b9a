// SPDX-License-Identifier: Apache-2.0
// Writes one text line for every payload that a stage takes, for comparison by diff:
//
//   id 3 cycle 5 dot_0.aligner_0 addend_0=0x00400000 ... sum_0.exponent=0x001
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "mmasc/arith/occupancy.h"
#include "mmasc/pipeline/dot_product_unit.h"

namespace mmasc {

// Cycle 1 is the first that ends with an operation in a register. The result of the first operation
// appears in cycle plan.latency(). Also notes what every register holds.
class TextTrace : public sc_core::sc_module {
 public:
  TextTrace(sc_core::sc_module_name name, const sc_core::sc_clock& clk,
            std::vector<RegisterView> registers, std::function<void(const std::string&)> line,
            Occupancy* occupancy = nullptr);
  SC_HAS_PROCESS(TextTrace);

 private:
  void sample();

  void note_occupancy();

  std::vector<RegisterView> all_, registers_;  // these: each stage's first rank
  std::vector<std::optional<std::uint64_t>> last_id_;
  std::function<void(const std::string&)> line_;
  Occupancy* occupancy_;  // null: not asked for
  std::uint64_t cycle_ = 0;
};

}  // namespace mmasc
