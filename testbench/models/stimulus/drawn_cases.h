// SPDX-License-Identifier: Apache-2.0
// Vectors as mmasc gen draws them.
#pragma once

#include <cstdint>
#include <vector>

#include "arith/operands.h"
#include "mmasc/stimulus/generator.h"

namespace mmasc {

// So many of each class that it draws by itself.
inline std::vector<Case> drawn_cases(const Unit& unit, std::uint64_t each, std::uint64_t seed = 1) {
  const Generator generator(unit, seed);
  std::vector<Case> cases;
  for (const VectorClass vector_class : kDefaultClasses)
    for (std::uint64_t i = 0; i < each; ++i) cases.push_back(generator.make(vector_class, i));
  return cases;
}

// So many of one class, with the d that `by` gives; null: the unit.
inline std::vector<Case> answered_cases(const Unit& unit, VectorClass of, std::uint64_t count,
                                        std::uint64_t seed, const Sequence* by = nullptr) {
  const Generator generator(unit, seed);
  std::vector<Case> cases;
  for (std::uint64_t i = 0; i < count; ++i) {
    Case& row = cases.emplace_back(generator.make(of, i));
    row.d() = evaluate(by != nullptr ? *by : generator.sequence(), view(row));
  }
  return cases;
}

}  // namespace mmasc
