// SPDX-License-Identifier: Apache-2.0
// Sums of numbers with a sign beside them, as adders that subtract make them, are the model's sums,
// and so are their signs and magnitudes.
#include <gtest/gtest.h>

#include <random>

#include "mmasc/proof/rtl_logic.h"
#include "mmasc/proof/signed_sums.h"
#include "mmasc/unit/catalog.h"
#include "proof/faults.h"

namespace mmasc::proof {
namespace {

UnitLogic logic_of(const Plan& plan) {
  const Rtl rtl = emit_rtl(plan, "unit");
  return UnitLogic(plan, rtl, rtl_logic(rtl));
}

Invariants all_that_enters(const SymbolicStage& stage) {
  Invariants all;
  for (const SymbolicField& field : stage.in)
    all.ranges.push_back(all_of(field.width, field.is_signed));
  return all;
}

bool always(const AndGraph&, const std::vector<NamedLiteral>&, Literal) { return true; }
bool never_proved(const AndGraph&, const std::vector<NamedLiteral>&, Literal) { return false; }

// Without a solver, on drawn bits. Nodes of the stage that are sums so.
std::size_t expect_the_models(UnitLogic& unit, const Plan& plan, std::size_t at,
                              Invariants entering) {
  const SymbolicStage& stage = unit.stages()[at];
  const GivenBits sums = signed_sums(plan, unit, at, entering, always).numbers;
  const std::vector<Literals> model = bits_of_words(unit.gates(), stage.graph, unit.read_by(at));
  std::mt19937_64 random(at);
  for (int run = 0; run < 20; ++run) {
    std::vector<std::uint64_t> drawn;
    for (std::size_t i = 0; i < unit.inputs().size(); ++i) drawn.push_back(random());
    const auto values = simulate(unit.gates(), unit.inputs(), drawn);
    for (const auto& [node, bits] : sums) {
      const Literals& expected = model[static_cast<std::size_t>(node)];
      const Literals own = resized(bits, static_cast<int>(expected.size()));
      for (std::size_t i = 0; i < own.size(); ++i)
        EXPECT_EQ(value_of(values, own[i]), value_of(values, expected[i])) << node << ' ' << i;
      if (::testing::Test::HasFailure()) return 0;
    }
  }
  return sums.size();
}

// Of the first level, whose addends have signs and magnitudes: any bits may stand in these.
TEST(SignedSums, AreThoseOfTheModel) {
  const Plan plan = make_plan(catalog().find(testing::kTruncating));
  UnitLogic unit = logic_of(plan);
  EXPECT_EQ(expect_the_models(unit, plan, 2, all_that_enters(unit.stages()[2])),
            2u);  // of four products, and c
}

// The total is one, its magnitude, that it is negative and that it is nothing.
TEST(SignedSums, OfTheLastLevelHaveAMagnitude) {
  Unit row = catalog().find(testing::kTruncating);
  row.structure.adder_tree.radix = 8;
  const Plan plan = make_plan(row);
  UnitLogic unit = logic_of(plan);
  EXPECT_EQ(expect_the_models(unit, plan, 2, all_that_enters(unit.stages()[2])), 4u);
}

// c, which passes the level alone, meets no adder.
TEST(SignedSums, AreNotTakenWhereAnAdderIsNotProved) {
  const Plan plan = make_plan(catalog().find(testing::kTruncating));
  UnitLogic unit = logic_of(plan);
  const SignedSums sums =
      signed_sums(plan, unit, 2, all_that_enters(unit.stages()[2]), never_proved);
  EXPECT_EQ(sums.numbers.size(), 1u);
}

// The solver refuses adders that lose a bit.
TEST(SignedSums, AreNotTakenInTooFewBits) {
  Unit row = catalog().find(testing::kTruncating);
  row.structure.adder_tree.radix = 8;
  Plan plan = make_plan(row);
  UnitLogic unit = logic_of(plan);
  ProvedClaims proved;
  const IsNever solver = [&](const AndGraph& gates, const auto& inputs, Literal wrong) {
    return never(gates, inputs, wrong, {}, proved).outcome == Outcome::proved;
  };
  const Invariants entering = all_that_enters(unit.stages()[2]);
  EXPECT_EQ(signed_sums(plan, unit, 2, entering, solver).numbers.size(), 4u);
  --plan.sums[0].sum_bits;
  EXPECT_TRUE(signed_sums(plan, unit, 2, entering, solver).numbers.empty());
}

// What is least of its width has no negative: of partial sums it has to be known that none is.
TEST(SignedSums, AreNotTakenOfNumbersThatMayBeTheLeast) {
  const Plan plan = make_plan(catalog().find(testing::kTruncating));
  UnitLogic unit = logic_of(plan);
  const Invariants nothing_known = all_that_enters(unit.stages()[3]);
  EXPECT_TRUE(signed_sums(plan, unit, 3, nothing_known, always).numbers.empty());
  Invariants bounded = nothing_known;
  for (WordRange& range : bounded.ranges) ++range.low;
  EXPECT_FALSE(signed_sums(plan, unit, 3, bounded, always).numbers.empty());
  Invariants not_least = nothing_known;
  for (const auto& [field, number] : unit.kept_by(3)) not_least.not_least.insert(field);
  EXPECT_EQ(expect_the_models(unit, plan, 3, not_least), 4u);  // no draw hits the least
}

TEST(SignedSums, OfOnesComplementAreNone) {
  const Plan plan = make_plan(catalog().find("rdna3/v_wmma_f32_16x16x16_f16"));
  UnitLogic unit = logic_of(plan);
  int checked = 0;
  for (std::size_t at = 0; at < unit.stages().size(); ++at) {
    const bool complements =
        plan.stages[static_cast<int>(at)].level >= 0 &&
        plan.sums[plan.levels[plan.stages[static_cast<int>(at)].level].first_sum].complements();
    if (!complements) continue;
    EXPECT_TRUE(unit.kept_by(at).empty()) << at;
    ++checked;
  }
  EXPECT_GE(checked, 2);
}

}  // namespace
}  // namespace mmasc::proof
