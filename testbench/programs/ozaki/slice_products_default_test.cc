// SPDX-License-Identifier: Apache-2.0
#include "ozaki/slice_products.h"

namespace mmasc::slices {
namespace {

TEST(SliceProducts, AreExactOnUnitsOfManyKindsAndNotWithABitMore) {
  const Tally tally = check_units(0, 5);
  EXPECT_GE(tally.units, 12);
  EXPECT_GE(tally.matrices, 2000);
  EXPECT_GE(tally.tight, 40);
}

TEST(SliceProducts, AreExactOnExactUnits) {
  Tally tally;
  for (const char* id : {"cdna1/v_mfma_f32_16x16x4f16", "cdna1/v_mfma_f32_16x16x4f32"})
    check_unit(catalog().find(id), 1, tally);
  EXPECT_GE(tally.tight, 4);
}

// These datapaths nobody has built. Anything may end their slices, so a bit more need not show in
// these matrices.
TEST(SliceProducts, AreExactOnRandomDatapaths) {
  constexpr std::int64_t kLongestHere = 256;
  std::mt19937_64 random(6);
  int units = 0, tight = 0;
  for (std::uint64_t seed = 1; units < 100; ++seed) {
    ASSERT_LT(seed, 5000U) << "few random units carry slices";
    const Unit unit = random_unit(seed);
    const Instruction& row = unit.instruction;
    if (!row.a->is_signed() || !row.b->is_signed()) continue;
    const std::vector<ExactSlices> all = exact_slices(unit);
    if (all.empty()) continue;
    ++units;
    const auto engine = make_batch_engine(unit, {.target = "", .threads = 1});
    for (const ExactSlices& slices : all) {
      const std::int64_t k = std::min(slices.chain, kLongestHere);
      for (const Kind kind : kKinds)
        ASSERT_EQ(wrong_elements(*engine, slices, kind, k, {}, random), 0)
            << "unit " << seed << ", slices of " << slices.bits << " bits, K = " << k;
      ExactSlices wider = all[std::min(all.size() - 1, static_cast<std::size_t>(slices.bits))];
      if (wider.chain >= k) continue;
      int wrong = 0;
      for (const Kind kind : kKinds) wrong += wrong_elements(*engine, wider, kind, k, {}, random);
      if (wrong > 0) ++tight;
    }
  }
  EXPECT_GE(tight, 40);
}

}  // namespace
}  // namespace mmasc::slices
