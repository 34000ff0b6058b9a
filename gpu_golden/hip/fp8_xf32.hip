// SPDX-License-Identifier: Apache-2.0
// fp8 and xf32: gfx942.
#include "mfma.h"

extern "C" __attribute__((global)) void mfma_f32_16x16x8_xf32(DeviceTiles tiles) {
  multiply_tile<Word, Float2, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x8_xf32(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_32x32x4_xf32(DeviceTiles tiles) {
  multiply_tile<Word, Float2, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x4_xf32(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x32_bf8_bf8(DeviceTiles tiles) {
  multiply_tile<Word, long, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x32_bf8_bf8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x32_bf8_fp8(DeviceTiles tiles) {
  multiply_tile<Word, long, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x32_bf8_fp8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x32_fp8_bf8(DeviceTiles tiles) {
  multiply_tile<Word, long, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x32_fp8_bf8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_16x16x32_fp8_fp8(DeviceTiles tiles) {
  multiply_tile<Word, long, Float4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_32x32x16_bf8_bf8(DeviceTiles tiles) {
  multiply_tile<Word, long, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x16_bf8_bf8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_32x32x16_bf8_fp8(DeviceTiles tiles) {
  multiply_tile<Word, long, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x16_bf8_fp8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_32x32x16_fp8_bf8(DeviceTiles tiles) {
  multiply_tile<Word, long, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x16_fp8_bf8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_f32_32x32x16_fp8_fp8(DeviceTiles tiles) {
  multiply_tile<Word, long, Float16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8(a, b, c, 0, 0, 0);
  });
}
