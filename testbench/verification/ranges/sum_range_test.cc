// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/sum_range.h"

#include <gtest/gtest.h>

#include <string>

#include "mmasc/ranges/ranges.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

SumRange first_sum(const Unit& unit) { return ranges_of_steps(Sequence(unit)).sums.front(); }

Unit changed(const char* field, const std::string& bits) {
  return catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32").with(field, bits);
}

TEST(SumRange, HasAnAccumulatorWhereSumsGoBeyondIt) {
  const int bits = first_sum(catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32")).sum_bits;
  const auto held_in = [](int of) {
    return first_sum(changed("dot.accumulator",
                             "{ bits = " + std::to_string(of) + ", overflow = \"saturate\" }"));
  };
  EXPECT_TRUE(held_in(bits).is_plain());
  EXPECT_FALSE(held_in(bits - 1).is_plain());
  EXPECT_FALSE(held_in(bits - 1).keeps_value());
}

TEST(SumRange, HasACutWhereItLosesBits) {
  const auto cut_to = [](int of) {
    return first_sum(
        changed("dot.cut", "{ fraction_bits = " + std::to_string(of) + ", rounding = \"down\" }"));
  };
  const int bits = cut_to(60).fraction_bits;
  EXPECT_TRUE(cut_to(bits).is_plain());
  EXPECT_EQ(cut_to(bits).last_fraction(), bits);
  EXPECT_FALSE(cut_to(bits - 1).is_plain());
  EXPECT_EQ(cut_to(bits - 1).last_fraction(), bits - 1);
  EXPECT_TRUE(cut_to(bits - 1).cut_fills());
}

// The window is the plan's: what the row says exactly has an end.
TEST(SumRange, HasWindowsOfExactTerms) {
  const SumRange exact = first_sum(changed("dot.fraction_bits", "exact"));
  EXPECT_TRUE(exact.exact());
  for (const GroupRange& group : exact.groups) {
    EXPECT_GT(group.fraction_bits(), 24);
    EXPECT_LE(group.greatest_loss, 0);
  }
}

}  // namespace
}  // namespace mmasc
