// SPDX-License-Identifier: Apache-2.0
// Units whose A is sparse, in SystemC.
#include "pipeline/random_agreement.h"

namespace mmasc {
namespace {

TEST(SparsePipelines, AgreeOnUnitsNobodyBuilt) {
  for (std::uint64_t seed = 0; seed < 40; ++seed)
    ASSERT_NO_FATAL_FAILURE(expect_agreement(sparse_unit(seed), seed));
}

TEST(SparsePipelines, AgreeOnRows) {
  for (const char* id :
       {"ampere/mma.sp.m16n8k64.satfinite.s32.s4.u4.s32", "hopper/wgmma.sp.m64nNk16.f32.tf32.tf32",
        "cdna3/v_smfmac_i32_32x32x32_i8"})
    ASSERT_NO_FATAL_FAILURE(expect_agreement(catalog().find(id), 7));
}

}  // namespace
}  // namespace mmasc
