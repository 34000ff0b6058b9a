// SPDX-License-Identifier: Apache-2.0
// A row of each family of datapaths.
#pragma once

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

inline constexpr const char* kFamilies[] = {
    "volta/mma.m8n8k4.f32.f16.f16.f32",                                 // fused, 4 lanes
    "ada/mma.m16n8k16.f16.f16.f16.f16",                                 // f16 result
    "hopper/mma.m16n8k16.f32.f16.f16.f32",                              // fused, 16 lanes
    "hopper/wgmma.m64nNk32.f32.e4m3.e4m3",                              // 13 fraction bits
    "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3",  // groups, scales
    "rtx_blackwell/mma.m16n8k32.mxf8f6f4.f32.e2m1.e3m2.f32.1X.ue8m0",   // one scale
    "ampere/mma.m8n8k4.f64.f64.f64.f64",                                // IEEE, one lane
    "cdna1/v_mfma_f32_32x32x4bf16",                                     // exact
    "cdna2/v_mfma_f32_32x32x8f16",                                      // every node rounds
    "cdna3/v_mfma_f32_32x32x8_f16",                                     // c late
    "cdna3/v_mfma_f32_16x16x32_bf8_bf8",                                // a term vanishes
    "hopper/mma.m16n8k32.f16.e4m3.e4m3.f16",                            // widened, C last
    "ampere/mma.m16n8k32.satfinite.s32.s8.u8.s32",                      // integers, clamped
    "cdna1/v_mfma_i32_4x4x4i8",                                         // integers that wrap
    "rdna3/v_wmma_bf16_16x16x16_bf16",    // ones' complement, NaN told apart, rounded twice
    "rdna4/v_wmma_f16_16x16x16_f16_w32",  // pairs, then c two exponents down
    "x86/vdpbf16ps",                      // two fused multiply-adds
    "arm/bfdot",                          // rounded to odd
    "arm/fmops.f32.f16.f16",              // negated products
    "power/xvbf16ger2pp",                 // a sum with a wider exponent
    "riscv/vfqwbdota.n4.e4m3.e5m2",       // bulk normalization
};

// The row with at most four lanes, where its sums can have so few: whatever the number, lanes are
// alike.
inline Unit of_few_lanes(const char* id) {
  const Unit& unit = catalog().find(id);
  if (unit.lanes() <= 4) return unit;
  try {
    const Unit few = unit.with("lanes", "4");
    make_plan(few);
    return few;
  } catch (const RowError&) {
    return unit;
  }
}

}  // namespace mmasc
