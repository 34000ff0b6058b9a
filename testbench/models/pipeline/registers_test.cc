// SPDX-License-Identifier: Apache-2.0
// The parts of a unit that can be looked at: its stages in the hierarchy, its registers' contents.
#include <gtest/gtest.h>

#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/unit/stage_name.h"
#include "pipeline/bench.h"
#include "pipeline/operations.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

class Registers : public ::testing::TestWithParam<Sample> {};

// Also one without registers.
TEST_P(Registers, AreOfStagesThatAreObjectsOfTheUnit) {
  Unit row = GetParam().unit();
  row.structure.aligner.registers = 0;
  const Sequence sequence(row);
  Clock clock;
  const auto unit = make_dot_product_unit("unit", sequence.plan());
  for (const StagePlan& stage : sequence.plan().stages) {
    const std::string name = "unit." + stage_name(stage);
    const sc_core::sc_object* const object = sc_core::sc_find_object(name.c_str());
    ASSERT_NE(object, nullptr) << name;
    EXPECT_STREQ(object->kind(), "sc_module") << name;
    EXPECT_EQ(object->get_parent_object(), unit.get()) << name;
  }
}

TEST_P(Registers, HoldNothingBeforeTheFirstOperationAndTheirPayloadAfterTheLast) {
  const Sequence sequence(GetParam().unit());
  const auto steps = random_steps(sequence, 3, 1);
  Clock clock;
  const auto unit = make_dot_product_unit("unit", sequence.plan());
  Bench<Operands, Result> bench("bench", clock, *unit);
  const auto views = unit->registers();
  ASSERT_EQ(static_cast<int>(views.size()), sequence.plan().latency());
  clock.start_in_reset();
  for (const RegisterView& view : views) {
    PackedBits payload;
    view.payload_q(payload);
    EXPECT_TRUE(payload.empty()) << view.name;
    EXPECT_FALSE(view.valid_q(0)) << view.name;
  }
  bench.start(steps, Schedule::back_to_back(3), 7);
  clock.run(sequence.plan().latency() + 3);
  clock.pulse_reset();  // takes valid, not the contents
  for (const RegisterView& view : views) {
    PackedBits payload;
    view.payload_q(payload);
    int bits = 0;
    for (const RegisterView::Field& field : view.fields) bits += field.width;
    EXPECT_EQ(payload.size(), bits) << view.name;
    EXPECT_FALSE(view.valid_q(0)) << view.name;
    EXPECT_EQ(view.id_q(0), 9u) << view.name;
  }
  PackedBits d;
  views.back().payload_q(d);
  EXPECT_EQ(d.word(0, d.size()), results_of(sequence.plan(), steps).back());
}

INSTANTIATE_TEST_SUITE_P(Units, Registers, ::testing::ValuesIn(kSamples),
                         [](const auto& info) { return label_of(info); });

}  // namespace
}  // namespace mmasc
