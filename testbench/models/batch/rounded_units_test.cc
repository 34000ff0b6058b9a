// SPDX-License-Identifier: Apache-2.0
// Exact sums rounded once, and sums of rounded nodes.
#include "random/rounded_units.h"

#include "batch/agreement.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

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
  for (const auto& [id, kernel] : rows) {
    const Unit& unit = catalog().find(id);
    EXPECT_EQ(batch_kernel(unit).name, kernel) << id;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      expect_agreement(unit, seed);
      expect_agreement(unit, ladder_batch(unit, 2 * kOperations, seed));
    }
  }
}

}  // namespace
}  // namespace mmasc
