// SPDX-License-Identifier: Apache-2.0
// Pipeline and RTL in lock step: rows of every family, and units that nobody built.
#include "cosim/lock_step_of.h"
#include "printed_name.h"
#include "random/anticipating.h"
#include "random/flagged_units.h"
#include "random/random_unit.h"
#include "rtl/families.h"
#include "rtl/named_units.h"
#include "rtl/sparse_rows.h"

namespace mmasc {
namespace {

class LockStep : public testing::WithVerilator, public ::testing::WithParamInterface<NamedUnit> {};

TEST_P(LockStep, HasNoDifference) {
  testing::expect_no_difference(GetParam().unit(), GetParam().amount);
}

// Several ranks in a row, and stages without one.
Unit of_other_ranks() {
  Unit unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
  unit.structure.multiplier.registers = 0;
  unit.structure.aligner.registers = 3;
  unit.structure.adder_tree.registers_per_level = 0;
  unit.structure.normalizer.registers = 2;
  return unit;
}

bool is_stochastic(const Plan& plan) { return plan.word_bits <= 96 && !plan.random_bits.empty(); }

// One that has nothing to anticipate has no plan.
Unit any_anticipating(std::uint64_t seed) {
  Unit unit = random_unit(seed);
  unit.structure.normalizer.leading_zeros = LeadingZeros::anticipated;
  return unit;
}

std::vector<NamedUnit> units_in_short() {
  return rows_named(kFamilies, 5000) + rows_named(kSparseRows, 3000) +
         drawn("random", random_unit, of_at_most(64, 8), 1, 3000) +
         drawn("sparse", sparse_unit, of_at_most(96), 1, 2000) +
         drawn("stochastic", stochastic_unit, is_stochastic, 1, 2000) +
         drawn("anticipating", any_anticipating, of_at_most(64, 4), 1, 5000) +
         std::vector<NamedUnit>{
             {"other_ranks", of_other_ranks, 5000},
             {"flags_and_nans_apart", [] { return flagged_units()[2]; }, 3000},
             {"flags", [] { return flagged_units()[4]; }, 3000},
             {"flags_anticipating", [] { return anticipating(flagged_units()[0]).value(); }, 5000},
             {"a_level_that_rounds_anticipating",
              [] { return anticipating(catalog().find("cdna2/v_mfma_f32_32x32x8f16")).value(); },
              5000},
         };
}

INSTANTIATE_TEST_SUITE_P(Default, LockStep, ::testing::ValuesIn(units_in_short()), PrintedName());
INSTANTIATE_TEST_SUITE_P(Long, LockStep,
                         ::testing::ValuesIn(rows_named(kFamilies, 1'000'000) +
                                             drawn("random", random_unit, of_at_most(64), 30,
                                                   3000)),
                         PrintedName());

}  // namespace
}  // namespace mmasc
