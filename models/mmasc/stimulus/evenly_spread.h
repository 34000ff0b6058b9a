// SPDX-License-Identifier: Apache-2.0
// A few of many.
#pragma once

#include <cstddef>
#include <vector>

namespace mmasc {

// Up to so many, evenly spread over all.
template <class T>
std::vector<T> evenly_spread(const std::vector<T>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<T> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
}

}  // namespace mmasc
