// SPDX-License-Identifier: Apache-2.0
// Operands of a study out of files, without a scale.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "files/file_bytes.h"
#include "mmasc/inputs/input_set.h"
#include "mmasc/sweep/points.h"
#include "mmasc/sweep/study.h"
#include "mmasc/unit/catalog.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

class OperandFiles : public ::testing::Test {
 protected:
  InputSet inputs_of(const char* unit, const std::string& descr, const std::string& data) const {
    std::ofstream(folder_.path() / "a.npy", std::ios::binary) << npy(descr, "(1, 2)", data);
    const Unit found = find_unit(unit);
    InputRow row;
    row.a = "a.npy";
    row.folder = folder_.path().string();
    row.quantise = Quantise::none;
    return make_inputs(row, input_formats(found, *found.instruction.c), {1, 1, 2}, 1, 0, {});
  }
  const testing::Folder folder_;
};

// As drawn numbers are, to nearest even.
TEST_F(OperandFiles, AreRoundedToTf32) {
  const InputSet set = inputs_of("ampere/mma.m16n8k8.f32.tf32.tf32.f32", "<f4",
                                 floats({1.0F + 0x1.8p-11F, 1.0F + 0x1p-11F}));
  EXPECT_EQ(set[Operand::a].at(0, 0), 0x3f802000U);
  EXPECT_EQ(set[Operand::a].at(0, 1), 0x3f800000U);
}

// Results of before that do not go on: the operands are others.
TEST_F(OperandFiles, AreOthersThanUnrounded) {
  std::ofstream(folder_.path() / "a.npy", std::ios::binary)
      << npy("<f4", "(1, 8)", floats(std::vector<float>(8, 1.0F)));
  const auto key_of = [&](const std::string& unit) {
    Study study = parse_study("question = \"what?\"\nunit = \"" + unit +
                                  "\"\n[inputs]\na = \"a.npy\"\nquantise = \"none\"\n"
                                  "[axes]\nk = 8\n",
                              "s.toml");
    study.folder = folder_.path().string();
    return plan_points(study).at(0).input_key();
  };
  const auto is_rounded = [](const std::string& key) { return key.ends_with(" rounded"); };
  EXPECT_TRUE(is_rounded(key_of("ampere/mma.m16n8k8.f32.tf32.tf32.f32")));
  EXPECT_FALSE(is_rounded(key_of("ampere/mma.m16n8k8.f32.f16.f16.f32")));
}

// Also where the unit's format has no infinity, or conversions saturate.
TEST_F(OperandFiles, AreFinite) {
  for (const char* unit :
       {"hopper/wgmma.m64nNk16.f32.f16.f16", "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"})
    for (const auto& [number, name] : {std::pair(INFINITY, "infinite"), std::pair(NAN, "NaN")})
      expect_error(
          [&] {
            (void)inputs_of(unit, "<f4", floats({1.0F, number}));
          },
          std::string("element (0, 1) is ") + name + "; give finite numbers");
  EXPECT_EQ(
      inputs_of("hopper/wgmma.m64nNk16.f32.f16.f16", "<f4", floats({1.0F, 1e6F}))[Operand::a].at(0,
                                                                                                 1),
      0x7bffU);
}

}  // namespace
}  // namespace mmasc
