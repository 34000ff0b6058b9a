// SPDX-License-Identifier: Apache-2.0
#include "audit/refute.h"

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "spec/catalog.h"

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
  refuter.search(1, 8, no_arguments(refuter));
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

}  // namespace
}  // namespace mmasc
