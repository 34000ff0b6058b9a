// SPDX-License-Identifier: Apache-2.0
// Counts of FPGA cells with the Yosys there is.
#include <gtest/gtest.h>

#include "cost/tools_here.h"
#include "mmasc/cost/fpga.h"
#include "mmasc/unit/catalog.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

class Fpga : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (const std::string missing = testing::missing_for_synthesis(); !missing.empty())
      GTEST_SKIP() << missing;
  }
  FpgaCost cost(const Unit& unit) const {
    return fpga_cost(unit, *find_fpga_family(GetParam()), folder_.path());
  }
  const testing::Folder folder_;
};

Unit small_f16() {
  return catalog()
      .find("hopper/mma.m16n8k16.f32.f16.f16.f32")
      .with("lanes", "1")
      .with("dot.fraction_bits", "6");
}

TEST_P(Fpga, CountsWhatAUnitTakes) {
  const FpgaCost found = cost(small_f16());
  EXPECT_EQ(found.multipliers, 1) << "of 11 x 11 bits";
  EXPECT_GT(found.luts, 100);
  EXPECT_GT(found.flip_flops, 100);
  EXPECT_GT(found.carries, 0);
  EXPECT_EQ(cost(small_f16()), found) << "from the cache";
}

INSTANTIATE_TEST_SUITE_P(Families, Fpga, ::testing::Values("xc7", "ecp5"),
                         [](const auto& family) { return family.param; });

TEST(FpgaFamilies, HaveNames) {
  EXPECT_EQ(find_fpga_family("xc8"), nullptr);
  for (const FpgaFamily& family : fpga_families())
    EXPECT_EQ(find_fpga_family(family.name), &family);
}

}  // namespace
}  // namespace mmasc
