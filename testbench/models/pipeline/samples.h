// SPDX-License-Identifier: Apache-2.0
// Catalogue rows that between them use every part of the pipeline.
#pragma once

#include <array>
#include <ostream>
#include <string>

#include "mmasc/unit/catalog.h"

namespace mmasc {

struct Sample {
  const char* label;
  const char* id;

  const Unit& unit() const { return catalog().find(id); }
  friend std::ostream& operator<<(std::ostream& out, const Sample& sample) {
    return out << sample.label;
  }
};

inline constexpr std::array kSamples{
    Sample{"volta_f16", "volta/mma.m8n8k4.f32.f16.f16.f32"},
    Sample{"ampere_f16", "ampere/mma.m16n8k16.f32.f16.f16.f32"},
    Sample{"hopper_f16", "hopper/wgmma.m64nNk16.f32.f16.f16"},
    Sample{"hopper_tf32", "hopper/wgmma.m64nNk8.f32.tf32.tf32"},
    Sample{"hopper_fp8", "hopper/wgmma.m64nNk32.f32.e4m3.e4m3"},
    Sample{"blackwell_mxf8", "blackwell/tcgen05.mma.m128nNk32.mxf8f6f4.f32.e4m3.e5m2.1X.ue8m0"},
    Sample{"blackwell_fp4", "blackwell/tcgen05.mma.m128nNk64.mxf4nvf4.f32.e2m1.e2m1.4X.ue4m3"},
    Sample{"cdna1_f16", "cdna1/v_mfma_f32_16x16x16f16"},
    Sample{"cdna1_bf16", "cdna1/v_mfma_f32_16x16x8bf16"},
    Sample{"cdna2_f16", "cdna2/v_mfma_f32_16x16x16f16"},
    Sample{"cdna3_f16", "cdna3/v_mfma_f32_16x16x16_f16"},
    Sample{"cdna3_fp8", "cdna3/v_mfma_f32_16x16x32_fp8_bf8"},
    Sample{"cdna2_f32", "cdna2/v_mfma_f32_16x16x4f32"},
    Sample{"ampere_f64", "ampere/mma.m8n8k4.f64.f64.f64.f64"},
    Sample{"ampere_int8", "ampere/mma.m16n8k32.s32.s8.s8.s32"},
    Sample{"turing_int4", "turing/mma.m8n8k32.satfinite.s32.s4.u4.s32"},
};

// For INSTANTIATE_TEST_SUITE_P.
inline std::string label_of(const auto& info) { return info.param.label; }

}  // namespace mmasc
