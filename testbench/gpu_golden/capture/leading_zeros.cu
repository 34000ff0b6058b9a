// SPDX-License-Identifier: Apache-2.0
// The compiled kernel must hold instructions that count leading zeros: a compiler that folds a
// count to a constant breaks every model on a GPU, and no host test sees it.
#include "mmasc/arith/limbs.h"

// At least one count each: of a word of 64 bits, of 128, and of limbs.
__global__ void count(const mmasc::ThreadNumbers64::word* x, const mmasc::ThreadNumbers128::word* y,
                      const mmasc::ThreadNumbers192::word* z, int* zeros) {
  zeros[0] = mmasc::ThreadNumbers64::count_leading_zeros(*x, 40);
  zeros[1] = mmasc::ThreadNumbers128::count_leading_zeros(*y, 90);
  zeros[2] = mmasc::ThreadNumbers192::count_leading_zeros(*z, 150);
}
