// SPDX-License-Identifier: Apache-2.0
// `mmasc cost` tells the energy of a step on operands of a class of vectors.
#pragma once

#include <string>

#include "mmasc/presentation/json.h"
#include "mmasc/unit/unit.h"

#ifdef MMASC_HAS_RTL
#include "mmasc/cost/energy.h"
#endif

namespace mmasc {

// Says what is wrong with the name of a class; nothing where it is one.
std::string why_no_class(const std::string& vector_class);

#ifdef MMASC_HAS_RTL
// The streams' operands are those of `mmasc gen --class`. Throws as map_unit() and energy_of() do.
EnergyCost energy_of_class(const Unit& unit, const std::string& vector_class,
                           const SynthesisOptions& options);
// "energy: 31.2 pJ a step, ..."
std::string energy_line(const EnergyCost& energy, const Unit& unit,
                        const std::string& vector_class);
Json json_energy(const EnergyCost& energy, const Unit& unit, const std::string& vector_class);
#endif

}  // namespace mmasc
