// SPDX-License-Identifier: Apache-2.0
#include "mmasc/capture/mfma_name.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

std::string name_of(const char* id) { return mfma_name(catalog().find(id).instruction); }

TEST(MfmaName, IsTheCompilers) {
  EXPECT_EQ(name_of("cdna1/v_mfma_f32_32x32x4bf16"), "mfma_f32_32x32x4bf16");
  EXPECT_EQ(name_of("cdna2/v_mfma_f32_4x4x4bf16_1k"), "mfma_f32_4x4x4bf16_1k");
  EXPECT_EQ(name_of("cdna3/v_mfma_f32_4x4x4_16b_bf16"), "mfma_f32_4x4x4bf16_1k");
  EXPECT_EQ(name_of("cdna3/v_mfma_f64_4x4x4_4b_f64"), "mfma_f64_4x4x4f64");
  EXPECT_EQ(name_of("cdna3/v_mfma_f32_32x32x1_2b_f32"), "mfma_f32_32x32x1f32");
  EXPECT_EQ(name_of("cdna3/v_mfma_f32_16x16x32_bf8_fp8"), "mfma_f32_16x16x32_bf8_fp8");
  EXPECT_EQ(name_of("cdna2/v_mfma_i32_16x16x16i8"), "mfma_i32_16x16x16i8");
  EXPECT_EQ(name_of("cdna3/v_mfma_i32_16x16x4_4b_i8"), "mfma_i32_16x16x4i8");
  EXPECT_EQ(name_of("cdna3/v_mfma_i32_16x16x32_i8"), "mfma_i32_16x16x32_i8");
  EXPECT_EQ(name_of("cdna3/v_mfma_f32_32x32x4_xf32"), "mfma_f32_32x32x4_xf32");
}

TEST(MfmaName, EveryInstructionHasAKernel) {
  std::string sources;
  for (const auto& entry : std::filesystem::directory_iterator(MMASC_HIP_SOURCES)) {
    std::ifstream file(entry.path());
    sources.append(std::istreambuf_iterator<char>(file), {});
  }
  int rows = 0;
  for (const Unit& unit : catalog().units()) {
    if (!unit.instruction.mnemonic.starts_with("v_mfma")) continue;
    ++rows;
    const std::string name = mfma_name(unit.instruction);
    EXPECT_NE(sources.find("void " + name + "("), std::string::npos) << unit.instruction.id;
  }
  EXPECT_GT(rows, 0);
}

}  // namespace
}  // namespace mmasc
