// SPDX-License-Identifier: Apache-2.0
// The smallest operands that show a divergence: of faults that operands show, and of those that
// they do not.
#include "cosim/lock_step_of.h"
#include "cosim/planted_faults.h"
#include "mmasc/cosim/smallest.h"
#include "rtl/changed_text.h"

namespace mmasc {
namespace {

class SmallestDivergences : public testing::WithVerilator {
 protected:
  static std::optional<SmallestDivergence> smallest_of(const testing::LockStepOf& both,
                                                       const Case& row, const Divergence& seen) {
    const Sequence& sequence = both.stimulus().sequence();
    return smallest_divergence(both.subject(), sequence, 0, sequence.steps() - 1, row, seen, 1,
                               [] {});
  }
};

TEST_F(SmallestDivergences, NoBitCanBeCleared) {
  // Two steps of eight lanes.
  const Unit& unit = catalog().find("ampere/mma.m16n8k16.f32.f16.f16.f32");
  const testing::LockStepOf both(
      unit, testing::with_changed_text(emit_rtl(make_plan(unit), kUnitTop), "mmasc_align_sum.sv",
                                       "zero_o = &is_zero", "zero_o = is_zero[0]"));
  const LockStepReport report = both.run({.cycles = 5000});
  ASSERT_TRUE(report.divergence);
  const Divergence& seen = *report.divergence;
  const Case row = both.stimulus().step_vector(seen.operation);
  const auto smallest = smallest_of(both, row, seen);
  ASSERT_TRUE(smallest);
  EXPECT_EQ(smallest->divergence.place, seen.place);
  EXPECT_EQ(smallest->divergence.field, seen.field);
  EXPECT_EQ(smallest->divergence.operation, 0u) << "the first step shows it";
  int tried = 0;
  for (const Operand operand : {Operand::a, Operand::b, Operand::c})
    for (std::size_t i = 0; i < smallest->row[operand].size(); ++i)
      for (int bit = 0; bit < 32; ++bit) {
        Case smaller = smallest->row;
        if ((smaller[operand][i] >> bit & 1) == 0) continue;
        smaller[operand][i] &= ~(std::uint64_t{1} << bit);
        EXPECT_FALSE(smallest_of(both, smaller, seen)) << "bit " << bit;
        ++tried;
      }
  EXPECT_GT(tried, 0);
  EXPECT_LT(tried, 5);
  const auto again = smallest_of(both, row, seen);
  for (const OperandRow& input : kInputs)
    EXPECT_EQ(again->row[input.operand], smallest->row[input.operand]);
}

// These hit an operation by its number, whatever its operands are.
TEST_F(SmallestDivergences, WhatOperandsDoNotShowHasNone) {
  const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  const testing::PlantedFaults planted(emit_rtl(make_plan(unit), kUnitTop));
  const testing::LockStepOf both(unit, planted.rtl());
  const testing::PlantedFault& fault = planted.faults().back();
  LockStepOptions options;
  options.first_operation = fault.id;
  options.cycles = 200;
  const LockStepReport report = both.run(options);
  ASSERT_TRUE(report.divergence);
  EXPECT_FALSE(smallest_of(both, both.stimulus().step_vector(report.divergence->operation),
                           *report.divergence));
}

}  // namespace
}  // namespace mmasc
