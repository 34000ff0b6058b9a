// SPDX-License-Identifier: Apache-2.0
// One verilated unit in simulation, cycle by cycle.
#pragma once

#include <cstdint>
#include <memory>

#include "rtl_ref/verilated/ports.h"
#include "rtl_ref/verilated/unit_library.h"

namespace mmasc {

class UnitModel {
 public:
  // The outputs just before a rising edge.
  struct Outputs {
    bool ready = false;  // what was offered has been taken
    bool valid = false;
    std::uint32_t id = 0;
    std::uint64_t d = 0;
  };

  // Just reset; the state before is random, and the seed changes no result. Throws std::logic_error
  // where the ports are not the unit's.
  UnitModel(const UnitLibrary& library, const RtlUnit& unit, std::uint32_t seed = 1);

  // Holds valid_i and the operands, of the unit's `format`th pair, until they have been taken.
  void offer(std::uint32_t id, const Operands& operands, std::uint32_t format = 0);
  bool offers() const { return inputs_.valid_i; }
  // Throws std::logic_error where an assertion of the unit fails.
  Outputs cycle(bool ready = true);

 private:
  const UnitLibrary& library_;
  std::unique_ptr<void, void (*)(void*)> model_;
  OperandPorts operands_;
  PortWords d_;
  unit_abi::Inputs inputs_ = {};
};

}  // namespace mmasc
