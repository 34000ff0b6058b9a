// SPDX-License-Identifier: Apache-2.0
// Every bit of every sum is accounted for, and the account can fail.
#include "arith/trace.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "spec/catalog.h"
#include "vectors/bundled.h"
#include "vectors/find_vectors.h"

namespace mmasc {
namespace {

Trace witness(const Sequence& sequence) {
  std::vector<std::uint64_t> a{0xf000, 0xb800, 0xb400, 0xb000}, b{0x6400, 0x3c00, 0x3c00, 0x3c00};
  a.resize(16);
  b.resize(16);
  return trace(sequence, {a, b, 0x4b000000, {}, {}});
}

Sequence hopper() { return Sequence(catalog().find("hopper/wgmma.m64nNk16.f32.f16.f16")); }

TEST(Trace, AccountsForEveryBitOfTheBundledVectors) {
  constexpr std::size_t kCasesPerFile = 8;
  const auto unit_of = [](std::string_view id) -> const Unit& { return catalog().find(id); };
  const std::vector<std::string> folder{bundled_vectors_dir()};
  int sums = 0, inexact = 0;
  for (const VectorSource& source : find_vectors(folder)) {
    const VectorFile file = load_vectors(source, unit_of);
    const Sequence sequence(catalog().find(file.instruction));
    for (std::size_t i = 0; i < std::min(kCasesPerFile, file.cases.size()); ++i) {
      const Case& row = file.cases[i];
      const DotOperands in{row.a, row.b, row.c, row.sa, row.sb};
      const Trace traced = trace(sequence, in);
      ASSERT_EQ(unaccounted(traced), std::vector<std::string>{}) << file.name << ":" << row.line;
      ASSERT_EQ(traced.d, evaluate(sequence, in)) << file.name << ":" << row.line;
      for (const TracedStep& step : traced.steps)
        for (const TracedLevel& level : step.levels)
          for (const TracedSum& sum : level.sums) {
            ++sums;
            inexact += sum.dropped().integer != 0;
          }
    }
  }
  EXPECT_GT(sums, 3000);
  EXPECT_GT(inexact, 300);
}

TEST(Trace, TellsKeptFromDropped) {
  const Sequence sequence = hopper();
  const Trace traced = witness(sequence);
  const TracedSum& sum = traced.steps.at(0).levels.at(0).sums.at(0);
  EXPECT_EQ(sum.exact(), (Dyadic{-7, -3}));
  EXPECT_EQ(sum.kept(), (Dyadic{-3, -2}));
  EXPECT_EQ(sum.dropped(), (Dyadic{-1, -3}));
  EXPECT_EQ(traced.d, 0xbf400000u);
  EXPECT_TRUE(unaccounted(traced).empty());
}

TEST(Trace, FindsAWrongAddend) {
  const Sequence sequence = hopper();
  Trace traced = witness(sequence);
  TracedSum& sum = traced.steps[0].levels[0].sums[0];
  sum.addends[3].addend.integer += 1;
  EXPECT_EQ(unaccounted(traced), std::vector<std::string>{"step 1: sum dot"});
}

TEST(Trace, FindsAWrongSum) {
  const Sequence sequence = hopper();
  Trace traced = witness(sequence);
  traced.steps[0].levels[0].sums[0].sum.significand += 1;
  EXPECT_EQ(unaccounted(traced), std::vector<std::string>{"step 1: sum dot"});
}

TEST(Trace, FindsAWrongRounding) {
  const Sequence sequence = hopper();
  Trace traced = witness(sequence);
  traced.steps[0].result.out.significand += 1;
  EXPECT_EQ(unaccounted(traced),
            (std::vector<std::string>{"step 1: rounding of d", "step 1: packing of d"}));
}

TEST(Trace, FindsAWronglyPackedResult) {
  const Sequence sequence = hopper();
  Trace traced = witness(sequence);
  traced.steps[0].d ^= 1;
  EXPECT_EQ(unaccounted(traced), std::vector<std::string>{"step 1: packing of d"});
}

// Products and c beyond the greatest f32 number.
Trace overflowing(const Sequence& sequence) {
  std::vector<std::uint64_t> ones(16, 0x7f7f);
  return trace(sequence, {ones, ones, 0x7f7fffff, {}, {}});
}

TEST(Trace, FindsAWrongInfinity) {
  const Sequence sequence(catalog().find("hopper/mma.m16n8k16.f32.bf16.bf16.f32"));
  const Trace right = overflowing(sequence);
  ASSERT_EQ(right.d, 0x7f800000u);
  EXPECT_TRUE(unaccounted(right).empty());
  const std::vector<std::string> both{"step 1: rounding of d", "step 1: packing of d"};
  Trace negative = right;
  negative.steps[0].result.out.negative = true;
  EXPECT_EQ(unaccounted(negative), both);
  Trace nan = right;
  nan.steps[0].result.out.nan = true;
  EXPECT_EQ(unaccounted(nan), both);
}

TEST(Trace, FindsAWrongSaturation) {
  const Sequence sequence(catalog()
                              .find("hopper/mma.m16n8k16.f32.bf16.bf16.f32")

                              .with("result.overflow", "saturate"));
  Trace traced = overflowing(sequence);
  ASSERT_EQ(traced.d, 0x7f7fffffu);
  EXPECT_TRUE(unaccounted(traced).empty());
  traced.steps[0].result.out.significand -= 1;
  EXPECT_EQ(unaccounted(traced),
            (std::vector<std::string>{"step 1: rounding of d", "step 1: packing of d"}));
}

TEST(Trace, ShiftsRoundAsTheirModeSays) {
  const auto kept = [](int magnitude, bool negative, Rounding rounding) {
    const TracedShift shift = shift_and_round({magnitude, 0}, negative, 2, rounding);
    const Dyadic whole{negative ? -magnitude : magnitude, 0};
    const Dyadic result{negative ? BigInt(-shift.kept) : shift.kept, 2};
    EXPECT_EQ(result + shift.dropped(), whole);
    return static_cast<int>(shift.kept);
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
