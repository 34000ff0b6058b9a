// SPDX-License-Identifier: Apache-2.0
#include "audit/refute.h"

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "audit/meaning.h"
#include "random/random_unit.h"
#include "spec/catalog.h"
#include "spec/error.h"

namespace mmasc {
namespace {

constexpr const char* kFp8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";

std::vector<std::string> no_arguments(const Refuter& refuter) {
  return std::vector<std::string>(refuter.trials().size());
}

const Trial& trial_of(const Refuter& refuter, const std::string& text) {
  for (const Trial& trial : refuter.trials())
    if (trial.mutant.text() == text) return trial;
  ADD_FAILURE() << text;
  return refuter.trials().front();
}

TEST(Refuter, AWitnessTellsTheTwoApart) {
  const Unit& unit = catalog().find(kFp8);
  Refuter refuter(unit);
  refuter.search(1, 50, no_arguments(refuter));
  const Sequence sequence(unit);
  int witnesses = 0;
  for (const Trial& trial : refuter.trials()) {
    if (!trial.witness) continue;
    ++witnesses;
    EXPECT_EQ(evaluate(sequence, view(*trial.witness)), trial.witness->d);
    EXPECT_EQ(evaluate(Sequence(trial.mutant.unit), view(*trial.witness)), trial.mutant_d);
    EXPECT_NE(trial.mutant_d, trial.witness->d) << trial.mutant.text();
    EXPECT_TRUE(trial.by_search);
  }
  EXPECT_GT(witnesses, 40);
}

TEST(Refuter, GivenVectorsComeFirst) {
  const Unit& unit = catalog().find(kFp8);
  Refuter refuter(unit);
  refuter.take({}, NanMatch::exact);
  const std::string text = "dot.fraction_bits = 14 instead of 13, aligner";
  EXPECT_FALSE(trial_of(refuter, text).witness);
  const Generator generator(unit, 9);
  std::vector<Case> cases;
  for (std::uint64_t i = 0; i < 100; ++i) {
    cases.push_back(generator.make(VectorClass::edge, i));
    cases.back().d = evaluate(generator.sequence(), view(cases.back()));
  }
  refuter.take(cases, NanMatch::exact);
  ASSERT_TRUE(trial_of(refuter, text).witness);
  EXPECT_FALSE(trial_of(refuter, text).by_search);
}

// An argument that a vector contradicts is wrong. Returns how many arguments there were.
int arguments_tried(const Unit& unit, std::uint64_t count) {
  Refuter refuter(unit);
  refuter.search(3, count, no_arguments(refuter));
  int arguments = 0;
  for (const Trial& trial : refuter.trials()) {
    const std::string why = why_equal(unit, trial.mutant.unit);
    arguments += why.empty() ? 0 : 1;
    EXPECT_FALSE(trial.witness && !why.empty())
        << unit.instruction.id << ": " << trial.mutant.text() << ": " << why;
  }
  return arguments;
}

TEST(Meaning, NoArgumentIsContradictedByAVector) {
  int arguments = 0;
  for (std::size_t i = 0; i < catalog().units().size(); i += 23)
    arguments += arguments_tried(catalog().units()[i], 20);
  EXPECT_GT(arguments, 100);
}

TEST(Meaning, NorOnRandomUnits) {
  int arguments = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Unit unit = random_unit(seed);
    try {
      arguments += arguments_tried(unit, 10);
    } catch (const RowError&) {
      continue;  // an exact window wider than any plan
    }
  }
  EXPECT_GT(arguments, 100);
}

TEST(Meaning, SaysWhy) {
  const Unit& f16 = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  EXPECT_EQ(why_equal(f16, f16.with("product.infinity_at", "128")), "the plan is the same");
  EXPECT_EQ(why_equal(f16, f16.with("lanes", "32")), "the plan is the same");
  EXPECT_EQ(why_equal(f16, f16.with("dot.fraction_bits", "24")), "");
  EXPECT_NE(why_equal(f16, f16.with("dot.zero_exponent", "-134")).find("at least exponent -126"),
            std::string::npos);
}

}  // namespace
}  // namespace mmasc
