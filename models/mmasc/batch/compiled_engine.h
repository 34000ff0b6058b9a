// SPDX-License-Identifier: Apache-2.0
// The engine of units that are computed by code of their own: where there is enough to compute and
// LLVM is at hand. Else another engine of the same unit computes.
#pragma once

#include <cstdint>
#include <memory>

#include "mmasc/arith/engine.h"

namespace mmasc::batch {

// So many take the reference, or a kernel, about as long as LLVM takes to compile a unit.
inline constexpr std::int64_t kProductsBeforeCode = 1 << 21, kProductsOfKernelBeforeCode = 1 << 28;

std::unique_ptr<Engine> make_compiled_engine(
    std::unique_ptr<Engine> otherwise, int threads,
    std::int64_t products_before_code = kProductsBeforeCode);

}  // namespace mmasc::batch
