// SPDX-License-Identifier: Apache-2.0
// Each stage's registered payload, fed by hand to the next stage function, gives the next
// registered payload.
#include <gtest/gtest.h>

#include <map>

#include "mmasc/arith/wide_numbers.h"
#include "pipeline/bench.h"
#include "pipeline/operations.h"
#include "pipeline/ranks.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

constexpr int kLoggedOperations = 24;

// Every payload that stands in any register, cycle by cycle.
template <NumberSystem N>
class RegisterLog : public sc_core::sc_module {
 public:
  RegisterLog(sc_core::sc_module_name name, const Clock& clock, const DotProductUnitOf<N>& unit)
      : sc_module(name),
        unit_(unit),
        ranks_(ranks_of(unit.plan())),
        views_(unit.registers()),
        log_(ranks_.size()) {
    SC_METHOD(sample);
    sensitive << clock.clk.negedge_event();
    dont_initialize();
  }
  SC_HAS_PROCESS(RegisterLog);

  const std::vector<Rank>& ranks() const { return ranks_; }
  const std::map<std::uint64_t, Payload<N>>& of(std::size_t rank) const { return log_[rank]; }

 private:
  void sample() {
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      if (!views_[r].valid_q(0)) continue;
      const auto [id, payload] = standing_in(unit_, ranks_[r]);
      const auto [known, is_new] = log_[r].emplace(id, payload);
      EXPECT_TRUE(is_new || known->second == payload)
          << name_of(unit_.plan(), ranks_[r]) << " changed operation " << id;
    }
  }

  const DotProductUnitOf<N>& unit_;
  std::vector<Rank> ranks_;
  std::vector<RegisterView> views_;
  std::vector<std::map<std::uint64_t, Payload<N>>> log_;
};

template <NumberSystem N>
void expect_payloads_by_hand(const Sequence& sequence) {
  const Plan& plan = sequence.plan();
  const auto steps = random_steps(sequence, kLoggedOperations, 1);
  Clock clock;
  DotProductUnitOf<N> unit("unit", plan);
  Bench<Operands, Result> bench("bench", clock, unit);
  RegisterLog<N> log("log", clock, unit);
  clock.start_in_reset();
  Random random(2);
  bench.start(steps, Schedule::random(random, kLoggedOperations, 30, 30));
  clock.run(1000);

  ASSERT_EQ(bench.delivered.size(), steps.size());
  for (std::uint64_t id = 0; id < steps.size(); ++id) {
    int left = kBeforeStages;  // the stage that `payload` has left
    Payload<N> payload = steps[id];
    for (std::size_t r = 0; r < log.ranks().size(); ++r) {
      const Rank& rank = log.ranks()[r];
      ASSERT_EQ(log.of(r).count(id), 1u) << name_of(plan, rank) << " operation " << id;
      const Payload<N>& registered = log.of(r).at(id);
      const Payload<N> by_hand = through_stages<N>(plan, left, rank.stage, payload);
      ASSERT_TRUE(registered == by_hand) << name_of(plan, rank) << " operation " << id;
      payload = registered;
      left = rank.stage;
    }
    EXPECT_EQ(bench.delivered[id].payload.d, std::get<Result>(payload).d);
    EXPECT_EQ(bench.delivered[id].payload.d, evaluate(plan, steps[id]).d);
  }
}

class StagePayload : public ::testing::TestWithParam<Sample> {
 protected:
  static void check(Unit unit) {
    const Sequence sequence(unit);
    with_numbers(sequence.plan(), [&]<class N>(N) { expect_payloads_by_hand<N>(sequence); });
  }
};

TEST_P(StagePayload, IsTheStageFunctionOfTheOneBefore) { check(GetParam().unit()); }

// Stages that share a register, and registers in a row.
TEST_P(StagePayload, IsTheStageFunctionOfTheOneBeforeInAnotherStructure) {
  Unit unit = GetParam().unit();
  unit.structure.multiplier.registers = 0;
  unit.structure.aligner.registers = 2;
  unit.structure.adder_tree = {2, 0};
  unit.structure.normalizer.registers = 2;
  check(unit);
}

INSTANTIATE_TEST_SUITE_P(Units, StagePayload, ::testing::ValuesIn(kSamples),
                         [](const auto& info) { return label_of(info); });

}  // namespace
}  // namespace mmasc
