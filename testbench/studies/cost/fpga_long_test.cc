// SPDX-License-Identifier: Apache-2.0
// A wider unit takes more of an FPGA, but no more multipliers.
#include <gtest/gtest.h>

#include "cost/tools_here.h"
#include "mmasc/cost/fpga.h"
#include "mmasc/unit/catalog.h"
#include "rtl/folder.h"

namespace mmasc {
namespace {

TEST(FpgaAtLength, AWiderUnitTakesMore) {
  if (const std::string missing = testing::missing_for_synthesis(); !missing.empty())
    GTEST_SKIP() << missing;
  const testing::Folder folder;
  for (const FpgaFamily& family : fpga_families()) {
    const auto cost = [&](const char* bits) {
      return fpga_cost(catalog()
                           .find("hopper/mma.m16n8k16.f32.f16.f16.f32")
                           .with("lanes", "1")
                           .with("dot.fraction_bits", bits),
                       family, folder.path());
    };
    const FpgaCost narrow = cost("6"), wide = cost("20");
    EXPECT_GT(wide.luts, narrow.luts) << family.name;
    EXPECT_GT(wide.flip_flops, narrow.flip_flops) << family.name;
    EXPECT_EQ(wide.multipliers, narrow.multipliers) << family.name;
  }
}

}  // namespace
}  // namespace mmasc
