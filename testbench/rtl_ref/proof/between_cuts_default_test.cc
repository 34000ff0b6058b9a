// SPDX-License-Identifier: Apache-2.0
// Two models that are the same although their stages are not: what cuts decide, and what they may
// not take for granted.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "mmasc/mutation/kill.h"
#include "mmasc/proof/largest_word.h"
#include "mmasc/proof/prove_instructions.h"
#include "mmasc/symbolic/symbolic_stage.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "proof/proof_of.h"

namespace mmasc {
namespace {

using proof::InstructionProof, proof::Outcome, proof::ProvedInstruction;

constexpr proof::Limits kMoment{.seconds = 5};

struct ChangedRow {
  const char *unit, *field, *value;
};

class SameBetweenCuts : public ::testing::TestWithParam<ChangedRow> {};

TEST_P(SameBetweenCuts, IsProvedByItsStages) {
  const auto& [id, field, value] = GetParam();
  const Unit& unit = catalog().find(id);
  const Sequence sequence(unit), other(unit.with(field, value));
  EXPECT_FALSE(std::ranges::equal(symbolic_stages(sequence.plan()), symbolic_stages(other.plan()),
                                  {}, &SymbolicStage::graph, &SymbolicStage::graph));
  const InstructionProof proof =
      ProvedInstruction(sequence, {.limits = kMoment}).prove_same_as(other);
  EXPECT_EQ(proof.step.outcome, Outcome::proved);
  EXPECT_FALSE(proof.step.is_whole);
  ASSERT_FALSE(proof.step.theorems.empty());
  EXPECT_EQ(proof.step.theorems.back().stage, "normalizer_result");
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SameBetweenCuts,
    ::testing::Values(
        // Another largest exponent, where no bit of d tells that.
        ChangedRow{"ada/mma.m16n8k16.f32.f16.f16.f32", "dot.zero_exponent", "-133"},
        ChangedRow{"ada/mma.m16n8k16.f32.f16.f16.f32", "dot.exponent_floor", "-126"},
        // The zero of c takes part as 2^-126, which no product is below.
        ChangedRow{"ada/mma.m16n8k16.f32.f16.f16.f32", "dot.terms",
                   R"(["products", { from = "c", zero_exponent = "own" }])"},
        // All terms are zero where another zero's exponent is the largest one.
        ChangedRow{"ada/mma.m16n8k32.f32.e5m2.e5m2.f32", "dot.zero_exponent", "-131"},
        // Guard bits that are always 0, in stages whose words are wider for them.
        ChangedRow{"x86/vpdpbusd", "dot.alignment_rounding", "nearest_even"}),
    [](const auto& each) { return "Row" + std::to_string(each.index); });

// What is just beyond is refuted, by operands.
class OtherBetweenCuts : public ::testing::TestWithParam<ChangedRow> {};

TEST_P(OtherBetweenCuts, IsRefutedByOperands) {
  const auto& [id, field, value] = GetParam();
  const Unit& unit = catalog().find(id);
  const Plan plan = make_plan(unit), other = make_plan(unit.with(field, value));
  const proof::UnitProof proof = proof::prove_same(plan, other, {.limits = kMoment});
  ASSERT_EQ(proof.outcome, Outcome::refuted);
  const Operands in = testing::operands_of_elements(proof.operands);
  EXPECT_NE(evaluate(plan, in).d, evaluate(other, in).d);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, OtherBetweenCuts,
    ::testing::Values(ChangedRow{"ada/mma.m16n8k16.f32.f16.f16.f32", "dot.zero_exponent", "-100"},
                      ChangedRow{"ada/mma.m16n8k16.f32.f16.f16.f32", "dot.exponent_floor", "-20"},
                      // The zero of a product may have a great exponent.
                      ChangedRow{"ada/mma.m16n8k16.f32.f16.f16.f32", "dot.terms",
                                 R"([{ from = "products", zero_exponent = "own" }, "c"])"},
                      ChangedRow{"x86/vpdpbusd", "result.overflow", "saturate"}),
    [](const auto& each) { return "Row" + std::to_string(each.index); });

// Without the solver a claim that simulation does not refute is open, also where a later term of
// what the stage hands on is the same by structure.
TEST(BetweenCuts, WithoutASolverNothingIsProvedButByStructure) {
  const Unit& unit = catalog().find("x86/vpdpbusd");
  const Plan plan = make_plan(unit);
  const Plan other = make_plan(unit.with(
      "dot.terms", R"([{ from = "products", alignment_rounding = "nearest_even" }, "c"])"));
  const proof::ProofOptions options{.limits = {.seconds = 0}};
  EXPECT_EQ(proof::prove_same(plan, plan, options).outcome, Outcome::proved);
  EXPECT_EQ(proof::prove_same(plan, other, options).outcome, Outcome::open);
  EXPECT_EQ(proof::prove_same(plan, other, {.limits = kMoment}).outcome, Outcome::proved);
}

// Rows of one datapath that widen their elements otherwise take other operands: what is proved of
// the one is no proof of the other.
TEST(HashOfSequence, TellsHowElementsAreWidened) {
  const Sequence x(catalog().find("hopper/mma.m16n8k32.f32.e4m3.e4m3.f32"));
  const Sequence y(catalog().find("hopper/mma.m16n8k32.f32.e5m2.e5m2.f32"));
  EXPECT_TRUE(std::ranges::equal(symbolic_stages(x.plan()), symbolic_stages(y.plan()), {},
                                 &SymbolicStage::graph, &SymbolicStage::graph));
  EXPECT_NE(proof::hash_of(x), proof::hash_of(y));
  EXPECT_EQ(proof::hash_of(x), proof::hash_of(Sequence(x.unit())));
}

// Behind a cut more may enter than operands bring about, never less: what vectors tell apart is
// never proved to be the same.
class Killed : public ::testing::TestWithParam<const char*> {};

TEST_P(Killed, MutantsAreNeverProved) {
  const Unit& unit = catalog().find(GetParam());
  MutantKiller killer(unit);
  killer.search(1, 20, std::vector<std::string>(killer.verdicts().size()));
  const ProvedInstruction instruction{Sequence(unit), {.limits = {.seconds = 1}}};
  std::size_t refuted = 0;
  for (const Verdict& verdict : killer.verdicts()) {
    const Mutant& mutant = verdict.mutant;
    if (!verdict.killed_by || mutant.sum || mutant.lane || mutant.unseen_metadata != 0) continue;
    InstructionProof proof;
    try {
      proof = instruction.prove_same_as(Sequence(mutant.unit));
    } catch (const InputError&) {
      continue;  // other steps, or in another order
    }
    EXPECT_NE(proof.step.outcome, Outcome::proved) << mutant.text();
    refuted += proof.step.outcome == Outcome::refuted ? 1U : 0U;
  }
  EXPECT_GT(refuted, 2U);
}

INSTANTIATE_TEST_SUITE_P(Rows, Killed, ::testing::Values("rdna3/v_dot2_f32_bf16", "x86/vpdpbusd"),
                         [](const auto& each) { return "Row" + std::to_string(each.index); });

// The zero of c has the exponent of its subnormal numbers; that of a product may have any.
TEST(ProvedModel, KnowsTheExponentOfAZeroOfC) {
  const Plan plan = make_plan(catalog().find("ada/mma.m16n8k16.f32.f16.f16.f32"));
  const proof::ProvedModel model(plan, {.limits = kMoment});
  const auto stages = symbolic_stages(plan);
  ASSERT_EQ(model.entering().size(), stages.size());
  const proof::Invariants& aligned = model.entering()[1];
  ASSERT_EQ(aligned.least.size(), 1U);  // of 8 products and c
  EXPECT_EQ(stages[1].in[aligned.least.front().second].name, "term_8.exponent");
  EXPECT_EQ(aligned.ranges[aligned.least.front().second].low, -126);
}

TEST(LargestWord, IsOfWhatComparisonsChooseFrom) {
  using enum WordGraph::Operation;
  WordGraph graph;
  const int a = graph.signed_input(8), b = graph.signed_input(8), c = graph.signed_input(8);
  const auto larger = [&](int x, int y) {
    const int test = graph.record({less, WordGraph::kBitWidth, 0, {x, y, WordGraph::kNone}});
    return graph.record({select, 8, 0, {test, y, x}});
  };
  const int largest = larger(larger(a, b), c);
  std::vector<int> words = proof::words_of_largest(graph, largest);
  std::ranges::sort(words);
  EXPECT_EQ(words, (std::vector<int>{a, b, c}));
  // The smaller of two is no such choice.
  const int test = graph.record({less, WordGraph::kBitWidth, 0, {a, b, WordGraph::kNone}});
  const int smaller = graph.record({select, 8, 0, {test, a, b}});
  EXPECT_EQ(proof::words_of_largest(graph, smaller), std::vector<int>{smaller});
}

}  // namespace
}  // namespace mmasc
