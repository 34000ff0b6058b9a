// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/philox.h"

#include <gtest/gtest.h>

namespace mmasc {
namespace {

// The known answers of the generator's authors (Random123, tests/kat_vectors).
static_assert(philox({}, 0) == PhiloxWords{{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});

TEST(Philox, GivesThePublishedAnswers) {
  constexpr std::uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox({{kOnes, kOnes, kOnes, kOnes}}, 0xffffffffffffffff),
            (PhiloxWords{{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}}));
  EXPECT_EQ(philox({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0x299f31d0a4093822),
            (PhiloxWords{{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}));
}

}  // namespace
}  // namespace mmasc
