// SPDX-License-Identifier: Apache-2.0
// A tile with a tensor-wide scale, which all its elements share.
#include <gtest/gtest.h>

#include <set>

#include "mmasc/pipeline/simulate.h"
#include "mmasc/unit/catalog.h"
#include "pipeline/random_tile.h"

namespace mmasc {
namespace {

TEST(TensorScaledPipelines, TakeOneScaleForEachBlockOfATile) {
  constexpr int kBlocks = 5;
  const Unit unit =
      catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3").with("instruction.tensor_scale", "f32");
  const TileCase tile = random_tile(unit, 3, 2, kBlocks, 1);
  const auto& scales = (*tile.tile)[Operand::st];
  EXPECT_EQ(scales.size(), std::size_t{kBlocks});
  EXPECT_GT(std::set(scales.begin(), scales.end()).size(), 1u);
  EXPECT_EQ(simulate(Sequence(unit), tile.tile).d, tile.d);
}

}  // namespace
}  // namespace mmasc
