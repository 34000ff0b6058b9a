// SPDX-License-Identifier: Apache-2.0
// The models of FP64.
#include "arith/limbs.h"
#include "cuda/compare.cuh"

namespace mmasc {

template cudaError_t compare_dots<ThreadNumbers192>(const BatchView&, int, const SequencePlan*,
                                                    unsigned long long*);

}  // namespace mmasc
