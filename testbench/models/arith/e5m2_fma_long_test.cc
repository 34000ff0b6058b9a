// SPDX-License-Identifier: Apache-2.0
// Every fused multiply-add of e5m2 in IEEE 754's five roundings.
#include "arith/e5m2_fma.h"

namespace mmasc {
namespace {

class EveryFma : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryFma, OfE5m2IsThatOfIeee754) {
  EXPECT_EQ(compare_e5m2_fma(GetParam(), 1), std::size_t{1} << 24);
}
INSTANTIATE_TEST_SUITE_P(Roundings, EveryFma, ::testing::ValuesIn(kIeeeRoundings),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace mmasc
