// SPDX-License-Identifier: Apache-2.0
// i8 of several blocks: gfx908 on.
#include "mfma.h"

extern "C" __attribute__((global)) void mfma_i32_32x32x4i8(DeviceTiles tiles) {
  multiply_tile<Word, int, Int32>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_i32_32x32x4i8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_i32_16x16x4i8(DeviceTiles tiles) {
  multiply_tile<Word, int, Int16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_i32_16x16x4i8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_i32_4x4x4i8(DeviceTiles tiles) {
  multiply_tile<Word, int, Int4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_i32_4x4x4i8(a, b, c, 0, 0, 0);
  });
}
