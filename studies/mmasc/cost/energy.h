// SPDX-License-Identifier: Apache-2.0
// The energy of a unit's step on given operands: changes of the nets of its mapped netlist, times
// what the liberty file says that a change takes.
//
// A change of a net takes half of V^2 C, where C is what the pins that it drives load, and what the
// driving cell and those pins take inside (internal_power). A clock pin changes twice a cycle.
// Nothing is placed: no wires, no clock tree; gates take no time, so no glitches; no leakage.
#pragma once

#include <cstdint>
#include <span>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/cost/synthesis.h"

namespace mmasc {

struct EnergyCost {
  double step = 0;         // pJ of a step, that of the registers' clock pins among them
  double clock = 0;        // pJ of the registers' clock pins in a cycle
  double changes = 0;      // of nets, in a step
  double voltage = 0;      // V, of the library
  std::int64_t steps = 0;  // that were counted
};

// Streams of dot products that run side by side; each takes as many of `dots` one after the other.
inline constexpr int kEnergyStreams = 64;

// One dot-product unit as emit-rtl writes it, flat, with a step in every cycle; its id does not
// change. `dots` are operands of the instruction, a multiple of kEnergyStreams, with the first part
// of each stream beside the others'. D of each step is compared with the model's.
//
// Throws as synthesise() does; InputError, too, where the library has no energies, and
// EnvironmentError where the netlist computes another D.
EnergyCost energy_of(const Unit& unit, std::span<const DotOperands> dots,
                     const SynthesisOptions& options = {});

}  // namespace mmasc
