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

TEST(RoundedUnits, OfGroupedProductsAgree) {
  EXPECT_GT(expect_rounded_agree(random_grouped_unit, "f32_tree", 0, 30), 5);
  EXPECT_GT(expect_rounded_agree(random_grouped_unit, "f64_tree", 100, 30), 5);
}

TEST(RoundedUnits, OfTheCatalogueAgree) {
  const struct {
    const char *id, *kernel;
  } rows[] = {
      {"cdna1/v_mfma_f32_16x16x16f16", "f64_exact"},
      {"cdna1/v_mfma_f32_16x16x8bf16", "f64_exact"},
      {"riscv/vfwmmacc.g4.xct.f16.f16", "f64_exact"},
      {"cdna1/v_mfma_f32_16x16x4f32", "f32_ieee"},
      {"cdna2/v_mfma_f32_16x16x16f16", "f32_ieee"},
      {"cdna2/v_mfma_f32_16x16x8bf16", "f32_ieee"},
      {"cdna2/v_mfma_f32_16x16x16bf16_1k", "f32_ieee"},
      {"cdna3/v_mfma_f32_16x16x16_f16", "f32_tree"},
      {"cdna3/v_mfma_f32_16x16x16_bf16", "f64_tree"},
      {"cdna3/v_mfma_f32_16x16x8_xf32", "f64_tree"},
      {"cdna3/v_mfma_f32_16x16x32_bf8_fp8", "f32_tree"},
      {"rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.4X.ue4m3", "f32_tree"},
      {"rtx_blackwell/mma.m16n8k64.mxf4nvf4.f32.e2m1.e2m1.f32.2X.ue8m0", "f32_tree"},
  };
  for (const auto& row : rows) {
    const auto unit = [&](std::uint64_t) { return catalog().find(row.id); };
    EXPECT_EQ(expect_rounded_agree(unit, row.kernel, 0, 4), 4) << row.id;
  }
}

}  // namespace
}  // namespace mmasc
