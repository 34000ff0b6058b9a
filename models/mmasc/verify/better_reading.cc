// SPDX-License-Identifier: Apache-2.0
#include "mmasc/verify/better_reading.h"

#include <fmt/format.h>

#include "mmasc/arith/same_bits.h"
#include "mmasc/stimulus/packed_cases.h"

namespace mmasc {
namespace {

std::size_t count_differing(const Unit& unit, std::span<const Difference> vectors,
                            const EngineRow& engine) {
  std::vector<Case> cases;
  for (const Difference& one : vectors) cases.push_back(one.vector);
  PackedCases packed(cases);
  engine.engine_of(unit)->dot(packed.batch());
  std::size_t differing = 0;
  for (std::size_t i = 0; i < vectors.size(); ++i)
    if (!same_bits(unit.d(), packed.d[i], cases[i].d(), vectors[i].nan == NanMatch::any))
      ++differing;
  return differing;
}

}  // namespace

std::optional<BetterReading> better_reading(const VerifiedUnit& verified, const EngineRow& engine) {
  std::optional<BetterReading> best;
  const std::size_t of = verified.differing.size();
  if (of == 0) return best;
  std::size_t fewest = of;
  for (const Undecided& question : verified.unit.undecided()) {
    if (!question.is_expressed()) continue;
    const Unit reading = with_changes(verified.unit, question.set);
    const std::size_t differing = count_differing(reading, verified.differing, engine);
    if (differing >= fewest) continue;
    fewest = differing;
    best = {question, differing, of};
  }
  return best;
}

std::string hint_text(const VerifiedUnit& verified, const BetterReading& reading) {
  UnitArgument argument = verified.argument;
  argument.changes.insert(argument.changes.end(), reading.question.set.begin(),
                          reading.question.set.end());
  return fmt::format("hint: {}: {} of {}{} still differ (undecided: {}; {})", as_typed(argument),
                     reading.differing, verified.tally.mismatches > reading.of ? "the first " : "",
                     reading.of, reading.question.what, reading.question.source);
}

}  // namespace mmasc
