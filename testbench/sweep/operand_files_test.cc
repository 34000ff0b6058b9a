// SPDX-License-Identifier: Apache-2.0
// Operands of a study out of files, without a scale.
#include <gtest/gtest.h>

#include <fstream>

#include "files/file_bytes.h"
#include "mmasc/inputs/input_set.h"
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

}  // namespace
}  // namespace mmasc
