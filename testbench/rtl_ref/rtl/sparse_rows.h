// SPDX-License-Identifier: Apache-2.0
// A row of each kind of sparsity.
#pragma once

namespace mmasc {

inline constexpr const char* kSparseRows[] = {
    "hopper/mma.sp.m16n8k32.f32.f16.f16.f32",          // 2:4
    "hopper/wgmma.sp.m64nNk16.f32.tf32.tf32",          // 1:2
    "ampere/mma.sp.m16n8k64.satfinite.s32.s8.s8.s32",  // 2:4, integers
    "ampere/mma.sp.m16n8k64.satfinite.s32.s4.u4.s32",  // 2:4, neighbours together
};

}  // namespace mmasc
