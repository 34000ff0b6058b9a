// SPDX-License-Identifier: Apache-2.0
// Where the RTL has the fields that stages hand on: operands on ports, payloads in registers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "mmasc/proof/aiger.h"
#include "mmasc/proof/kept_number.h"
#include "mmasc/proof/leading_zeros.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/symbolic/symbolic_stage.h"

namespace mmasc::proof {

using NamedBits = std::map<std::string, Literal>;

// Two ends of a wire, which are the same bit.
struct Wire {
  std::string end;  // "u_aligner_0.u_registers.valid_i[0]"
  Literal x = kFalse, y = kFalse;
};

class Boundaries {
 public:
  Boundaries(const Rtl& rtl, const std::vector<SymbolicStage>& stages)
      : rtl_(rtl), stages_(stages) {}

  // How the RTL keeps a field that a stage reads.
  NumberForm form_of(std::size_t stage, std::size_t field) const;
  // Its bits there, by the names that the RTL's logic has for them; the first field is 0.
  void drive(std::size_t stage, std::size_t field, const Literals& bits, NamedBits& driven) const;
  // The RTL hands these bits to the registers of a field of a stage's payload, as it is kept.
  // Throws InputError where it has no such bits.
  Literals given(const NamedBits& outputs, std::size_t stage, std::size_t field) const;

  // The leading zeros that the RTL hands on beside fields of a stage: as they enter the registers,
  // among outputs of the RTL's logic, and as they leave them for the stage behind, among inputs.
  std::vector<LeadingZeros> leading_zeros(std::size_t stage, const NamedBits& inputs,
                                          const NamedBits& outputs) const;
  // What enters the registers leaves them.
  void drive_leading_zeros(std::size_t stage, const NamedBits& outputs, NamedBits& driven) const;

  // What is one wire: the handshake, the id, clock and reset between the registers of neighbouring
  // stages, and those of the first and the last and the ports; d and what comes out.
  std::vector<Wire> wires(const NamedBits& inputs, const NamedBits& outputs) const;

 private:
  std::string registers_at(std::size_t stage, const StageRegisters::Place& place) const;
  Literal bit_of(const NamedBits& bits, const std::string& name) const;
  Literals bits_at(const NamedBits& bits, std::size_t stage, const StageRegisters::Place& place,
                   const char* end) const;

  const Rtl& rtl_;
  const std::vector<SymbolicStage>& stages_;
};

}  // namespace mmasc::proof
