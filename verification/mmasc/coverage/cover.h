// SPDX-License-Identifier: Apache-2.0
// A small set of vectors that meets every cover point that can be reached.
#pragma once

#include <functional>
#include <vector>

#include "mmasc/coverage/coverage.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/stimulus/where.h"

namespace mmasc {

struct CoverLimits {
  std::vector<VectorClass> classes{kDefaultClasses.begin(), kDefaultClasses.end()};
  std::uint64_t count = 64;      // vectors drawn of each class
  std::uint64_t tries = 20000;   // then, aimed at each cover point that is left
  const Where* where = nullptr;  // which all vectors are to hold; null: none. It must outlive them
  bool crosses = false;          // cover_points_of()
};

// Draws by class, then at each cover point left, and keeps the vectors that meet a cover point for
// the first time, with their d; `coverage` counts those that are kept. `each_draw` is told how many
// were drawn, now and then; it may throw. Throws InputError where no vector of a class holds the
// constraints.
std::vector<Case> cover(const Generator& generator, const CoverPoints& points,
                        const CoverLimits& limits, Coverage& coverage,
                        const std::function<void(std::uint64_t drawn)>& each_draw);

// The vectors that `mmasc gen --until-covered` makes, and their coverage.
struct Covered {
  std::vector<Case> cases;
  Coverage coverage;
};
Covered cover(
    const Generator& generator, const CoverLimits& limits = {},
    const std::function<void(std::uint64_t drawn)>& each_draw = [](std::uint64_t) {});

}  // namespace mmasc
