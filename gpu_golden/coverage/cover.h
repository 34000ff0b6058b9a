// SPDX-License-Identifier: Apache-2.0
// A small set of vectors that meets every corner that can be reached.
#pragma once

#include <functional>
#include <vector>

#include "coverage/coverage.h"
#include "generate/generator.h"

namespace mmasc {

struct CoverLimits {
  std::vector<VectorClass> classes;
  std::uint64_t count = 64;     // vectors drawn of each class
  std::uint64_t tries = 20000;  // then, aimed at each corner that is left
};

// Draws by class, then at each corner left, and keeps the vectors that meet a corner for the first
// time, with their d; `coverage` counts those that are kept. `each_draw` is told how many were
// drawn, now and then; it may throw.
std::vector<Case> cover(const Generator& generator, const Corners& corners,
                        const CoverLimits& limits, Coverage& coverage,
                        const std::function<void(std::uint64_t drawn)>& each_draw);

}  // namespace mmasc
