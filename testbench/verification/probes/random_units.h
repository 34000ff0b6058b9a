// SPDX-License-Identifier: Apache-2.0
// Datapaths nobody has built: the probes find what exact numbers show, and do not take a unit for
// its mutant.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "arith/random_sequences.h"
#include "mmasc/unit/plan.h"
#include "probes/support.h"

namespace mmasc::probes {

struct RandomUnits {
  int units = 0;
  int observed = 0;      // features
  int mutants_seen = 0;  // each unit's with another rounding of its result
  int stochastic = 0;    // units of which a rounding is seen to be

  // Fails where the plan contradicts a reason that the survey gives.
  static void expect_true_reasons(const Survey& survey, const Unit& unit, std::uint64_t seed) {
    const Plan plan = make_plan(unit);
    const bool drops = unit.steps() > 1 || unit.instruction.late_c ||
                       plan.result.prerounding_fraction_bits > 0 ||
                       std::ranges::any_of(plan.sums, &SumPlan::rounds) ||
                       !std::ranges::all_of(plan.groups, &AddendGroup::exact);
    for (const Finding& finding : survey.findings) {
      const std::string& why = finding.why_not;
      // Something before the last rounding has to be able to drop bits.
      EXPECT_TRUE(drops || (why != "c loses its low bits before d rounds" &&
                            why != "alignment keeps fewer bits than d"))
          << finding.name << ": " << why << ", seed " << seed;
      EXPECT_FALSE(why == "c is not of d's format" && *unit.instruction.c == unit.d())
          << "seed " << seed;
      EXPECT_EQ(why.find(" meet"), std::string::npos) << why;
    }
  }

  void probe(const Unit& unit, std::uint64_t seed) {
    const Benched benched(unit);
    const Survey survey = probe_all(benched.bench);
    const Comparison comparison = compare_with_exact(survey, unit);
    EXPECT_EQ(to_text(comparison.differences), "") << "seed " << seed;
    expect_true_reasons(survey, unit, seed);
    ++units;
    observed += comparison.agree;
    stochastic +=
        std::ranges::find(survey.findings, kStochastic, &Finding::value) != survey.findings.end();
    const bool truncates = unit.datapath.result.rounding == Rounding::toward_zero;
    const Unit mutant = unit.with("result.rounding", truncates ? "away" : "toward_zero");
    mutants_seen += !compare_with_exact(survey, mutant).differences.empty();
  }
};

inline RandomUnits probe_random_units(std::uint64_t first, std::uint64_t count) {
  RandomUnits all;
  for_each_random_sequence(first, count, [&](const Sequence& sequence, std::uint64_t seed) {
    all.probe(sequence.unit(), seed);
  });
  return all;
}

inline RandomUnits probe_stochastic_units(std::uint64_t first, std::uint64_t count) {
  RandomUnits all;
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    all.probe(stochastic_unit(seed), seed);
  return all;
}

}  // namespace mmasc::probes
