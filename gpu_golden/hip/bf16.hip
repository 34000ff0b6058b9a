// SPDX-License-Identifier: Apache-2.0
// bf16, two elements a lane: gfx908 and gfx90a.
#include "mfma.h"

extern "C" __attribute__((global)) void mfma_f32_32x32x2bf16(DeviceTiles tiles) {
  multiply_tile<Word, Short2, Float32>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x2bf16(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x2bf16(DeviceTiles tiles) {
  multiply_tile<Word, Short2, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x2bf16(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_4x4x2bf16(DeviceTiles tiles) {
  multiply_tile<Word, Short2, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_4x4x2bf16(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_32x32x4bf16(DeviceTiles tiles) {
  multiply_tile<Word, Short2, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x4bf16(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x8bf16(DeviceTiles tiles) {
  multiply_tile<Word, Short2, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x8bf16(a, b, c, 0, 0, 0);
  });
}
