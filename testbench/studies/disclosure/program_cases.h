// SPDX-License-Identifier: Apache-2.0
// Random units and operands for their programs.
#pragma once

#include <cstdint>
#include <vector>

#include "disclosure/run_programs.h"
#include "mmasc/unit/error.h"
#include "random/any_operands.h"
#include "random/coarse_unit.h"
#include "random/product_unit.h"
#include "random/random_operands.h"
#include "random/random_unit.h"
#include "random/small_unit.h"

namespace mmasc {

inline std::vector<Case> random_cases(const Unit& unit, std::uint64_t count) {
  std::vector<Case> cases;
  for (std::uint64_t i = 0; i < count; ++i) cases.push_back(random_operands(unit, i));
  return cases;
}

// The same, and as many of any bits.
inline std::vector<Case> all_cases(const Unit& unit, std::uint64_t count) {
  std::vector<Case> cases = random_cases(unit, count);
  const OperandLayout layout = layout_of(unit);
  Random random(count, 7);
  for (std::uint64_t i = 0; i < count; ++i) cases.push_back(any_operands(layout, random));
  return cases;
}

// Units of every kind, one of each for a seed, and some small ones; each with twice `count` cases.
inline void add_random_units(ProgramRun& run, std::uint64_t first, std::uint64_t last,
                             std::uint64_t count) {
  for (std::uint64_t seed = first; seed < last; ++seed) {
    for (const auto make : {random_unit, stochastic_unit, sparse_unit, tensor_scaled_unit,
                            coarse_unit, product_unit}) {
      const Unit unit = make(seed);
      try {
        (void)make_plan(unit);
      } catch (const RowError&) {
        continue;  // beyond a limit
      }
      run.add(unit, all_cases(unit, count));
    }
    for (std::uint64_t i = 3 * seed; i < 3 * seed + 3; ++i)
      if (const auto unit = small_unit(i)) run.add(*unit, all_cases(*unit, 2 * count));
  }
}

}  // namespace mmasc
