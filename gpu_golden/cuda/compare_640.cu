// SPDX-License-Identifier: Apache-2.0
// The models of exact sums of block-scaled FP4.
#include "arith/limbs.h"
#include "cuda/compare.cuh"

namespace mmasc {

template cudaError_t compare_dots<ThreadNumbers640>(const BatchView&, int, const SequencePlan*,
                                                    unsigned long long*);

}  // namespace mmasc
