// SPDX-License-Identifier: Apache-2.0
// Coarse exponents changed by a little.
#pragma once

#include <vector>

#include "mmasc/unit/datapath.h"

namespace mmasc {

// The same steps from another exponent, and steps twice and half as large.
inline std::vector<ExponentGrid> grids_near(const ExponentGrid& grid) {
  std::vector<ExponentGrid> grids{{grid.step * 2, grid.first}};
  for (int first = 0; first < grid.step; ++first) grids.push_back({grid.step, first});
  if (grid.step > 2) grids.push_back({grid.step / 2, grid.first % (grid.step / 2)});
  return grids;
}

// Where exponents are not coarse.
inline std::vector<ExponentGrid> smallest_grids() {
  return {{2, 0}, {2, 1}, {4, 0}, {4, 1}, {4, 2}, {4, 3}};
}

}  // namespace mmasc
