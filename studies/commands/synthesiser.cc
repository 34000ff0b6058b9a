// SPDX-License-Identifier: Apache-2.0
#include "synthesiser.h"

#include "mmasc/command/progress.h"
#include "mmasc/unit/error.h"
#ifdef MMASC_HAS_RTL
#include "mmasc/cost/energy.h"
#include "mmasc/cost/synthesis.h"
#endif

namespace mmasc {

#ifdef MMASC_HAS_RTL
namespace {

SynthesisOptions options_of(const SynthesisRow& how) {
  SynthesisOptions options;
  options.liberty = how.liberty;
  options.recipe = how.recipe;
  return options;
}

}  // namespace

Synthesiser terminal_synthesiser(int processes) {
  Synthesiser synthesiser;
  synthesiser.costs = [processes](const SynthesisRow& how, const std::vector<Unit>& units) {
    SynthesisOptions options = options_of(how);
    options.processes = processes;
    ProgressLine line;
    return synthesise(units, options, line.counting("stages synthesised")).costs;
  };
  synthesiser.energy = [processes](const SynthesisRow& how, const Unit& unit,
                                   std::span<const DotOperands> dots) {
    SynthesisOptions options = options_of(how);
    options.processes = processes;
    return energy_of(unit, map_unit(unit, options), dots).step;
  };
  return synthesiser;
}

void check_synthesiser(const SynthesisRow& how) { check_synthesis(options_of(how).liberty); }
#else
Synthesiser terminal_synthesiser(int) {
  Synthesiser synthesiser;
  synthesiser.costs = [](const SynthesisRow& how,
                         const std::vector<Unit>&) -> std::vector<UnitCost> {
    check_synthesiser(how);
    return {};
  };
  return synthesiser;
}

void check_synthesiser(const SynthesisRow&) {
  throw EnvironmentError(
      "this mmasc was built without synthesis (MMASC_RTL); write area = \"estimate\"");
}
#endif

}  // namespace mmasc
