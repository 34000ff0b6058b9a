// SPDX-License-Identifier: Apache-2.0
// Datapaths nobody has built: random trees over random formats, each valid by docs/datapath.md.
#pragma once

#include <cstdint>

#include "mmasc/unit/unit.h"

namespace mmasc {

// The same unit for a seed on every platform.
Unit random_unit(std::uint64_t seed);

// One of them with a plan, some of its roundings stochastic, wherever a rounding can stand.
Unit stochastic_unit(std::uint64_t seed);

// One of them with a plan and a sparse a.
Unit sparse_unit(std::uint64_t seed);

// One of them with a plan and a tensor-wide scale, beside scales of blocks or none.
Unit tensor_scaled_unit(std::uint64_t seed);

}  // namespace mmasc
