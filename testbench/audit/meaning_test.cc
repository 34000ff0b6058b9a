// SPDX-License-Identifier: Apache-2.0
#include "audit/meaning.h"

#include <gtest/gtest.h>

#include "audit/arguments_tried.h"
#include "spec/catalog.h"

namespace mmasc {
namespace {

TEST(Meaning, NoArgumentIsContradictedOnARow) {
  EXPECT_GT(arguments_tried(catalog().find("hopper/wgmma.m64nNk32.f32.e4m3.e4m3"), 5), 5);
}

TEST(Meaning, SaysWhy) {
  const Unit& f16 = catalog().find("hopper/mma.m16n8k16.f32.f16.f16.f32");
  EXPECT_EQ(why_equal(f16, f16.with("product.infinity_at", "128")), "the plan is the same");
  EXPECT_EQ(why_equal(f16, f16.with("lanes", "32")), "the plan is the same");
  EXPECT_EQ(why_equal(f16, f16.with("dot.fraction_bits", "24")), "");
  EXPECT_NE(why_equal(f16, f16.with("dot.zero_exponent", "-134")).find("at least -126"),
            std::string::npos);
}

}  // namespace
}  // namespace mmasc
