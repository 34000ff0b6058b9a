// SPDX-License-Identifier: Apache-2.0
// Fused multiply-adds of e5m2 in IEEE 754's five roundings: with every 15th a, or all.
#include "arith/e5m2_fma.h"

namespace mmasc {
namespace {

class E5m2 : public ::testing::TestWithParam<std::tuple<unsigned, std::string_view>> {};

TEST_P(E5m2, HasTheFusedMultiplyAddOfIeee754) {
  const auto& [step, rounding] = GetParam();
  EXPECT_EQ(compare_e5m2_fma(rounding, step), std::size_t{(255 + step) / step} << 16);
}

constexpr auto kName = [](const auto& info) { return std::string(std::get<1>(info.param)); };
INSTANTIATE_TEST_SUITE_P(Quick, E5m2,
                         ::testing::Combine(::testing::Values(15u),
                                            ::testing::ValuesIn(kIeeeRoundings)),
                         kName);
INSTANTIATE_TEST_SUITE_P(Long, E5m2,
                         ::testing::Combine(::testing::Values(1u),
                                            ::testing::ValuesIn(kIeeeRoundings)),
                         kName);

}  // namespace
}  // namespace mmasc
