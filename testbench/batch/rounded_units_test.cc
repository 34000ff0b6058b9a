// SPDX-License-Identifier: Apache-2.0
// Exact sums rounded once, and sums of rounded nodes.
#include "batch/rounded_units.h"

namespace mmasc {
namespace {

TEST(RoundedUnits, OfOneExactSumAgree) {
  EXPECT_GT(expect_rounded_agree(random_exact_unit, "f64_exact", 0, 60), 20);
}

TEST(RoundedUnits, OfIeeeOperationsAgree) {
  EXPECT_GT(expect_rounded_agree(random_ieee_unit, "f32_ieee", 0, 60), 30);
}

TEST(RoundedUnits, OfTheCatalogueAgree) {
  const struct {
    const char *id, *kernel;
  } rows[] = {
      {"cdna1/v_mfma_f32_16x16x16f16", "f64_exact"},
      {"cdna1/v_mfma_f32_16x16x8bf16", "f64_exact"},
      {"cdna1/v_mfma_f32_16x16x4f32", "f32_ieee"},
      {"cdna2/v_mfma_f32_16x16x16f16", "f32_ieee"},
      {"cdna2/v_mfma_f32_16x16x8bf16", "f32_ieee"},
      {"cdna2/v_mfma_f32_16x16x16bf16_1k", "f32_ieee"},
  };
  for (const auto& row : rows) {
    const auto unit = [&](std::uint64_t) { return catalog().find(row.id); };
    EXPECT_EQ(expect_rounded_agree(unit, row.kernel, 0, 10), 10) << row.id;
  }
}

}  // namespace
}  // namespace mmasc
