// SPDX-License-Identifier: Apache-2.0
// Verilated units give the reference's bits: rows of every family, of few lanes, one at random as
// it is, and units that nobody built.
#include <algorithm>
#include <random>

#include "printed_name.h"
#include "random/coarse_unit.h"
#include "random/flagged_units.h"
#include "random/integer_unit.h"
#include "random/product_unit.h"
#include "random/random_unit.h"
#include "rtl/agreement.h"
#include "rtl/families.h"
#include "rtl/named_units.h"
#include "rtl/sparse_rows.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class Verilated : public testing::WithVerilator, public ::testing::WithParamInterface<NamedUnit> {};

TEST_P(Verilated, GivesTheBitsOfTheReference) {
  expect_rtl_agrees(GetParam().unit(), 3, static_cast<int>(GetParam().amount));
}

std::vector<NamedUnit> families_of_few_lanes() {
  std::vector<NamedUnit> rows;
  for (const char* id : kFamilies) rows.push_back({id, [id] { return of_few_lanes(id); }, 500});
  return rows;
}

// Some row that is not among the families.
Unit another_row() {
  std::mt19937 random(5);
  for (const auto& units = catalog().units();;)
    if (const Unit& unit = units[random() % units.size()];
        std::ranges::find(kFamilies, unit.instruction.id) == std::end(kFamilies))
      return unit;
}

Unit scaled_by_blocks_and_as_a_whole() {
  return catalog()
      .find("rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.2X.ue8m0")
      .with("instruction.tensor_scale", "f32");
}

Unit as_cdna3_is_read() {
  return catalog()
      .find("cdna3/v_mfma_f32_16x16x8_xf32")
      .with("product.infinity_yields", "true")
      .with("product.zero_factor_exponent", "-126")
      .with("dot.zero_exponent", "own");
}

// So many of each kind of unit that nobody built.
std::vector<NamedUnit> of_every_kind(int count, int integers) {
  const auto some = [&](const char* name, Unit (*make)(std::uint64_t)) {
    return drawn(name, make, of_at_most(96), count, 400);
  };
  return some("stochastic", stochastic_unit) + some("tensor_scaled", tensor_scaled_unit) +
         some("sparse", sparse_unit) + some("coarse", coarse_unit) + some("product", product_unit) +
         drawn("integer", integer_unit, of_at_most(96), integers, 400);
}

INSTANTIATE_TEST_SUITE_P(
    Default, Verilated,
    ::testing::ValuesIn(
        families_of_few_lanes() + rows_named(kSparseRows, 300) + of_every_kind(1, 1) +
        drawn("random", random_unit, of_at_most(64), 3, 200) +
        std::vector<NamedUnit>{
            {"another_row", another_row, 500},
            {"scaled_by_blocks_and_as_a_whole", scaled_by_blocks_and_as_a_whole, 400},
            {"as_cdna3_is_read", as_cdna3_is_read, 400},
            // Neighbours of one pairwise sum that are rounded alike but differ in width.
            {"neighbours_of_other_widths", [] { return random_unit(142); }, 1000},
        }),
    PrintedName());
INSTANTIATE_TEST_SUITE_P(Long, Verilated, ::testing::ValuesIn(of_every_kind(12, 24)),
                         PrintedName());

// Of each so manyth unit that raises flags; they meet every flag that there is.
class VerilatedFlags : public testing::WithVerilator,
                       public ::testing::WithParamInterface<std::size_t> {};

TEST_P(VerilatedFlags, AreThoseOfTheReference) {
  std::uint64_t all = 0;
  const std::vector<Unit> units = flagged_units();
  for (std::size_t u = 0; u < units.size(); u += GetParam()) {
    const OperationBatch operations = driving_batch(units[u], 1, 300);
    const auto expected = operations.run_with_flags(*make_reference_engine(units[u]));
    const auto rtl = operations.run_with_flags(*make_rtl_engine(units[u]));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(rtl[i].d, expected[i].d) << operations.describe(i);
      ASSERT_EQ(rtl[i].flags, expected[i].flags) << operations.describe(i);
      all |= expected[i].flags;
    }
  }
  EXPECT_EQ(all, 0x17u);
}

INSTANTIATE_TEST_SUITE_P(Default, VerilatedFlags, ::testing::Values(3));
INSTANTIATE_TEST_SUITE_P(Long, VerilatedFlags, ::testing::Values(1));

// An exact window that is wider than any.
TEST(RtlEngine, RefusesAUnitThatHasNoPlan) {
  EXPECT_THROW(make_rtl_engine(random_unit(2777)), RowError);
}

}  // namespace
}  // namespace mmasc
