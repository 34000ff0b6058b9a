// SPDX-License-Identifier: Apache-2.0
// Gaps and stalls change no bit and no order, and every cycle is the formula's.
#include <gtest/gtest.h>

#include "mmasc/pipeline/dot_product_unit.h"
#include "pipeline/bench.h"
#include "pipeline/elastic_cycles.h"
#include "pipeline/operations.h"
#include "pipeline/own_process.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

constexpr int kStalledOperations = 120;

void expect_cycles(const Sequence& sequence, const Schedule& schedule, std::uint64_t seed) {
  const Plan& plan = sequence.plan();
  const auto steps = random_steps(sequence, kStalledOperations, seed);
  Clock clock;
  const auto unit = make_dot_product_unit("unit", plan);
  Bench<Operands, Result> bench("bench", clock, *unit);
  clock.start_in_reset();
  constexpr std::uint64_t kFirstId = 0xa5c3'9f17'7fff'ffc0;  // any bit changes in some of them
  bench.start(steps, schedule, kFirstId);
  const ElasticCycles cycles = elastic_cycles(plan.latency(), schedule);
  clock.run(cycles.delivered.back() + 20);

  EXPECT_EQ(bench.accepted, cycles.accepted) << "seed " << seed;
  const auto expected = results_of(plan, steps);
  ASSERT_EQ(bench.delivered.size(), steps.size()) << "seed " << seed;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& delivery = bench.delivered[i];
    EXPECT_EQ(delivery.id, kFirstId + i) << "seed " << seed;
    EXPECT_EQ(delivery.payload.d, expected[i]) << "seed " << seed;
    EXPECT_EQ(delivery.cycle, cycles.delivered[i]) << "seed " << seed << " operation " << i;
  }
}

class Stalls : public ::testing::TestWithParam<Sample> {};

TEST_P(Stalls, WithoutAnyEachResultComesAfterTheLatency) {
  const Sequence sequence(GetParam().unit());
  const Schedule schedule = Schedule::back_to_back(kStalledOperations);
  const ElasticCycles cycles = elastic_cycles(sequence.plan().latency(), schedule);
  for (int i = 0; i < kStalledOperations; ++i)
    ASSERT_EQ(cycles.delivered[static_cast<std::size_t>(i)], i + sequence.plan().latency());
  expect_cycles(sequence, schedule, 1);
}

TEST_P(Stalls, ChangeNoBitAndFollowTheFormula) {
  struct Percent {
    int gaps, stalls;
  };
  std::uint64_t seed = 0;
  for (const auto& [gaps, stalls] :
       {Percent{0, 30}, {30, 0}, {30, 30}, {10, 70}, {70, 10}, {5, 5}}) {
    ++seed;
    Unit unit = GetParam().unit();
    if (seed % 2 == 0) {  // some ranks in a row, some stages without
      unit.structure.multiplier.registers = 0;
      unit.structure.aligner.registers = 3;
      unit.structure.adder_tree.registers_per_level = 0;
      unit.structure.normalizer.registers = 2;
    }
    const Sequence sequence(unit);
    Random random(seed);
    const Schedule schedule = Schedule::random(random, kStalledOperations, gaps, stalls);
    EXPECT_TRUE(passes_in_child([&] { expect_cycles(sequence, schedule, seed); }));
  }
}

INSTANTIATE_TEST_SUITE_P(Units, Stalls, ::testing::ValuesIn(kSamples),
                         [](const auto& info) { return label_of(info); });

}  // namespace
}  // namespace mmasc
