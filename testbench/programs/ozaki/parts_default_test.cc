// SPDX-License-Identifier: Apache-2.0
// D is computed in parts of 4,096 columns and of as many rows as 128 MB of levels hold.
#include <gtest/gtest.h>

#include "ozaki/doubles.h"

namespace mmasc {
namespace {

// With K = 1 an element correctly rounded is a product of two doubles. 4 bits make many levels.
TEST(Dgemm, OfMoreThanOnePart) {
  const auto engine = one_thread(catalog().find(kHopperF16));
  const Doubles a = random_doubles(170, 1, 3, 1), b = random_doubles(1, 4100, 3, 2);
  DgemmOptions options = all_slices();
  options.slice_bits = 4;
  const Doubles d = multiply(*engine, a, b, options);
  for (std::int64_t i = 0; i < d.rows; ++i)
    for (std::int64_t j = 0; j < d.columns; ++j)
      ASSERT_EQ(d.at(i, j), a.at(i, 0) * b.at(0, j)) << i << ", " << j;
}

}  // namespace
}  // namespace mmasc
