// SPDX-License-Identifier: Apache-2.0
// What the stage functions leave as graphs, recorded once, gives the reference's bits for any
// operands: whole steps, stage behind stage, and within the bounds that are told.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "arith/operands.h"
#include "mmasc/arith/reference.h"
#include "mmasc/symbolic/symbolic_numbers.h"
#include "mmasc/symbolic/symbolic_stage.h"
#include "mmasc/symbolic/word_ranges.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/bundled.h"
#include "printed_name.h"
#include "random/random_unit.h"
#include "symbolic/recorded.h"

namespace mmasc {
namespace {

struct Vectors {
  std::string unit, file;
  friend void PrintTo(const Vectors& row, std::ostream* out) { *out << row.unit; }
};

class Symbolic : public ::testing::TestWithParam<Vectors> {
 protected:
  const Unit& unit_ = catalog().find(GetParam().unit);
  const Sequence sequence_{unit_};
  const Recorded recorded_{sequence_};

  void expect_same(const DotOperands& x, const std::string& name) const {
    EXPECT_EQ(recorded_.evaluate(x).d, evaluate(sequence_, x)) << name;
  }
};

TEST_P(Symbolic, RecordsTheSameAgain) {
  EXPECT_EQ(symbolic_step(sequence_.plan()).graph, recorded_.step().graph);
  RecordProperty("nodes", static_cast<int>(recorded_.step().graph.nodes().size()));
}

TEST_P(Symbolic, GivesTheReferencesBitsForRandomOperands) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Case x = random_operands(unit_, seed);
    expect_same(view(x), "random_operands(" + std::to_string(seed) + ")");
  }
}

TEST_P(Symbolic, GivesTheReferencesBitsForTheVectors) {
  const VectorFile file = read_vectors(bundled_vectors_dir() + "/" + GetParam().file);
  ASSERT_FALSE(file.cases.empty());
  for (std::size_t i = 0; i < file.cases.size(); i += 3)
    expect_same(view(file.cases[i]), "line " + std::to_string(file.cases[i].line));
}

INSTANTIATE_TEST_SUITE_P(
    Units, Symbolic,
    ::testing::Values(
        Vectors{"hopper/wgmma.m64nNk32.f32.e4m3.e4m3", "h100/wgmma.m64nNk32.f32.e4m3.e4m3.vec"},
        Vectors{"hopper/mma.m16n8k16.f32.f16.f16.f32", "h100/mma.m16n8k16.f32.f16.f16.f32.vec"},
        Vectors{"cdna3/v_mfma_f32_16x16x16_f16", "derived/cdna3/v_mfma_f32_16x16x16_f16.vec"},
        Vectors{"cdna2/v_mfma_f32_32x32x8f16", "derived/cdna2/v_mfma_f32_32x32x8f16.vec"},
        Vectors{"blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",
                "derived/blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3.vec"},
        Vectors{"hopper/mma.m8n8k4.f64.f64.f64.f64", "h100/mma.m8n8k4.f64.f64.f64.f64.vec"}),
    PrintedName());

using N = SymbolicNumbers;

N::word unsigned_input(int bits) {
  N::word x;
  N::make_input(x, bits, false);
  return x;
}

TEST(WordGraphs, FoldWhatDependsOnNoInput) {
  WordGraph graph;
  const Recording recording(graph);
  const auto x = unsigned_input(8);
  const auto six = N::mul(N::word_of(2, 3), N::word_of(3, 3), 5);
  EXPECT_EQ(graph.node(six.node).operation, WordGraph::Operation::constant);
  EXPECT_EQ(graph.node(six.node).parameter, 6);
  EXPECT_EQ(N::select(N::less(N::word_of(1, 2), six), x, six), x);
  EXPECT_EQ(N::add(x, six, 10), N::add(x, six, 10));
  EXPECT_NE(N::add(x, six, 10), N::add(x, six, 11));
  const Numbers64::word input[] = {250};
  const auto sum = N::add(x, six, 10);
  EXPECT_TRUE(evaluate<Numbers64>(graph, input)[static_cast<std::size_t>(sum.node)] == 256);
}

TEST(WordGraphs, HaveZeroWhereNoValueIsGiven) {
  WordGraph graph;
  const Recording recording(graph);
  const auto sum = N::add(unsigned_input(4), N::word{}, 6);
  const Numbers64::word input[] = {9};
  EXPECT_TRUE(evaluate<Numbers64>(graph, input)[static_cast<std::size_t>(sum.node)] == 9);
  EXPECT_EQ(N::both(N::bit{}, N::bit_of(true)), N::bit_of(false));
}

TEST(WordGraphs, HoldConstantsOf64Bits) {
  WordGraph graph;
  const Recording recording(graph);
  const N::raw nan = 0xfff8000000000001;
  const auto values = evaluate<Numbers128>(graph, {});
  EXPECT_EQ(Numbers128::to_raw(values[static_cast<std::size_t>(nan.node)]), 0xfff8000000000001);
}

WordRange range_of(const WordGraph& graph, N::word x, const std::vector<WordRange>& inputs) {
  return ranges_of(graph, inputs)[static_cast<std::size_t>(x.node)];
}

TEST(WordRanges, FollowFromThoseOfInputs) {
  WordGraph graph;
  const Recording recording(graph);
  const auto x = unsigned_input(8), y = unsigned_input(4);
  const std::vector<WordRange> inputs{{16, 200}, {0, 3}};
  EXPECT_EQ(range_of(graph, N::sub(x, y, 10), inputs), (WordRange{13, 200}));
  EXPECT_EQ(range_of(graph, N::mul(x, y, 14), inputs), (WordRange{0, 600}));
  EXPECT_EQ(range_of(graph, N::shift_left_by(x, N::to_index(y, 5), 14), inputs),
            (WordRange{16, 1600}));
  EXPECT_EQ(range_of(graph, N::select(N::less(y, x), y, x), inputs), (WordRange{0, 3}));
  // What a test says of what it chooses.
  const auto z = N::sub(y, N::word_of(2, 3), 6);
  const auto below = N::less(z, N::word_of(0, 2));
  EXPECT_EQ(range_of(graph, N::select(below, N::word_of(0, 2), z), inputs), (WordRange{0, 1}));
  EXPECT_EQ(
      range_of(graph, N::select(N::either(below, N::equal(x, y)), N::word_of(0, 2), z), inputs),
      (WordRange{0, 1}));
  EXPECT_EQ(range_of(graph, N::select(N::both(below, N::equal(x, y)), N::word_of(0, 2), z), inputs),
            (WordRange{-2, 1}));
  EXPECT_EQ(range_of(graph, N::field(x, 4, 3), inputs), (WordRange{0, 7}));
  // An exponent field that is 0 counts as 1.
  const auto one_if = [](N::word test) {
    return N::select(N::equal(test, N::word_of(0, 2)), N::word_of(1, 2), N::word_of(0, 2));
  };
  EXPECT_EQ(range_of(graph, N::add(y, one_if(y), 10), inputs), (WordRange{1, 3}));
  EXPECT_EQ(range_of(graph, N::add(y, one_if(x), 10), inputs), (WordRange{0, 4}));
  // A width that does not hold the bounds is the bound.
  EXPECT_EQ(range_of(graph, N::add(x, x, 8), inputs), (WordRange{-128, 127}));
}

TEST(WordRanges, TellTheLesserAndTheGreater) {
  WordGraph graph;
  const Recording recording(graph);
  const auto x = N::to_index(unsigned_input(8), 9), y = N::to_index(unsigned_input(8), 9);
  const std::vector<WordRange> inputs{{3, 200}, {16, 20}};
  EXPECT_EQ(range_of(graph, N::to_word(N::min(x, y), 9), inputs), (WordRange{3, 20}));
  EXPECT_EQ(range_of(graph, N::to_word(N::max(x, y), 9), inputs), (WordRange{16, 200}));
}

// Of wide words nothing is told that their width does not say.
TEST(WordRanges, SayNothingOfWideWords) {
  WordGraph graph;
  const Recording recording(graph);
  const auto wide = unsigned_input(300);
  const auto less = N::less(wide, N::shift_left(N::word_of(1, 2), 110, 112));
  EXPECT_EQ(
      range_of(graph, N::select(less, N::word_of(1, 2), N::word_of(0, 2)), {all_of(300, false)}),
      (WordRange{0, 1}));
  EXPECT_EQ(range_of(graph, N::field(wide, 0, 5), {all_of(300, false)}), (WordRange{0, 31}));
}

// No value that operands can make lies outside.
TEST(WordRanges, HoldEveryValue) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Unit unit = random_unit(seed);
    const Sequence sequence(unit);
    const Plan& plan = sequence.plan();
    if (unit.products() > 16 || plan.word_bits > kWidestRange) continue;
    const SymbolicStage step = symbolic_step(plan);
    std::vector<WordRange> bounds;
    for (const SymbolicField& field : step.in)
      bounds.push_back(all_of(field.width, field.is_signed));
    const std::vector<WordRange> ranges = ranges_of(step.graph, bounds);
    for (std::uint64_t operands = 0; operands < 8; ++operands) {
      const Case x = random_operands(unit, operands);
      const auto values = evaluate<Numbers128>(
          step.graph, graph_words<Numbers128>(step, graph_inputs(sequence.step(0, view(x), 0))));
      for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_TRUE(ranges[i].low <= values[i] && values[i] <= ranges[i].high)
            << replay(seed, operands) << ": node " << i;
    }
  }
}

}  // namespace
}  // namespace mmasc
