// SPDX-License-Identifier: Apache-2.0
// Units of one plan side by side in an MMA unit, each behind an operand register. Results are taken
// as they come, so no unit ever waits.
//
//   offer -> [operand register] -> [unit] -> result
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/arith/lanes.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/pipeline/dot_product_unit.h"

namespace mmasc {

class UnitArray {
 public:
  virtual ~UnitArray() = default;

  // On a rising edge, in this order: what a unit has ready; the edge itself; what the operand
  // registers take, one operation of a unit at most: step `step` of `in`, whose elements stay where
  // they are until the next edge.
  virtual std::optional<Tagged<Result>> result(int unit) const = 0;
  virtual void clock() = 0;
  virtual void offer(int unit, std::uint64_t id, int step, const DotOperands& in,
                     std::uint64_t chained) = 0;
  virtual void reset() = 0;  // instead

  // The registers of one unit's stages.
  virtual std::vector<RegisterView> registers(int unit) const = 0;
  std::string name(int unit) const { return name_ + "_" + std::to_string(unit); }

 protected:
  explicit UnitArray(std::string name) : name_(std::move(name)) {}

 private:
  std::string name_;
};

// SystemC modules and the wires between, in the module that is being built.
std::unique_ptr<UnitArray> make_module_array(const std::string& name, const Sequence& sequence,
                                             const Plan& plan, int units, ClockPorts& parent,
                                             const MakeUnit& make);
// One object: the stages of all units on vector lanes. The plan fits lanes.
std::unique_ptr<UnitArray> make_lane_unit_array(const std::string& name, const Sequence& sequence,
                                                const Plan& plan, int units,
                                                const LaneTarget& target);

}  // namespace mmasc
