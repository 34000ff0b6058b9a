// SPDX-License-Identifier: Apache-2.0
// The compiled kernel must hold an instruction that counts leading zeros: a compiler that folds the
// count to a constant breaks every model on a GPU, and no host test sees it.
#include "mmasc/arith/machine_numbers.h"

__global__ void count(const std::int64_t* significand, int* leading_zeros) {
  *leading_zeros = mmasc::ThreadNumbers64::count_leading_zeros(*significand, 40);
}
