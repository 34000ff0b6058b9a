// SPDX-License-Identifier: Apache-2.0
// An input of where_fuzz: a byte that chooses the unit, then the constraint's text.
#pragma once

#include <array>

namespace mmasc::fuzz {

// Dense, sparse, with block scales, of integers.
inline constexpr std::array kWhereUnits{
    "volta/mma.m8n8k4.f32.f16.f16.f32", "ampere/mma.sp.m16n8k8.f32.tf32.tf32.f32",
    "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",
    "ada/mma.m8n8k16.s32.s8.s8.s32"};

}  // namespace mmasc::fuzz
