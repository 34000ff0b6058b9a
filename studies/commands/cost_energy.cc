// SPDX-License-Identifier: Apache-2.0
#include "cost_energy.h"

#include <fmt/format.h>

#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {

std::string why_no_class(const std::string& vector_class) {
  if (find_vector_class(vector_class) != nullptr) return {};
  Names legal;
  for (const VectorClassInfo& one : kVectorClasses) legal.push_back(one.name);
  return mend_name(vector_class, legal);
}

#ifdef MMASC_HAS_RTL
EnergyCost energy_of_class(const Unit& unit, const std::string& vector_class,
                           const SynthesisOptions& options) {
  constexpr std::uint64_t kSeed = 1;
  const Generator generator(unit, kSeed);
  const std::int64_t count = kEnergyStreams * dots_of_a_stream(unit, generator.sequence().plan());
  std::vector<Case> cases;
  for (std::int64_t i = 0; i < count; ++i)
    cases.push_back(
        generator.make(find_vector_class(vector_class)->value, static_cast<std::uint64_t>(i)));
  std::vector<DotOperands> dots;
  for (const Case& one : cases) dots.push_back(operands_of(one));
  return energy_of(unit, map_unit(unit, options), dots);
}

std::string energy_line(const EnergyCost& energy, const Unit& unit,
                        const std::string& vector_class) {
  return fmt::format(
      "energy: {:.4g} pJ a step, {:.3g} a product; {:.0f} % of it at clock pins; {:.0f} nets "
      "change\n"
      "  operands of the class {}, {} steps at {:g} V; no wires, no glitches, no leakage\n",
      energy.step, energy.step / unit.lanes(), 100 * energy.clock / energy.step, energy.changes,
      vector_class, energy.steps, energy.voltage);
}

Json json_energy(const EnergyCost& energy, const Unit& unit, const std::string& vector_class) {
  return {{"class", vector_class},    {"steps", energy.steps},
          {"step_pj", energy.step},   {"product_pj", energy.step / unit.lanes()},
          {"clock_pj", energy.clock}, {"changes", energy.changes},
          {"voltage", energy.voltage}};
}

#endif

}  // namespace mmasc
