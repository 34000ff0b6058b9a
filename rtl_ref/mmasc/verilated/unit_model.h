// SPDX-License-Identifier: Apache-2.0
// One verilated unit in simulation, cycle by cycle.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "mmasc/verilated/ports.h"
#include "mmasc/verilated/unit_library.h"

namespace mmasc {

class UnitModel {
 public:
  struct Outputs {
    bool ready = false, valid = false;
    std::uint32_t id = 0;
    std::uint64_t d = 0, flags = 0;
  };

  // Just reset; the state before is random, and the seed changes no result. Throws std::logic_error
  // where the ports are not the unit's.
  UnitModel(const UnitLibrary& library, const RtlUnit& unit, std::uint32_t seed = 1);

  // Holds valid_i and the operands, of the unit's `format`th pair, until they have been taken.
  void offer(std::uint32_t id, const Operands& operands, std::uint32_t format = 0);
  bool offers() const { return inputs_.valid_i; }
  // The outputs just before the rising edge that ends the cycle; ready: what was offered has been
  // taken. Throws std::logic_error where an assertion of the unit fails.
  Outputs cycle(bool ready = true);

  // The same wire by wire: what the ports are, the unit settled with that, its outputs.
  void set_handshake(bool valid, bool ready);
  Outputs settle(bool clk, bool rst_n = true);

  // Throws InputError where the unit has no such instance or variable.
  unit_abi::Variable find(const std::string& instance, const char* name) const;

 private:
  void evaluate(bool clk, bool rst_n = true);

  const UnitLibrary& library_;
  std::unique_ptr<void, void (*)(void*)> model_;
  OperandPorts operands_;
  PortWords d_;
  unit_abi::Inputs inputs_ = {};
};

}  // namespace mmasc
