// SPDX-License-Identifier: Apache-2.0
// Random units whose factors have coarse exponents.
#pragma once

#include "random/random_tree.h"
#include "random/random_unit.h"

namespace mmasc {

// The same but for the grid where it has a place: of others random_unit() draws it at times.
inline Unit coarse_unit(std::uint64_t seed) {
  Unit unit = random_unit(seed);
  unit.datapath.product.round_to = nullptr;
  choose_coarse_factors(seed, unit, true);
  return unit;
}

}  // namespace mmasc
