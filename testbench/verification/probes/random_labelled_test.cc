// SPDX-License-Identifier: Apache-2.0
// Datapaths nobody has built: the probes find what exact numbers show, and do not take a unit for
// its mutant.
#include <algorithm>

#include "asked_units.h"
#include "mmasc/unit/plan.h"
#include "probes/support.h"
#include "random/random_unit.h"

namespace mmasc::probes {
namespace {

struct RandomUnits {
  int units = 0;
  int observed = 0;      // features
  int mutants_seen = 0;  // each unit's with another rounding of its result
  int stochastic = 0;    // units of which a rounding is seen to be

  // Fails where the plan contradicts a reason that the survey gives.
  static void expect_true_reasons(const Survey& survey, const Unit& unit) {
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
          << finding.name << ": " << why;
      EXPECT_FALSE(why == "c is not of d's format" && *unit.instruction.c == unit.d());
      EXPECT_EQ(why.find(" meet"), std::string::npos) << why;
    }
  }

  void probe(const Unit& unit) {
    const Benched benched(unit);
    const Survey survey = probe_all(benched.bench);
    const Comparison comparison = compare_with_exact(survey, unit);
    EXPECT_EQ(to_text(comparison.differences), "");
    expect_true_reasons(survey, unit);
    ++units;
    observed += comparison.agree;
    stochastic +=
        std::ranges::find(survey.findings, kStochastic, &Finding::value) != survey.findings.end();
    const bool truncates = unit.datapath.result.rounding == Rounding::toward_zero;
    const Unit mutant = unit.with("result.rounding", truncates ? "away" : "toward_zero");
    mutants_seen += !compare_with_exact(survey, mutant).differences.empty();
  }
};

struct AskedProbes {
  AskedUnits units;
  int observed, mutants_seen, least_stochastic;
  friend void PrintTo(const AskedProbes& asked, std::ostream* out) { *out << asked.units.name; }
};

class Probes : public ::testing::TestWithParam<AskedProbes> {};

TEST_P(Probes, FindWhatExactNumbersShow) {
  const auto& [asked, observed, mutants_seen, least_stochastic] = GetParam();
  RandomUnits all;
  asked.sum([&](const Unit& unit) {
    all.probe(unit);
    return 1;
  });
  EXPECT_GE(all.units, asked.least);
  EXPECT_GT(all.observed, observed);
  EXPECT_GT(all.mutants_seen, mutants_seen);
  EXPECT_GE(all.stochastic, least_stochastic);
  EXPECT_LE(all.stochastic, least_stochastic == 0 ? 0 : all.units);
}

std::optional<Unit> stochastic_one(std::uint64_t seed) { return stochastic_unit(seed); }
constexpr auto kNameOfProbes = [](const auto& info) { return info.param.units.name; };

INSTANTIATE_TEST_SUITE_P(
    Quick, Probes,
    ::testing::Values(AskedProbes{{"random_units", random_planned_unit, {1, 10}, 7}, 80, 2, 0},
                      AskedProbes{{"stochastic_units", stochastic_one, {1, 8}, 8}, 60, -1, 2}),
    kNameOfProbes);
INSTANTIATE_TEST_SUITE_P(
    Long, Probes,
    ::testing::Values(
        AskedProbes{{"random_units", random_planned_unit, {1000, 150}, 120}, 1500, 40, 0},
        AskedProbes{{"stochastic_units", stochastic_one, {1000, 50}, 50}, 500, -1, 11}),
    kNameOfProbes);

}  // namespace
}  // namespace mmasc::probes
