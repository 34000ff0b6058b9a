// SPDX-License-Identifier: Apache-2.0
// The models of exact sums of block-scaled FP4.
#include "compare.cuh"
#include "mmasc/arith/limbs.h"

namespace mmasc {

template cudaError_t compare_dots<ThreadNumbers640>(const BatchView&, int, const SequencePlan*,
                                                    unsigned long long*);

}  // namespace mmasc
