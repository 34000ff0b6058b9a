// SPDX-License-Identifier: Apache-2.0
// The registers are the only state: what a unit did before leaves no trace, and a reset ends
// whatever is in flight.
#include <gtest/gtest.h>

#include "mmasc/pipeline/dot_product_unit.h"
#include "pipeline/bench.h"
#include "pipeline/operations.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

constexpr int kStateOperations = 40;

// Two dot-product units of one plan in one simulation.
struct Twins {
  explicit Twins(const Plan& plan)
      : a(make_dot_product_unit("a", plan)),
        b(make_dot_product_unit("b", plan)),
        bench_a("bench_a", clock, *a),
        bench_b("bench_b", clock, *b) {
    clock.start_in_reset();
  }

  // The same operations into both, which must answer alike: the results, on the same cycles.
  void expect_alike(const std::vector<Operands>& steps, const std::vector<std::uint64_t>& results) {
    Random random(7);
    const Schedule schedule = Schedule::random(random, kStateOperations, 25, 25);
    bench_a.start(steps, schedule, 1000);
    bench_b.start(steps, schedule, 1000);
    clock.run(1500);
    EXPECT_EQ(bench_a.accepted, bench_b.accepted);
    ASSERT_EQ(bench_a.delivered.size(), results.size());
    ASSERT_EQ(bench_b.delivered.size(), results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      EXPECT_EQ(bench_a.delivered[i].payload.d, results[i]);
      EXPECT_EQ(bench_b.delivered[i].payload.d, results[i]);
      EXPECT_EQ(bench_a.delivered[i].id, 1000 + i);
      EXPECT_EQ(bench_b.delivered[i].id, 1000 + i);
      EXPECT_EQ(bench_a.delivered[i].cycle, bench_b.delivered[i].cycle);
    }
  }

  Clock clock;
  std::unique_ptr<DotProductUnit> a, b;
  Bench<Operands, Result> bench_a, bench_b;
};

class OnlyState : public ::testing::TestWithParam<Sample> {
 protected:
  OnlyState()
      : sequence_(GetParam().unit()),
        before_(random_steps(sequence_, kStateOperations, 5)),
        steps_(random_steps(sequence_, kStateOperations, 6)),
        results_(results_of(sequence_.plan(), steps_)) {}

  Sequence sequence_;
  std::vector<Operands> before_, steps_;
  std::vector<std::uint64_t> results_;
};

TEST_P(OnlyState, AUnitThatWorkedAndDrainedIsLikeAFreshOne) {
  Twins twins(sequence_.plan());
  twins.bench_b.start(before_, Schedule::back_to_back(kStateOperations));
  twins.clock.run(kStateOperations + sequence_.plan().latency() + 5);
  EXPECT_EQ(twins.bench_b.delivered.size(), before_.size());
  twins.expect_alike(steps_, results_);
}

TEST_P(OnlyState, AResetEndsWhatIsInFlight) {
  Twins twins(sequence_.plan());
  const int latency = sequence_.plan().latency();
  twins.bench_b.start(before_, Schedule::back_to_back(kStateOperations));
  twins.clock.run(latency + 3);
  EXPECT_TRUE(twins.bench_b.output.valid.read());
  EXPECT_GT(twins.bench_b.accepted.size(), twins.bench_b.delivered.size());
  twins.clock.rst_n.write(false);  // between two edges
  Clock::settle();
  EXPECT_FALSE(twins.bench_b.output.valid.read());
  for (const RegisterView& view : twins.b->registers()) EXPECT_FALSE(view.valid_q(0)) << view.name;
  twins.clock.run(2);

  twins.bench_a.start({}, {});
  twins.bench_b.start({}, {});
  twins.clock.rst_n.write(true);
  twins.clock.run(2 * latency);
  EXPECT_TRUE(twins.bench_b.delivered.empty());
  twins.expect_alike(steps_, results_);
}

// Shorter than a cycle, seen by no clock edge.
TEST_P(OnlyState, AResetBetweenTwoEdgesEndsWhatIsInFlight) {
  Twins twins(sequence_.plan());
  const int latency = sequence_.plan().latency();
  twins.bench_b.start({before_.begin(), before_.begin() + latency},
                      Schedule::back_to_back(latency));
  twins.clock.run(latency + 1);
  EXPECT_EQ(twins.bench_b.accepted.size(), static_cast<std::size_t>(latency));
  EXPECT_TRUE(twins.bench_b.output.valid.read());
  twins.bench_a.start({}, {});
  twins.bench_b.start({}, {});
  twins.clock.pulse_reset();
  EXPECT_FALSE(twins.bench_b.output.valid.read());
  twins.clock.run(2 * latency);
  EXPECT_TRUE(twins.bench_b.delivered.empty());
  twins.expect_alike(steps_, results_);
}

INSTANTIATE_TEST_SUITE_P(Units, OnlyState, ::testing::ValuesIn(kSamples),
                         [](const auto& info) { return label_of(info); });

}  // namespace
}  // namespace mmasc
