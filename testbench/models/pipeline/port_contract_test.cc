// SPDX-License-Identifier: Apache-2.0
// No combinational path from ready to valid or payload, nor from valid to ready of one side.
#include <gtest/gtest.h>

#include "mmasc/pipeline/dot_product_unit.h"
#include "mmasc/stimulus/random.h"
#include "pipeline/clock.h"
#include "pipeline/operations.h"
#include "pipeline/samples.h"

namespace mmasc {
namespace {

// A unit between wires that the test drives itself, within a cycle where it wants.
class PortContract : public ::testing::TestWithParam<Sample> {
 protected:
  // The latency is five ranks or more, some of whose stages have none of their own.
  static Unit mixed_structure(Unit unit) {
    unit.structure.multiplier.registers = 2;
    unit.structure.aligner.registers = 0;
    unit.structure.adder_tree = {2, 1};
    unit.structure.normalizer.registers = 2;
    return unit;
  }

  PortContract()
      : sequence_(mixed_structure(GetParam().unit())),
        steps_(random_steps(sequence_, 64, 1)),
        unit_(make_dot_product_unit("unit", sequence_.plan())) {
    clock_.drive(*unit_);
    unit_->bind_input(input_);
    unit_->bind_output(output_);
    clock_.start_in_reset();
  }

  void offer(std::size_t i) {
    input_.valid.write(true);
    input_.data.write({i, steps_[i]});
  }
  int ranks() const { return sequence_.plan().latency(); }

  Sequence sequence_;
  std::vector<Operands> steps_;
  Clock clock_;
  Link<Operands> input_{"input"};
  Link<Result> output_{"output"};
  std::unique_ptr<DotProductUnit> unit_;
};

TEST_P(PortContract, ReadyDoesNotReachValidOrPayloadWithinACycle) {
  Random random(1);
  std::size_t next = 0;
  bool seen_valid = false, seen_empty = false, moved_ready = false;
  for (int cycle = 0; cycle < 60; ++cycle) {
    input_.valid.write(false);
    if (random.chance(90)) offer(next);
    Clock::settle();
    const bool valid = output_.valid.read();
    const auto data = output_.data.read();
    (valid ? seen_valid : seen_empty) = true;
    for (const bool ready : {true, false, true, false, random.chance(50)}) {
      const bool before = input_.ready.read();
      output_.ready.write(ready);
      Clock::settle();
      moved_ready = moved_ready || input_.ready.read() != before;
      ASSERT_EQ(output_.valid.read(), valid);
      ASSERT_TRUE(output_.data.read() == data);
    }
    if (input_.valid.read() && input_.ready.read()) ++next;
    clock_.run(1);
  }
  EXPECT_TRUE(seen_valid && seen_empty);
  EXPECT_TRUE(moved_ready);  // ready may pass from the output back to the input
}

TEST_P(PortContract, ValidDoesNotReachReadyOfItsSideWithinACycle) {
  Random random(2);
  std::size_t next = 0;
  bool seen_ready = false, seen_full = false;
  for (int cycle = 0; cycle < 60; ++cycle) {
    output_.ready.write(random.chance(25));
    input_.valid.write(false);
    Clock::settle();
    const bool ready = input_.ready.read();
    const bool valid_out = output_.valid.read();
    (ready ? seen_ready : seen_full) = true;
    for (const bool valid : {true, false, true, random.chance(80)}) {
      if (valid)
        offer(next);
      else
        input_.valid.write(false);
      Clock::settle();
      ASSERT_EQ(input_.ready.read(), ready);
      ASSERT_EQ(output_.valid.read(), valid_out);
    }
    if (input_.valid.read() && ready) ++next;
    clock_.run(1);
  }
  EXPECT_TRUE(seen_ready && seen_full);
}

// With the sink never ready it takes one operation a rank; and gives them all back, in order.
TEST_P(PortContract, HoldsOneOperationARank) {
  output_.ready.write(false);
  std::size_t taken = 0;
  for (int cycle = 0; cycle < 3 * ranks(); ++cycle) {
    offer(taken);
    Clock::settle();
    if (input_.ready.read()) ++taken;
    clock_.run(1);
  }
  EXPECT_EQ(taken, static_cast<std::size_t>(ranks()));
  EXPECT_FALSE(input_.ready.read());
  input_.valid.write(false);
  output_.ready.write(true);
  for (std::size_t i = 0; i < taken; ++i) {
    ASSERT_TRUE(output_.valid.read());
    EXPECT_EQ(output_.data.read().id, i);
    EXPECT_EQ(output_.data.read().payload.d, evaluate(sequence_.plan(), steps_[i]).d);
    clock_.run(1);
  }
  EXPECT_FALSE(output_.valid.read());
}

INSTANTIATE_TEST_SUITE_P(Units, PortContract,
                         ::testing::Values(kSamples[0], kSamples[4], kSamples[6], kSamples[8],
                                           kSamples[9], kSamples[13]),
                         [](const auto& info) { return label_of(info); });

}  // namespace
}  // namespace mmasc
