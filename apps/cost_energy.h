// SPDX-License-Identifier: Apache-2.0
// The energy that `mmasc cost` tells: of a step on operands of a class of vectors.
#pragma once

#include <string>
#include <vector>

#include "mmasc/presentation/json.h"
#include "mmasc/unit/unit.h"

#ifdef MMASC_HAS_RTL
#include "mmasc/cost/energy.h"
#endif

namespace mmasc {

#ifdef MMASC_HAS_RTL
// Of kEnergyStreams streams of operands, which are those of `mmasc gen --class`. Throws as
// energy_of() does; InputError where there is no such class.
EnergyCost energy_of_class(const Unit& unit, const std::string& vector_class,
                           const SynthesisOptions& options);
// "energy: 31.2 pJ a step, ..."
std::string energy_line(const EnergyCost& energy, const Unit& unit,
                        const std::string& vector_class);
Json json_energy(const EnergyCost& energy, const Unit& unit, const std::string& vector_class);
#endif

}  // namespace mmasc
