// SPDX-License-Identifier: Apache-2.0
// Two lanes of four-bit numbers against exact arithmetic: all factors with chosen c, all different
// products with every c of 8 bits.
#include <gtest/gtest.h>

#include <numeric>

#include "arith/two_lanes.h"
#include "mmasc/unit/formats.h"

namespace mmasc {
namespace {

// Every operand: the multiplier, and a few ways to round.
class EveryOperand : public ::testing::TestWithParam<TwoLanes> {};

TEST_P(EveryOperand, GivesTheExactResult) {
  const Format& e2m1 = *find_format("e2m1");
  Comparison(make_unit(GetParam()))
      .run(all_factors(e2m1, e2m1), values_of_c(*find_format(GetParam().c), 1), false);
}

INSTANTIATE_TEST_SUITE_P(Units, EveryOperand,
                         ::testing::Values(TwoLanes{.c = "e4m3",
                                                    .d = "e5m2",
                                                    .fraction_bits = 3,
                                                    .zero_exponent = known::zeros_at(1)},
                                           TwoLanes{.d = "e4m3", .zero_sign = ZeroSign::ieee},
                                           TwoLanes{.c = "bf16",
                                                    .fraction_bits = 1,
                                                    .alignment_rounding = Rounding::nearest_even,
                                                    .rounding = Rounding::toward_zero}),
                         [](const auto& instance) { return std::string(instance.param.d); });

// Every pair of different products, and every c, NaN and Inf among them.
TEST(TwoLanes, EveryC) {
  const Format& e2m1 = *find_format("e2m1");
  const auto factors = different_products(e2m1, e2m1);
  for (const char* c : {"e4m3", "e5m2"}) {
    std::vector<std::uint64_t> all(std::size_t{1} << find_format(c)->storage_bits());
    std::iota(all.begin(), all.end(), 0);
    for (const char* d : {"e4m3", "e5m2", "f16"})
      for (const int fraction_bits : {0, 2, 5}) {
        const TwoLanes row{.c = c, .d = d, .fraction_bits = fraction_bits};
        Comparison(make_unit(row)).run(factors, all, false);
        ASSERT_FALSE(HasFailure()) << c << " to " << d << ", " << fraction_bits;
      }
  }
}

// Every product, and every way to round.
class EveryRounding : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryRounding, GivesTheExactResult) {
  const Format& e2m1 = *find_format("e2m1");
  const auto factors = different_products(e2m1, e2m1);
  for (const TwoLanes& row : all_roundings(GetParam(), 1)) {
    Comparison(make_unit(row)).run(factors, values_of_c(*find_format(row.c), 5), true);
    if (HasNonfatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Results, EveryRounding, ::testing::Values("e5m2", "e4m3", "f16"),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(TwoLanes, SixBitMixesSampled) {
  compare_sampled("e3m2", "e3m2", 1000);
  compare_sampled("e2m3", "e2m3", 1000);
  compare_sampled("e3m2", "e2m1", 1000);
}

}  // namespace
}  // namespace mmasc
