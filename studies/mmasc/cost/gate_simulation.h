// SPDX-License-Identifier: Apache-2.0
// A mapped netlist, cycle by cycle, with 64 streams of operands at once: bit i of each word is
// stream i's. Gates take no time, so a net changes at most once a cycle: no glitches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mmasc/cost/gate_function.h"
#include "mmasc/cost/liberty.h"
#include "mmasc/cost/netlist.h"

namespace mmasc {

class GateSimulation {
 public:
  // `netlist` is of cells of `library`, with one clock. Throws EnvironmentError: a cell that the
  // library does not have, a loop.
  GateSimulation(const Netlist& netlist, const CellEnergies& library);

  std::uint64_t& operator[](int net) { return values_[static_cast<std::size_t>(net)]; }
  std::uint64_t operator[](int net) const { return values_[static_cast<std::size_t>(net)]; }

  void settle();  // gates, after inputs were set
  void clock();   // registers take what their inputs are

  // From here on settle() counts, in all streams, the changes of each net against the one before.
  void begin_counting();
  const std::vector<std::int64_t>& changes() const { return changes_; }

 private:
  struct Gate {
    GateFunction function;
    std::vector<int> inputs;
    int output = 0;
  };
  struct Register {
    GateFunction next_state, clear, preset;
    std::vector<int> inputs;
    int output = 0;
    bool is_inverted = false;  // the output, against the state
  };
  std::uint64_t value(const GateFunction& function, const std::vector<int>& inputs);

  std::vector<Gate> gates_;  // in order
  std::vector<Register> registers_;
  std::vector<std::uint64_t> values_, before_, operands_, states_;
  std::vector<std::int64_t> changes_;
  bool counts_ = false;
};

}  // namespace mmasc
