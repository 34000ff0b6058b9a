// SPDX-License-Identifier: Apache-2.0
// bf16, four elements a lane, and f64: gfx90a on.
#include "mfma.h"

extern "C" __attribute__((global)) void mfma_f32_32x32x4bf16_1k(DeviceTiles tiles) {
  multiply_tile<Word, Short4, Float32>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x4bf16_1k(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x4bf16_1k(DeviceTiles tiles) {
  multiply_tile<Word, Short4, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x4bf16_1k(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_4x4x4bf16_1k(DeviceTiles tiles) {
  multiply_tile<Word, Short4, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_4x4x4bf16_1k(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_32x32x8bf16_1k(DeviceTiles tiles) {
  multiply_tile<Word, Short4, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x16bf16_1k(DeviceTiles tiles) {
  multiply_tile<Word, Short4, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f64_16x16x4f64(DeviceTiles tiles) {
  multiply_tile<DoubleWord, double, Double4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f64_16x16x4f64(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f64_4x4x4f64(DeviceTiles tiles) {
  multiply_tile<DoubleWord, double, double>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f64_4x4x4f64(a, b, c, 0, 0, 0);
  });
}
