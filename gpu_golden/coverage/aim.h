// SPDX-License-Identifier: Apache-2.0
// Vectors drawn for one corner: what the classes meet too seldom. A vector depends on the seed, the
// corner and its number alone.
#pragma once

#include <cstdint>

#include "coverage/corners.h"
#include "vectors/vector_file.h"

namespace mmasc {

// Without name and d. `corner` is the number of the corner in its list.
Case aimed_case(const Sequence& sequence, const Goal& goal, std::uint64_t seed, int corner,
                std::uint64_t index);

}  // namespace mmasc
