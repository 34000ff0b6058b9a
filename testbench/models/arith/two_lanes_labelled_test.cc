// SPDX-License-Identifier: Apache-2.0
// Two lanes of four-bit numbers against exact arithmetic: all factors with chosen c, all different
// products with every c of 8 bits, and samples of both.
#include <gtest/gtest.h>

#include <numeric>

#include "arith/two_lanes.h"
#include "mmasc/unit/formats.h"
#include "printed_name.h"

namespace mmasc {
namespace {

// Every operand: the multiplier, and a few ways to round.
class EveryOperand : public ::testing::TestWithParam<TwoLanes> {};

TEST_P(EveryOperand, GivesTheExactResult) {
  const Format& e2m1 = *find_format("e2m1");
  Comparison(make_unit(GetParam()))
      .run(all_factors(e2m1, e2m1), values_of_c(*find_format(GetParam().c), 1), false);
}

INSTANTIATE_TEST_SUITE_P(Long, EveryOperand,
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
class EveryC : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(EveryC, GivesTheExactResult) {
  const auto& [c, d] = GetParam();
  const Format& e2m1 = *find_format("e2m1");
  std::vector<std::uint64_t> all(std::size_t{1} << find_format(c)->storage_bits());
  std::iota(all.begin(), all.end(), 0);
  for (const int fraction_bits : {0, 2, 5}) {
    const TwoLanes row{.c = c, .d = d, .fraction_bits = fraction_bits};
    Comparison(make_unit(row)).run(different_products(e2m1, e2m1), all, false);
    ASSERT_FALSE(HasFailure()) << fraction_bits;
  }
}

INSTANTIATE_TEST_SUITE_P(Long, EveryC,
                         ::testing::Combine(::testing::Values("e4m3", "e5m2"),
                                            ::testing::Values("e4m3", "e5m2", "f16")),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param)) + "_to_" +
                                  std::get<1>(info.param);
                         });

// Every product, or every third, and every way to round, or every third window.
class EveryRounding : public ::testing::TestWithParam<std::tuple<int, const char*>> {};

TEST_P(EveryRounding, GivesTheExactResult) {
  const auto& [stride, d] = GetParam();
  const Format& e2m1 = *find_format("e2m1");
  const std::vector<Factors> all = different_products(e2m1, e2m1);
  std::vector<Factors> some;
  for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(stride))
    some.push_back(all[i]);
  for (const TwoLanes& row : all_roundings(d, stride)) {
    Comparison(make_unit(row)).run(some, values_of_c(*find_format(row.c), 5), true);
    if (HasNonfatalFailure()) return;
  }
}

std::string name_of_d(const ::testing::TestParamInfo<std::tuple<int, const char*>>& info) {
  return std::get<1>(info.param);
}
INSTANTIATE_TEST_SUITE_P(Default, EveryRounding,
                         ::testing::Combine(::testing::Values(3), ::testing::Values("e5m2")),
                         name_of_d);
INSTANTIATE_TEST_SUITE_P(Long, EveryRounding,
                         ::testing::Combine(::testing::Values(1),
                                            ::testing::Values("e5m2", "e4m3", "f16")),
                         name_of_d);

struct Mix {
  const char *a, *b;
  int operations;
};
void PrintTo(const Mix& mix, std::ostream* out) { *out << mix.a << " * " << mix.b; }
class SixBitMixes : public ::testing::TestWithParam<Mix> {};

TEST_P(SixBitMixes, GiveTheExactResult) {
  const auto& [a, b, operations] = GetParam();
  compare_sampled(a, b, operations);
}

INSTANTIATE_TEST_SUITE_P(Default, SixBitMixes,
                         ::testing::Values(Mix{"e3m2", "e2m3", 100}, Mix{"e2m3", "e2m1", 100}),
                         PrintedName());
INSTANTIATE_TEST_SUITE_P(Long, SixBitMixes,
                         ::testing::Values(Mix{"e3m2", "e3m2", 1000}, Mix{"e2m3", "e2m3", 1000},
                                           Mix{"e3m2", "e2m1", 1000}),
                         PrintedName());

}  // namespace
}  // namespace mmasc
