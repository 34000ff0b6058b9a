// SPDX-License-Identifier: Apache-2.0
// f32 and f16: gfx908 on.
#include "mfma.h"

extern "C" __attribute__((global)) void mfma_f32_32x32x1f32(DeviceTiles tiles) {
  multiply_tile<Word, float, Float32>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x1f32(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x1f32(DeviceTiles tiles) {
  multiply_tile<Word, float, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x1f32(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_4x4x1f32(DeviceTiles tiles) {
  multiply_tile<Word, float, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_4x4x1f32(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_32x32x2f32(DeviceTiles tiles) {
  multiply_tile<Word, float, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x2f32(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x4f32(DeviceTiles tiles) {
  multiply_tile<Word, float, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x4f32(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_32x32x4f16(DeviceTiles tiles) {
  multiply_tile<Word, Half4, Float32>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x4f16(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x4f16(DeviceTiles tiles) {
  multiply_tile<Word, Half4, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x4f16(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_4x4x4f16(DeviceTiles tiles) {
  multiply_tile<Word, Half4, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_4x4x4f16(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_32x32x8f16(DeviceTiles tiles) {
  multiply_tile<Word, Half4, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x8f16(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x16f16(DeviceTiles tiles) {
  multiply_tile<Word, Half4, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x16f16(a, b, c, 0, 0, 0);
  });
}
