// SPDX-License-Identifier: Apache-2.0
// i8, four elements a lane: gfx908 and gfx90a.
#include "mfma.h"

extern "C" __attribute__((global)) void mfma_i32_32x32x8i8(DeviceTiles tiles) {
  multiply_tile<Word, int, Int16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_i32_32x32x8i8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_i32_16x16x16i8(DeviceTiles tiles) {
  multiply_tile<Word, int, Int4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_i32_16x16x16i8(a, b, c, 0, 0, 0);
  });
}
