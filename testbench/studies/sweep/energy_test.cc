// SPDX-License-Identifier: Apache-2.0
// The energy of a point: of streams of its own operands, each along K, asked of the synthesiser.
#include <gtest/gtest.h>

#include "mmasc/arith/sequence.h"
#include "mmasc/cost/streams.h"
#include "mmasc/sweep/evaluate_point.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/quantities.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

constexpr std::size_t kStreams = kEnergyStreams;

Study study_of(const std::string& rest) {
  return parse_study(
      "question = \"q\"\nunit = \"hopper/wgmma.m64nNk32.f32.e4m3.e4m3\"\n[axes]\nk = 80\n" + rest,
      "s.toml");
}

// D of the instructions of a stream, and what its dots say of c: it is 0 where a sum begins, else
// the d before.
void expect_chained(const Unit& unit, std::span<const DotOperands> dots, std::size_t of_sum) {
  const Sequence sequence(unit);
  const std::size_t of_stream = dots.size() / kStreams;
  for (std::size_t stream = 0; stream < kStreams; ++stream) {
    std::uint64_t d = 0;
    for (std::size_t i = 0; i < of_stream; ++i) {
      const DotOperands& dot = dots[stream * of_stream + i];
      ASSERT_EQ(dot.c(), i % of_sum == 0 ? 0 : d) << stream << " " << i;
      d = evaluate(sequence, dot);
    }
  }
}

TEST(StudyEnergy, IsOfThePointsOperandsAlongK) {
  const Study study = study_of(
      "[inputs]\nm = 16\nn = 32\n[measures]\nlist = [\"overflows\"]\n"
      "[cost]\narea = \"synthesis\"\nenergy = true\n[find]\nleast = \"energy\"\n");
  const std::vector<Point> points = plan_points(study);
  ASSERT_EQ(points.size(), 1U);
  const SharedInputs inputs = make_shared_inputs(study, points[0], 1, {});
  int asked = 0;
  Synthesiser synthesiser;
  synthesiser.costs = [](const SynthesisRow&, const std::vector<Unit>& units) {
    std::vector<UnitCost> costs;
    for (const Unit& unit : units) costs.push_back(estimate(make_plan(unit)));
    return costs;
  };
  synthesiser.energy = [&](const SynthesisRow&, const Unit& unit,
                           std::span<const DotOperands> dots) {
    ++asked;
    EXPECT_EQ(dots.size() % kStreams, 0U);
    EXPECT_GT(dots.size() * static_cast<std::size_t>(unit.steps()), kStreams * 64);
    expect_chained(unit, dots, 3);  // 80 elements of K are two instructions and half of one
    const auto& a = inputs.repetitions[0].inputs[Operand::a];
    EXPECT_EQ(dots[0][Operand::a][5], a.at(0, 5));
    EXPECT_EQ(dots[2][Operand::a][15], a.at(0, 79));
    EXPECT_EQ(dots[2][Operand::a][16], 0U);
    return 12.5;
  };
  const PointCosts costs(study, {&points[0]}, synthesiser);
  const PointResult result = evaluate_point(study, points[0], inputs, costs, 1, {});
  EXPECT_EQ(asked, 1);
  ASSERT_TRUE(result.cost);
  const auto energy =
      std::ranges::find(result.cost->numbers, kEnergy, &NamedNumbers::value_type::first);
  ASSERT_NE(energy, result.cost->numbers.end());
  EXPECT_EQ(energy->second, 12.5);
}

}  // namespace
}  // namespace mmasc
