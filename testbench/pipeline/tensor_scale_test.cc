// SPDX-License-Identifier: Apache-2.0
// Units with a tensor-wide scale, in SystemC: dot products and a tile, whose elements all share it.
#include "pipeline/random_agreement.h"

namespace mmasc {
namespace {

TEST(TensorScaledPipelines, AgreeOnUnitsNobodyBuilt) {
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    ASSERT_NO_FATAL_FAILURE(expect_agreement(tensor_scaled_unit(seed), seed));
}

}  // namespace
}  // namespace mmasc
