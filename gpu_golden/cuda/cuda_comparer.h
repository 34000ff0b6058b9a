// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kernel.h"
#include "mmasc/capture/compare.h"

namespace mmasc {

// Compares the kernel's instruction, whose descriptor is tcgen05.mma's, in runs of at most `tiles`.
std::unique_ptr<Comparer> make_cuda_comparer(const Comparison& comparison, const Kernel& kernel,
                                             std::uint32_t descriptor, int tiles);

}  // namespace mmasc
