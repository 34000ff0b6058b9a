// SPDX-License-Identifier: Apache-2.0
// What stands in every register, cycle by cycle, is what the stage functions, called one after the
// other without registers, make of the operation.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mmasc/arith/stages.h"
#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/unit/stage_name.h"
#include "pipeline/bench.h"
#include "pipeline/operations.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

constexpr int kLoggedOperations = 24;

// The fields that leave the stage of a register.
std::vector<FieldOfStep> fields_in(const RegisterView& view, const std::vector<FieldOfStep>& all) {
  std::vector<FieldOfStep> fields;
  std::ranges::copy_if(all, std::back_inserter(fields), [&](const FieldOfStep& field) {
    return field.stage == stage_name(*view.stage);
  });
  return fields;
}

std::vector<FieldOfStep> fields_in(const RegisterView& view) {
  PackedBits payload;
  view.payload_q(payload);
  std::vector<FieldOfStep> fields;
  for (const RegisterView::Field& field : view.fields)
    fields.push_back({stage_name(*view.stage), field.name, hex_of(payload, field)});
  return fields;
}

class StagePayload : public ::testing::TestWithParam<Sample> {
 protected:
  static void check(const Unit& row) {
    const Sequence sequence(row);
    const auto steps = random_steps(sequence, kLoggedOperations, 1);
    std::vector<std::vector<FieldOfStep>> by_hand;
    for (const Operands& step : steps)
      by_hand.push_back(fields_of_step(sequence.plan(), nullptr, step));
    Clock clock;
    const auto unit = make_dot_product_unit("unit", sequence.plan());
    Bench<Operands, Result> bench("bench", clock, *unit);
    clock.start_in_reset();
    Random random(2);
    bench.start(steps, Schedule::random(random, kLoggedOperations, 30, 30));
    const auto views = unit->registers();
    std::set<std::pair<std::string, std::uint64_t>> seen;
    for (int cycle = 0; cycle < 1000; ++cycle) {
      clock.run(1);
      for (const RegisterView& view : views) {
        if (!view.valid_q(0)) continue;
        const std::uint64_t id = view.id_q(0);
        seen.emplace(view.name, id);
        ASSERT_EQ(fields_in(view), fields_in(view, by_hand.at(id)))
            << view.name << " operation " << id;
      }
    }
    EXPECT_EQ(seen.size(), views.size() * steps.size());
    ASSERT_EQ(bench.delivered.size(), steps.size());
    for (std::size_t id = 0; id < steps.size(); ++id) {
      EXPECT_EQ(bench.delivered[id].payload, evaluate(sequence.plan(), steps[id]));
      EXPECT_EQ(bench.delivered[id].id, id);
    }
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
