// SPDX-License-Identifier: Apache-2.0
// AMD's instructions against the published cycles and wait states, each row of the sources once.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mmasc/timing/table.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

// Rows of ROCm/amd_matrix_instruction_calculator (cycles, FLOPs a cycle of a CU), of LLVM's
// SISchedule.td (passes) and of GCNHazardRecognizer.cpp (the four wait states).
struct AmdRow {
  std::vector<std::string> ids;
  int cycles, passes, flops;
  int identical_c, overlapped_c, operand, memory;
};

const std::vector<AmdRow>& amd_rows() {
  static const std::vector<AmdRow> kRows{
      {{"cdna1/v_mfma_f32_32x32x1f32", "cdna1/v_mfma_f32_32x32x2f32"}, 64, 16, 256, 0, 2, 4, 18},
      {{"cdna1/v_mfma_f32_16x16x1f32", "cdna1/v_mfma_f32_16x16x4f32"}, 32, 8, 256, 0, 2, 4, 10},
      {{"cdna1/v_mfma_f32_4x4x1f32"}, 8, 2, 256, 0, 2, 4, 4},
      {{"cdna1/v_mfma_f32_32x32x4f16", "cdna1/v_mfma_f32_32x32x8f16"}, 64, 16, 1024, 0, 2, 4, 18},
      {{"cdna1/v_mfma_f32_16x16x4f16", "cdna1/v_mfma_f32_16x16x16f16"}, 32, 8, 1024, 0, 2, 4, 10},
      {{"cdna1/v_mfma_f32_4x4x4f16"}, 8, 2, 1024, 0, 2, 4, 4},
      {{"cdna1/v_mfma_f32_32x32x2bf16", "cdna1/v_mfma_f32_32x32x4bf16"}, 64, 16, 512, 0, 2, 4, 18},
      {{"cdna1/v_mfma_f32_16x16x2bf16", "cdna1/v_mfma_f32_16x16x8bf16"}, 32, 8, 512, 0, 2, 4, 10},
      {{"cdna1/v_mfma_f32_4x4x2bf16"}, 8, 2, 512, 0, 2, 4, 4},
      {{"cdna2/v_mfma_f32_32x32x1f32", "cdna2/v_mfma_f32_32x32x2f32"}, 64, 16, 256, 0, 16, 19, 19},
      {{"cdna2/v_mfma_f32_16x16x1f32", "cdna2/v_mfma_f32_16x16x4f32"}, 32, 8, 256, 0, 8, 11, 11},
      {{"cdna2/v_mfma_f32_4x4x1f32"}, 8, 2, 256, 0, 2, 5, 5},
      {{"cdna2/v_mfma_f32_32x32x4f16", "cdna2/v_mfma_f32_32x32x8f16"}, 64, 16, 1024, 0, 16, 19, 19},
      {{"cdna2/v_mfma_f32_16x16x4f16", "cdna2/v_mfma_f32_16x16x16f16"}, 32, 8, 1024, 0, 8, 11, 11},
      {{"cdna2/v_mfma_f32_4x4x4f16"}, 8, 2, 1024, 0, 2, 5, 5},
      {{"cdna2/v_mfma_f32_32x32x2bf16", "cdna2/v_mfma_f32_32x32x4bf16"},
       64,
       16,
       512,
       0,
       16,
       19,
       19},
      {{"cdna2/v_mfma_f32_16x16x2bf16", "cdna2/v_mfma_f32_16x16x8bf16"}, 32, 8, 512, 0, 8, 11, 11},
      {{"cdna2/v_mfma_f32_4x4x2bf16"}, 8, 2, 512, 0, 2, 5, 5},
      {{"cdna2/v_mfma_f32_32x32x4bf16_1k", "cdna2/v_mfma_f32_32x32x8bf16_1k"},
       64,
       16,
       1024,
       0,
       16,
       19,
       19},
      {{"cdna2/v_mfma_f32_16x16x4bf16_1k", "cdna2/v_mfma_f32_16x16x16bf16_1k"},
       32,
       8,
       1024,
       0,
       8,
       11,
       11},
      {{"cdna2/v_mfma_f32_4x4x4bf16_1k"}, 8, 2, 1024, 0, 2, 5, 5},
      {{"cdna2/v_mfma_f64_16x16x4f64"}, 32, 8, 256, 0, 9, 11, 18},
      {{"cdna2/v_mfma_f64_4x4x4f64"}, 16, 4, 128, 4, 4, 6, 9},
      {{"cdna3/v_mfma_f32_32x32x1_2b_f32", "cdna3/v_mfma_f32_32x32x2_f32"},
       64,
       16,
       256,
       0,
       16,
       18,
       18},
      {{"cdna3/v_mfma_f32_16x16x1_4b_f32", "cdna3/v_mfma_f32_16x16x4_f32"},
       32,
       8,
       256,
       0,
       8,
       10,
       10},
      {{"cdna3/v_mfma_f32_4x4x1_16b_f32"}, 8, 2, 256, 2, 2, 4, 4},
      {{"cdna3/v_mfma_f32_16x16x8_xf32"}, 16, 4, 1024, 0, 5, 7, 7},
      {{"cdna3/v_mfma_f32_32x32x4_xf32"}, 32, 8, 1024, 0, 9, 11, 11},
      {{"cdna3/v_mfma_f32_32x32x8_f16", "cdna3/v_mfma_f32_32x32x8_bf16"},
       32,
       8,
       2048,
       0,
       9,
       11,
       11},
      {{"cdna3/v_mfma_f32_16x16x16_f16", "cdna3/v_mfma_f32_16x16x16_bf16"},
       16,
       4,
       2048,
       0,
       5,
       7,
       7},
      {{"cdna3/v_mfma_f32_32x32x4_2b_f16", "cdna3/v_mfma_f32_32x32x4_2b_bf16"},
       64,
       16,
       1024,
       0,
       17,
       19,
       19},
      {{"cdna3/v_mfma_f32_16x16x4_4b_f16", "cdna3/v_mfma_f32_16x16x4_4b_bf16"},
       32,
       8,
       1024,
       0,
       9,
       11,
       11},
      {{"cdna3/v_mfma_f32_4x4x4_16b_f16", "cdna3/v_mfma_f32_4x4x4_16b_bf16"},
       8,
       2,
       1024,
       2,
       3,
       5,
       5},
      {{"cdna3/v_mfma_f32_16x16x32_bf8_bf8", "cdna3/v_mfma_f32_16x16x32_bf8_fp8",
        "cdna3/v_mfma_f32_16x16x32_fp8_bf8", "cdna3/v_mfma_f32_16x16x32_fp8_fp8"},
       16,
       4,
       4096,
       0,
       5,
       7,
       7},
      {{"cdna3/v_mfma_f32_32x32x16_bf8_bf8", "cdna3/v_mfma_f32_32x32x16_bf8_fp8",
        "cdna3/v_mfma_f32_32x32x16_fp8_bf8", "cdna3/v_mfma_f32_32x32x16_fp8_fp8"},
       32,
       8,
       4096,
       0,
       9,
       11,
       11},
      {{"cdna3/v_mfma_f64_16x16x4_f64"}, 32, 8, 256, 0, 9, 11, 18},
      {{"cdna3/v_mfma_f64_4x4x4_4b_f64"}, 16, 4, 128, 4, 4, 6, 9}};
  return kRows;
}

TEST(Amd, EveryRowOfTheCatalogueIsPublished) {
  std::set<std::string> published, rows;
  for (const AmdRow& row : amd_rows()) published.insert(row.ids.begin(), row.ids.end());
  for (const Unit& unit : catalog().units())
    if (unit.instruction.id.starts_with("cdna") && !unit.d().is_integer() &&
        !unit.instruction.sparsity)
      rows.insert(unit.instruction.id);
  EXPECT_EQ(rows, published);
}

TEST(Amd, CyclesWaitStatesAndStreams) {
  constexpr int kClocks = 4;  // of a pass, and of a wait state
  for (const AmdRow& row : amd_rows()) {
    ASSERT_EQ(row.cycles, kClocks * row.passes);
    for (const std::string& id : row.ids) {
      SCOPED_TRACE(id);
      const Unit& unit = catalog().find(id);
      const Timing timing = timing_table().look_up(timing_query(unit));
      const double cycles = timing.interval.value().cycles;
      EXPECT_EQ(cycles, row.cycles);
      EXPECT_EQ(timing.interval->confidence, Confidence::high);
      EXPECT_EQ(timing.port, Port::simd);
      const TileShape& shape = unit.instruction.shape;
      EXPECT_EQ(
          2 * shape.m * shape.n.max * shape.k * shape.blocks * ports_in_core(Port::simd) / cycles,
          row.flops);
      const WaitStates& waits = timing.wait_states.value();
      EXPECT_EQ(waits.identical_c, row.identical_c);
      EXPECT_EQ(waits.overlapped_c, row.overlapped_c);
      EXPECT_EQ(waits.operand, row.operand);
      EXPECT_EQ(waits.memory, row.memory);
      EXPECT_EQ(timing.latency_use.value().cycles,
                std::max(row.cycles, kClocks * (1 + row.operand)));
      for (const std::uint64_t depth : {1, 64}) {
        EXPECT_EQ(timing.cycles_per_instruction(depth, Stream::independent).cycles, row.cycles);
        EXPECT_EQ(timing.cycles_per_instruction(depth, Stream::chained).cycles,
                  std::max(row.cycles, kClocks * (1 + row.identical_c)));
      }
    }
  }
}

// i8, and sparse operands, whose rates count the products that are left out.
TEST(Amd, IntegersAndSparseOperands) {
  const struct {
    std::vector<std::string> ids;
    int passes, flops, overlapped_c, operand, memory;
  } kRows[] = {
      {{"cdna1/v_mfma_i32_32x32x4i8", "cdna1/v_mfma_i32_32x32x8i8"}, 16, 1024, 2, 4, 18},
      {{"cdna1/v_mfma_i32_16x16x4i8", "cdna1/v_mfma_i32_16x16x16i8"}, 8, 1024, 2, 4, 10},
      {{"cdna1/v_mfma_i32_4x4x4i8"}, 2, 1024, 2, 4, 4},
      {{"cdna2/v_mfma_i32_32x32x4i8", "cdna2/v_mfma_i32_32x32x8i8"}, 16, 1024, 16, 19, 19},
      {{"cdna2/v_mfma_i32_16x16x4i8", "cdna2/v_mfma_i32_16x16x16i8"}, 8, 1024, 8, 11, 11},
      {{"cdna2/v_mfma_i32_4x4x4i8"}, 2, 1024, 2, 5, 5},
      {{"cdna3/v_mfma_i32_16x16x32_i8"}, 4, 4096, 5, 7, 7},
      {{"cdna3/v_mfma_i32_32x32x16_i8"}, 8, 4096, 9, 11, 11},
      {{"cdna3/v_mfma_i32_32x32x4_2b_i8"}, 16, 1024, 17, 19, 19},
      {{"cdna3/v_mfma_i32_16x16x4_4b_i8"}, 8, 1024, 9, 11, 11},
      {{"cdna3/v_mfma_i32_4x4x4_16b_i8"}, 2, 1024, 3, 5, 5},
      {{"cdna3/v_smfmac_f32_16x16x32_f16", "cdna3/v_smfmac_f32_16x16x32_bf16"}, 4, 4096, 5, 7, 7},
      {{"cdna3/v_smfmac_f32_32x32x16_f16", "cdna3/v_smfmac_f32_32x32x16_bf16"}, 8, 4096, 9, 11, 11},
      {{"cdna3/v_smfmac_i32_16x16x64_i8", "cdna3/v_smfmac_f32_16x16x64_fp8_bf8"}, 4, 8192, 5, 7, 7},
      {{"cdna3/v_smfmac_i32_32x32x32_i8", "cdna3/v_smfmac_f32_32x32x32_bf8_fp8"},
       8,
       8192,
       9,
       11,
       11}};
  for (const auto& row : kRows)
    for (const std::string& id : row.ids) {
      SCOPED_TRACE(id);
      const Timing timing = timing_table().look_up(timing_query(catalog().find(id)));
      const TimingQuery& query = timing.query;
      EXPECT_EQ(timing.interval.value().cycles, 4 * row.passes);
      EXPECT_EQ(timing.interval->confidence, Confidence::high);
      EXPECT_EQ(2.0 * query.m * query.n * query.k * query.blocks * ports_in_core(Port::simd) /
                    timing.interval->cycles,
                row.flops);
      const WaitStates& waits = timing.wait_states.value();
      EXPECT_EQ(waits.identical_c, id.starts_with("cdna3") && row.passes == 2 ? 2 : 0);
      EXPECT_EQ(waits.overlapped_c, row.overlapped_c);
      EXPECT_EQ(waits.operand, row.operand);
      EXPECT_EQ(waits.memory, row.memory);
    }
}

}  // namespace
}  // namespace mmasc
