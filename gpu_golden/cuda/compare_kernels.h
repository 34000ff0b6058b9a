// SPDX-License-Identifier: Apache-2.0
// The steps of a comparison as kernels; mmasc/capture/comparison.h says what each does.
#pragma once

#include <cuda_runtime_api.h>

#include "mmasc/capture/comparison.h"

namespace mmasc {

// Elements and images of every operand.
cudaError_t make_operands(const BatchView& batch, int tiles);

// The model, whose words N holds, beside the instruction's d. Adds to `mismatches`, which like
// `program` is on the GPU.
template <NumberSystem N>
cudaError_t compare_dots(const BatchView& batch, int tiles, const SequencePlan* program,
                         unsigned long long* mismatches);

}  // namespace mmasc
