// SPDX-License-Identifier: Apache-2.0
// Two lanes of four-bit numbers against exact arithmetic: a sample of two_lanes_long_test.cc.
#include <gtest/gtest.h>

#include "arith/two_lanes.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

TEST(TwoLanes, DifferentProducts) {
  const Format& e2m1 = *find_format("e2m1");
  std::vector<Factors> some;
  const auto factors = different_products(e2m1, e2m1);
  for (std::size_t i = 0; i < factors.size(); i += 3) some.push_back(factors[i]);
  for (const TwoLanes& row : all_roundings("e5m2", 3))
    Comparison(make_unit(row)).run(some, values_of_c(*find_format(row.c), 5), true);
}

TEST(TwoLanes, SixBitMixes) {
  compare_sampled("e3m2", "e2m3", 100);
  compare_sampled("e2m3", "e2m1", 100);
}

}  // namespace
}  // namespace mmasc
