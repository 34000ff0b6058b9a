// SPDX-License-Identifier: Apache-2.0
// An MMA unit takes whole tiles and runs them over structure.units dot-product units, each at its
// initiation interval. A step of a chain waits for the result of the step before, which is its c.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arith/sequence.h"
#include "pipeline/dot_product_unit.h"
#include "pipeline/tile.h"

namespace mmasc {

// It takes one tile at a time. Element e of D runs on dot-product unit e mod units, which runs step
// 0 of all its elements, then step 1, and so on. The operand register before a dot-product unit
// holds an operation until the unit takes it.
//
//   tile -> [operand register] -> [dot-product unit] -> accumulator --(c of the next step)--+
//                 ^                                                                         |
//                 +-------------------------------------------------------------------------+
//   late C: accumulator -> [operand register] -> [addition unit] -> accumulator
class MmaUnit : public sc_core::sc_module,
                public ClockPorts,
                public InputPorts<TileData>,
                public OutputPorts<TileResult> {
 public:
  MmaUnit(sc_core::sc_module_name name, const Unit& unit);
  SC_HAS_PROCESS(MmaUnit);

  // The registers of the stages of all dot-product and addition units.
  std::vector<RegisterView> registers() const;

 private:
  // A dot-product unit with its operand register and the wires between.
  struct Port {
    Port(const std::string& name, const Plan& plan, MmaUnit& parent);
    bool empties() const { return !operands.valid.read() || operands.ready.read(); }
    Link<Operands> operands;
    Link<Result> result;
    std::unique_ptr<DotProductUnit> unit;
  };
  struct Lane {
    std::unique_ptr<Port> dot, late;
    int first = 0;                  // its elements: first, first + units, ...
    int step_q = 0, element_q = 0;  // the next operation
    int wait_q = 0;                 // cycles until it may issue
    std::vector<int> late_queue_q;  // elements whose chain is done and which wait for c
  };

  void on_clock();
  void drive_ready();
  void start(const Tagged<TileData>& tile);
  void collect(Lane& lane);
  void issue(Lane& lane);
  void issue_late(Lane& lane);
  void finish(int element, std::uint64_t d);
  bool busy() const { return tile_q_.payload != nullptr; }

  Sequence sequence_;
  std::vector<Lane> lanes_;
  Tagged<TileData> tile_q_;
  std::vector<std::uint64_t> accumulator_q_;
  std::vector<int> steps_done_q_;
  int unfinished_q_ = 0;
  sc_core::sc_signal<bool> busy_q_{"busy_q"};
};

}  // namespace mmasc
