// SPDX-License-Identifier: Apache-2.0
// i8, eight elements a lane: gfx942.
#include "mfma.h"

extern "C" __attribute__((global)) void mfma_i32_32x32x16_i8(DeviceTiles tiles) {
  multiply_tile<Word, long, Int16>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_i32_32x32x16_i8(a, b, c, 0, 0, 0);
  });
}

extern "C" __attribute__((global)) void mfma_i32_16x16x32_i8(DeviceTiles tiles) {
  multiply_tile<Word, long, Int4>(tiles, [](auto a, auto b, auto c) {
    return __builtin_amdgcn_mfma_i32_16x16x32_i8(a, b, c, 0, 0, 0);
  });
}
