// SPDX-License-Identifier: Apache-2.0
// Datapaths nobody has built: the probes find what exact numbers show, and do not take a unit for
// its mutant.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "arith/random_sequences.h"
#include "probes/support.h"

namespace mmasc::probes {

struct RandomUnits {
  int units = 0;
  int observed = 0;      // features
  int mutants_seen = 0;  // each unit's with another rounding of its result
  int stochastic = 0;    // units of which a rounding is seen to be

  void probe(const Unit& unit, std::uint64_t seed) {
    const Benched benched(unit);
    const Survey survey = probe_all(benched.bench);
    const Comparison comparison = compare_with_exact(survey, unit);
    EXPECT_EQ(to_text(comparison.differences), "") << "seed " << seed;
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
