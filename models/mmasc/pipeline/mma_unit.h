// SPDX-License-Identifier: Apache-2.0
// An MMA unit takes whole tiles and runs them over structure.units dot-product units, each at its
// initiation interval. A step of a chain waits for the result of the step before, which is its c.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mmasc/arith/sequence.h"
#include "mmasc/pipeline/tile.h"
#include "mmasc/pipeline/unit_array.h"

namespace mmasc {

// It takes one tile at a time. Element e of D runs on dot-product unit e mod units, which runs step
// 0 of all its elements, then step 1, and so on. The operand register before a dot-product unit
// holds an operation until the unit takes it.
//
//   tile -> [operand register] -> [dot-product unit] -> accumulator --(c of the next step)--+
//                 ^                                                                         |
//                 +-------------------------------------------------------------------------+
//   late C: accumulator -> [operand register] -> [addition unit] -> accumulator
//
// Where there are enough units to fill half of a vector, all that compute alike are one object on
// vector lanes, without a module for each. Registers and cycles are the same.
class MmaUnit : public sc_core::sc_module,
                public ClockPorts,
                public InputPorts<TileData>,
                public OutputPorts<TileResult> {
 public:
  // On the vector lanes of the widest target.
  MmaUnit(sc_core::sc_module_name name, const Unit& unit);
  MmaUnit(sc_core::sc_module_name name, const Sequence& sequence);  // planned already
  // On those of one target; null: none.
  MmaUnit(sc_core::sc_module_name name, const Unit& unit, const LaneTarget* target);
  MmaUnit(sc_core::sc_module_name name, const Sequence& sequence, const LaneTarget* target);
  // `make` makes the dot-product units, as those of stages with ports (ported_unit.h). Throws
  // InputError where the sequence has stages of its own besides.
  MmaUnit(sc_core::sc_module_name name, const Sequence& sequence, const MakeUnit& make);
  SC_HAS_PROCESS(MmaUnit);

  // The registers of the stages of all dot-product and addition units.
  std::vector<RegisterView> registers() const;

 private:
  struct Lane {
    int first = 0;                  // its elements: first, first + units, ...
    int step_q = 0, element_q = 0;  // the next operation
    int wait_q = 0;                 // cycles until it may issue
    std::vector<int> late_queue_q;  // elements whose chain is done and which wait for c
  };

  MmaUnit(sc_core::sc_module_name name, const Sequence& sequence, const LaneTarget* target,
          const MakeUnit& make);
  std::unique_ptr<UnitArray> make_array(const char* of, const Plan& plan, const LaneTarget* target,
                                        const MakeUnit& make);
  void on_clock();
  void drive_ready();
  void start(const Tagged<TileData>& tile);
  void collect(int unit);
  void issue(int unit);
  void issue_late(int unit);
  void finish(int element, std::uint64_t d);
  std::vector<std::uint64_t> results() const;
  bool busy() const { return tile_q_.payload != nullptr; }

  Sequence sequence_;
  std::unique_ptr<UnitArray> dots_, late_;  // late_: null where c enters first
  std::vector<Lane> lanes_;
  Tagged<TileData> tile_q_;
  std::vector<std::uint64_t> accumulator_q_, flags_q_;
  std::vector<int> steps_done_q_;
  int unfinished_q_ = 0;
  sc_core::sc_signal<bool> busy_q_{"busy_q"};
};

}  // namespace mmasc
