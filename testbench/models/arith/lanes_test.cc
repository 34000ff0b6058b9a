// SPDX-License-Identifier: Apache-2.0
// Vector lanes give the bits of the scalar stages: every field of every stage, every target, every
// number of operations.
#include "mmasc/arith/lanes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "arith/lane_stages.h"
#include "arith/operands.h"
#include "arith/random_sequences.h"
#include "arith/stage_fields.h"
#include "mmasc/unit/catalog.h"
#include "random/any_operands.h"
#include "random/operation_batch.h"

namespace mmasc {
namespace {

constexpr auto kNoLanes = "this build or processor has no vector lanes";

std::vector<std::uint64_t> scalar_fields(const Plan& plan, const Operands& in) {
  std::vector<std::uint64_t> fields;
  visit_stage_fields<Numbers64>(
      plan, in, [&](const auto& field) { fields.push_back(static_cast<std::uint64_t>(field)); });
  return fields;
}

// Every eighth operation has any bits.
Case lane_operands(const Unit& unit, std::uint64_t seed) {
  Random random(seed);
  return seed % 8 == 7 ? any_operands(layout_of(unit), random) : random_operands(unit, seed);
}

// One vector of operations on each target, every step and the late addition; returns how many.
int compare_stages(const Sequence& sequence, std::uint64_t first_seed) {
  int steps = 0;
  for (const LaneStages& target : lane_stages()) {
    std::vector<Case> operands;
    for (int lane = 0; lane < target.lanes; ++lane)
      operands.push_back(lane_operands(sequence.unit(),
                                       first_seed * kMostLanes + static_cast<std::uint64_t>(lane)));
    std::vector<std::uint64_t> d(operands.size());
    const int all = sequence.steps() + sequence.program().additions();
    for (int step = 0; step < all; ++step) {
      const Plan& plan = sequence.program().plan_of(step);
      if (!fits_lanes(plan)) break;
      ++steps;
      std::vector<Operands> in;
      for (std::size_t i = 0; i < d.size(); ++i)
        in.push_back(step < sequence.steps() ? sequence.step(step, view(operands[i]), d[i])
                                             : sequence.late_c(view(operands[i]), d[i]));
      const auto fields = target.fields(plan, in);
      for (std::size_t i = 0; i < d.size(); ++i) {
        const std::vector<std::uint64_t> expected = scalar_fields(plan, in[i]);
        EXPECT_EQ(fields[i], expected) << sequence.unit().instruction.id << " on " << target.name
                                       << ", seeds from " << first_seed << ", lane " << i;
        d[i] = expected.back();
      }
      if (::testing::Test::HasFailure()) return steps;
    }
  }
  return steps;
}

TEST(Lanes, EveryFieldOfEveryStageOnTheCatalogue) {
  if (lane_targets().empty()) GTEST_SKIP() << kNoLanes;
  int rows = 0;
  for (const Unit& unit : catalog().units()) {
    const Sequence sequence(unit);
    if (!fits_lanes(sequence.plan())) continue;
    ++rows;
    ASSERT_GT(compare_stages(sequence, static_cast<std::uint64_t>(rows)), 0);
    if (HasFailure()) return;
  }
  EXPECT_GT(rows, 350);
}

TEST(Lanes, EveryFieldOfEveryStageOnRandomUnits) {
  if (lane_targets().empty()) GTEST_SKIP() << kNoLanes;
  int steps = 0;
  for_each_random_sequence(0, 1000, [&](const Sequence& sequence, std::uint64_t seed) {
    steps += compare_stages(sequence, seed);
    ASSERT_FALSE(HasFailure()) << "random_unit(" << seed << ")";
  });
  EXPECT_GT(steps, 500);
}

// The engine takes the widest target; here all of them, by whole instructions.
TEST(Lanes, EveryNumberOfOperations) {
  if (lane_targets().empty()) GTEST_SKIP() << kNoLanes;
  for (const char* id : {"hopper/mma.m16n8k16.f32.f16.f16.f32", "cdna3/v_mfma_f32_32x32x8_f16",
                         "rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3"}) {
    const Sequence sequence(catalog().find(id));
    for (const LaneTarget& target : lane_targets())
      for (std::size_t count = 1; count <= 2 * kMostLanes + 1; ++count) {
        std::vector<std::uint64_t> d(count + 1, 0x5555), expected;
        OperationBatch batch(sequence.unit());
        for (std::size_t i = 0; i < count; ++i) {
          const Case x = lane_operands(sequence.unit(), 100 * count + i);
          batch.add(x);
          std::uint64_t chained = 0;
          for (int step = 0; step < sequence.steps(); ++step)
            chained = evaluate(sequence.plan(), sequence.step(step, view(x), chained)).d;
          expected.push_back(chained);
        }
        target.evaluate_steps(sequence.program(), sequence.steps(),
                              batch.batch(std::span(d).first(count)));
        EXPECT_EQ(d.back(), 0x5555u) << "written behind the last";
        d.pop_back();
        ASSERT_EQ(d, expected) << id << " on " << target.name << ", " << count << " operations";
      }
  }
}

TEST(Lanes, TheReferenceEngineOnTheCatalogue) {
  for (const Unit& unit : catalog().units()) {
    const Sequence sequence(unit);
    OperationBatch batch(unit);
    std::vector<std::uint64_t> expected;
    for (std::uint64_t seed = 0; seed < 11; ++seed) {
      batch.add(lane_operands(unit, seed));
      expected.push_back(evaluate(sequence, view(batch.operations().back())));
    }
    ASSERT_EQ(batch.run(*make_reference_engine(unit)), expected) << unit.instruction.id;
  }
}

// Words whose upper bits are all ones are those that a double rounds up.
TEST(Lanes, LeadingZerosOfEveryLength) {
  if (lane_targets().empty()) GTEST_SKIP() << kNoLanes;
  for (const LaneStages& target : lane_stages())
    for (int length = 0; length < 64; ++length) {
      const std::uint64_t ones = (std::uint64_t{1} << length) - 1;
      for (const std::uint64_t word : {ones, ones ^ (ones >> 1), ones & ~std::uint64_t{1}}) {
        if (bit_length(static_cast<std::int64_t>(word)) != length) continue;
        const std::vector<std::uint64_t> words(static_cast<std::size_t>(target.lanes), word);
        for (const std::int64_t count : target.leading_zeros(words, 63))
          ASSERT_EQ(count, 63 - length) << target.name << ", " << word;
      }
    }
}

TEST(Lanes, TakeNoPlanThatTheyCannotHold) {
  const Plan plan = make_plan(catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32"));
  const auto fits = [&](auto change) {
    Plan changed = plan;
    change(changed);
    return fits_lanes(changed);
  };
  EXPECT_TRUE(fits([](Plan& p) { p.word_bits = 64; }));
  EXPECT_FALSE(fits([](Plan& p) { p.word_bits = 65; }));
  EXPECT_TRUE(fits([](Plan& p) { p.multiplier.a.fraction_bits = 31; }));
  EXPECT_FALSE(fits([](Plan& p) { p.multiplier.a.fraction_bits = 32; }));
  EXPECT_FALSE(fits([](Plan& p) { p.multiplier.b.fraction_bits = 32; }));
  EXPECT_FALSE(fits([](Plan& p) { p.random_bits.push_back(8); }));
  const auto scale = [](Plan& p, int product_bits) {
    ScalePlan scale;
    scale.block = scale.lanes = 16;
    scale.format.fraction_bits = 3;
    p.multiplier.scales.assign(2, scale);
    p.multiplier.product.magnitude_bits = product_bits + 8;
  };
  EXPECT_TRUE(fits([&](Plan& p) { scale(p, 32); }));
  EXPECT_FALSE(fits([&](Plan& p) { scale(p, 33); }));
}

}  // namespace
}  // namespace mmasc
