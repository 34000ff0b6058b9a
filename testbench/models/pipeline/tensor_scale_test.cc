// SPDX-License-Identifier: Apache-2.0
// Units with a tensor-wide scale, in SystemC: dot products and a tile, whose elements all share it.
#include <set>

#include "mmasc/pipeline/simulate.h"
#include "pipeline/random_agreement.h"
#include "pipeline/random_tile.h"

namespace mmasc {
namespace {

TEST(TensorScaledPipelines, AgreeOnUnitsNobodyBuilt) {
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    ASSERT_NO_FATAL_FAILURE(expect_agreement(tensor_scaled_unit(seed), seed));
}

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
