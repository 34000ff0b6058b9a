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
#include "mmasc/cost/liberty.h"
#include "mmasc/cost/netlist.h"
#include "mmasc/cost/streams.h"
#include "mmasc/cost/synthesis.h"

namespace mmasc {

struct EnergyCost {
  double step = 0;         // pJ of a step, that of the registers' clock pins among them
  double clock = 0;        // pJ of the registers' clock pins in a cycle
  double changes = 0;      // of nets, in a step
  double voltage = 0;      // V, of the library
  std::int64_t steps = 0;  // that were counted
};

// One dot-product unit as emit-rtl writes it, flat and mapped.
struct MappedUnit {
  Netlist netlist;
  CellEnergies library;
};

// The netlist is kept in the cache. Throws as synthesise() does; InputError, too, where the library
// has no energies.
MappedUnit map_unit(const Unit& unit, const SynthesisOptions& options = {});

// The unit takes a step in every cycle; its id does not change. `dots` are operands of the
// instruction: those of the first stream one after the other, then those of the next one, of
// kEnergyStreams streams. D of each step is compared with the model's.
//
// Throws EnvironmentError where the netlist computes another D or cannot be simulated, InputError
// where the dots end before the first result.
EnergyCost energy_of(const Unit& unit, const MappedUnit& mapped, std::span<const DotOperands> dots);

}  // namespace mmasc
