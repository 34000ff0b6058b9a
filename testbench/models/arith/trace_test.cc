// SPDX-License-Identifier: Apache-2.0
// Every bit of every sum is accounted for, and the account can fail.
#include "mmasc/arith/trace.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "arith/operands.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/find_vectors.h"
#include "random/random_operands.h"

namespace mmasc {
namespace {

Trace witness(const Sequence& sequence) {
  std::vector<std::uint64_t> a{0xf000, 0xb800, 0xb400, 0xb000}, b{0x6400, 0x3c00, 0x3c00, 0x3c00};
  a.resize(16);
  b.resize(16);
  return trace(sequence, view(case_of(a, b, 0x4b000000)));
}

Sequence hopper() { return Sequence(catalog().find("hopper/wgmma.m64nNk16.f32.f16.f16")); }

TEST(Trace, TellsKeptFromDropped) {
  const Sequence sequence = hopper();
  const Trace traced = witness(sequence);
  const ExactSum& sum = traced.steps.at(0).exact.sums.at(0);
  EXPECT_EQ(sum.exact(), (Dyadic{-7, -3}));
  EXPECT_EQ(sum.kept(), (Dyadic{-3, -2}));
  EXPECT_EQ(sum.dropped(), (Dyadic{-1, -3}));
  EXPECT_EQ(traced.d, 0xbf400000u);
  EXPECT_TRUE(unaccounted(traced).empty());
}

// Expects unaccounted() to name `place` where `spoil` changes one value of the first step.
void expect_found(const std::string& place, void (*spoil)(TracedStep&)) {
  const Sequence sequence = hopper();
  Trace traced = witness(sequence);
  spoil(traced.steps[0]);
  EXPECT_EQ(unaccounted(traced), std::vector<std::string>{"step 1: " + place});
}

TEST(Trace, FindsAWrongValueOfEveryStage) {
  expect_found("operands", [](TracedStep& step) { step.stages.in[Operand::a][3] ^= 1; });
  expect_found("product p2", [](TracedStep& step) { step.stages.products[2].exponent += 1; });
  expect_found("c", [](TracedStep& step) { step.stages.c.zero = true; });
  expect_found("sum dot", [](TracedStep& step) { step.stages.sums[0].addends[3].integer += 1; });
  expect_found("sum dot", [](TracedStep& step) { step.stages.sums[0].sum.significand += 1; });
  expect_found("sum dot", [](TracedStep& step) { step.exact.sums[0].terms[3].shift.lost += 1; });
  expect_found("rounding of d", [](TracedStep& step) { step.stages.result.significand += 1; });
  expect_found("packing of d", [](TracedStep& step) { step.stages.d ^= 1; });
}

// Products and c beyond the greatest f32 number.
Trace overflowing(const Sequence& sequence) {
  std::vector<std::uint64_t> ones(16, 0x7f7f);
  return trace(sequence, view(case_of(ones, ones, 0x7f7fffff)));
}

TEST(Trace, FindsAWrongInfinity) {
  const Sequence sequence(catalog().find("hopper/mma.m16n8k16.f32.bf16.bf16.f32"));
  const Trace right = overflowing(sequence);
  ASSERT_EQ(right.d, 0x7f800000u);
  EXPECT_TRUE(unaccounted(right).empty());
  const std::vector<std::string> place{"step 1: rounding of d"};
  Trace negative = right;
  negative.steps[0].stages.result.negative = true;
  EXPECT_EQ(unaccounted(negative), place);
  Trace nan = right;
  nan.steps[0].stages.result.nan = true;
  EXPECT_EQ(unaccounted(nan), place);
}

TEST(Trace, FindsAWrongSaturation) {
  const Sequence sequence(
      catalog().find("hopper/mma.m16n8k16.f32.bf16.bf16.f32").with("result.overflow", "saturate"));
  Trace traced = overflowing(sequence);
  ASSERT_EQ(traced.d, 0x7f7fffffu);
  EXPECT_TRUE(unaccounted(traced).empty());
  traced.steps[0].stages.result.significand -= 1;
  EXPECT_EQ(unaccounted(traced), std::vector<std::string>{"step 1: rounding of d"});
}

TEST(Trace, ShiftsRoundAsTheirModeSays) {
  const auto kept = [](int magnitude, bool negative, Rounding rounding) {
    const ExactShift shift = shift_and_round({magnitude, 0}, negative, 2, rounding);
    const Dyadic whole{negative ? -magnitude : magnitude, 0};
    const Dyadic result{negative ? -shift.kept : shift.kept, 2};
    EXPECT_EQ(result + shift.dropped(), whole);
    return static_cast<int>(shift.kept.low_limb());
  };
  EXPECT_EQ(kept(6, false, Rounding::nearest_even), 2);  // a tie: 1.5
  EXPECT_EQ(kept(10, false, Rounding::nearest_even), 2);
  EXPECT_EQ(kept(10, false, Rounding::nearest_away), 3);
  EXPECT_EQ(kept(7, false, Rounding::toward_zero), 1);
  EXPECT_EQ(kept(5, true, Rounding::down), 2);
  EXPECT_EQ(kept(5, false, Rounding::down), 1);
  EXPECT_EQ(kept(5, false, Rounding::up), 2);
  EXPECT_EQ(kept(5, true, Rounding::up), 1);
  EXPECT_EQ(kept(5, true, Rounding::away), 2);
  EXPECT_EQ(kept(9, false, Rounding::to_odd), 3);
  EXPECT_EQ(kept(5, false, Rounding::to_odd), 1);
  EXPECT_EQ(kept(8, false, Rounding::to_odd), 2);
}

}  // namespace
}  // namespace mmasc
