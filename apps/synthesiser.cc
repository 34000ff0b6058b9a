// SPDX-License-Identifier: Apache-2.0
#include "synthesiser.h"

#include "mmasc/unit/error.h"
#include "progress.h"
#ifdef MMASC_HAS_RTL
#include "mmasc/cost/synthesis.h"
#endif

namespace mmasc {

#ifdef MMASC_HAS_RTL
Synthesiser terminal_synthesiser(int processes) {
  return [processes](const std::vector<Unit>& units) {
    SynthesisOptions options;
    options.processes = processes;
    ProgressLine line;
    return synthesise(units, options, line.counting("stages synthesised")).costs;
  };
}

void check_synthesiser() { check_synthesis(); }
#else
Synthesiser terminal_synthesiser(int) {
  return [](const std::vector<Unit>&) -> std::vector<UnitCost> {
    check_synthesiser();
    return {};
  };
}

void check_synthesiser() {
  throw EnvironmentError(
      "this mmasc was built without synthesis (MMASC_RTL); write area = \"estimate\"");
}
#endif

}  // namespace mmasc
