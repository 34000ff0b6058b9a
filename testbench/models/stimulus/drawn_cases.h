// SPDX-License-Identifier: Apache-2.0
// Vectors of the classes that mmasc gen draws by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "mmasc/stimulus/generator.h"

namespace mmasc {

// So many of each class.
inline std::vector<Case> drawn_cases(const Unit& unit, std::uint64_t each, std::uint64_t seed = 1) {
  const Generator generator(unit, seed);
  std::vector<Case> cases;
  for (const VectorClass vector_class : kDefaultClasses)
    for (std::uint64_t i = 0; i < each; ++i) cases.push_back(generator.make(vector_class, i));
  return cases;
}

}  // namespace mmasc
