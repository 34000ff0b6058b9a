// SPDX-License-Identifier: Apache-2.0
// Vectors drawn for one cover point: what the classes meet too seldom. A vector depends on the
// seed, the cover point and its number alone.
#pragma once

#include <cstdint>

#include "mmasc/coverage/cover_points.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/vectors/vector_file.h"

namespace mmasc {

// Without name and d. `point` is the number of the cover point in its list.
Case aimed_case(const Generator& generator, const Goal& goal, int point, std::uint64_t index);

}  // namespace mmasc
