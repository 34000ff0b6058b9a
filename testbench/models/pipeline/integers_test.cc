// SPDX-License-Identifier: Apache-2.0
// Units that add integers, in SystemC.
#include "pipeline/random_agreement.h"
#include "random/integer_unit.h"

namespace mmasc {
namespace {

TEST(IntegerPipelines, AgreeOnUnitsNobodyBuilt) {
  for (std::uint64_t seed = 1000; seed < 1040; ++seed)
    ASSERT_NO_FATAL_FAILURE(expect_agreement(integer_unit(seed), seed));
}

TEST(IntegerPipelines, AgreeOnRows) {
  for (const char* id : {"turing/mma.m8n8k32.s32.u4.s4.s32",
                         "hopper/wgmma.m64nNk32.satfinite.s32.s8.u8", "cdna1/v_mfma_i32_4x4x4i8"})
    ASSERT_NO_FATAL_FAILURE(expect_agreement(catalog().find(id), 7));
}

}  // namespace
}  // namespace mmasc
