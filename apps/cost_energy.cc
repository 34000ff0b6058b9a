// SPDX-License-Identifier: Apache-2.0
#include "cost_energy.h"

#ifdef MMASC_HAS_RTL
#include <fmt/format.h>

#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/suggest.h"
#include "mmasc/vectors/case_operands.h"

namespace mmasc {
namespace {

constexpr std::uint64_t kSteps = 64;  // of a stream, and those that fill the ranks
constexpr std::uint64_t kSeed = 1;

}  // namespace

EnergyCost energy_of_class(const Unit& unit, const std::string& vector_class,
                           const SynthesisOptions& options) {
  const VectorClassInfo* const info = find_vector_class(vector_class);
  if (info == nullptr) {
    Names legal;
    for (const VectorClassInfo& one : kVectorClasses) legal.push_back(one.name);
    throw InputError("--energy: " + mend_name(vector_class, legal));
  }
  const Generator generator(unit, kSeed);
  const auto latency = static_cast<std::uint64_t>(generator.sequence().plan().latency());
  const auto steps = static_cast<std::uint64_t>(unit.steps());
  const std::uint64_t of_stream = (kSteps + latency + steps - 1) / steps;
  std::vector<Case> cases;
  for (std::uint64_t i = 0; i < of_stream * kEnergyStreams; ++i)
    cases.push_back(generator.make(info->value, i));
  std::vector<DotOperands> dots;
  for (const Case& one : cases) dots.push_back(operands_of(one));
  return energy_of(unit, dots, options);
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

}  // namespace mmasc
#endif
