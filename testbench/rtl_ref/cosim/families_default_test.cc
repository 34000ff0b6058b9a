// SPDX-License-Identifier: Apache-2.0
// Pipeline and RTL of a row of each family in lock step.
#include "cosim/lock_step_of.h"
#include "printed_name.h"
#include "rtl/families.h"

namespace mmasc {
namespace {

class LockStep : public testing::WithVerilator,
                 public ::testing::WithParamInterface<const char*> {};

TEST_P(LockStep, HasNoDifference) {
  testing::expect_no_difference(catalog().find(GetParam()), 5000);
}

INSTANTIATE_TEST_SUITE_P(Families, LockStep, ::testing::ValuesIn(kFamilies), PrintedName());

class LockStepStructure : public testing::WithVerilator {};

// Several ranks in a row, and stages without one.
TEST_F(LockStepStructure, OfAnyRanks) {
  Unit unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  unit.structure.multiplier.registers = 0;
  unit.structure.aligner.registers = 3;
  unit.structure.adder_tree.registers_per_level = 0;
  unit.structure.normalizer.registers = 2;
  testing::expect_no_difference(unit, 5000);
}

}  // namespace
}  // namespace mmasc
