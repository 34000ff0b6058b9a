// SPDX-License-Identifier: Apache-2.0
// The models of FP64.
#include "compare.cuh"
#include "mmasc/arith/limbs.h"

namespace mmasc {

template cudaError_t compare_dots<ThreadNumbers192>(const BatchView&, int, const SequencePlan*,
                                                    unsigned long long*);

}  // namespace mmasc
