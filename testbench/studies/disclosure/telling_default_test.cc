// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "disclosure/telling_cases.h"
#include "mmasc/unit/catalog.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

// rows_long_test.cc has every row.
TEST(Telling, OfEveryOtherDatapath) {
  std::set<std::string> seen;
  std::size_t units = 0, decided = 0;
  for (const Unit& unit : catalog().units()) {
    if (!seen.insert(unit.datapath.name).second || seen.size() % 2 == 0) continue;
    const auto here = std::ranges::count_if(
        expect_telling(unit), [](const TellingCase& one) { return !one.other.empty(); });
    EXPECT_GT(here, 0) << unit.instruction.id;
    decided += static_cast<std::size_t>(here);
    ++units;
  }
  EXPECT_GT(units, 30u);
  EXPECT_GT(decided, 7 * units);  // few rules of integers can be seen
}

TEST(Telling, OfRandomUnits) {
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    for (const auto make : {stochastic_unit, sparse_unit, tensor_scaled_unit})
      expect_telling(make(seed));
}

// The page of Hopper's FP8 shows the rules for which it is known.
TEST(Telling, RulesOfHopper) {
  std::set<std::string> rules;
  for (const TellingCase& one :
       telling_cases(catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"), kTellingOperands))
    rules.insert(one.rule);
  for (const char* rule :
       {"The rounding of d (`result.rounding`): toward_zero.",
        "Fraction bits kept below e_max (`dot.fraction_bits`): 13.",
        "The exponent with which an exact zero takes part in e_max (`dot.zero_exponent`): -133.",
        "The sign of a sum that is exactly zero (`zero_sign`): plus.",
        "The bits of NaN (`result.nan`): 7fffffff."})
    EXPECT_TRUE(rules.contains(rule)) << rule;
}

}  // namespace
}  // namespace mmasc
