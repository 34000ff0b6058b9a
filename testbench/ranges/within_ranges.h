// SPDX-License-Identifier: Apache-2.0
// What a trace shows against the ranges.
#pragma once

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "arith/trace.h"
#include "generate/generator.h"
#include "ranges/ranges.h"

namespace mmasc {

inline void expect_within(const TermRange& range, const TracedTerm& term) {
  EXPECT_TRUE(range.nan || !term.nan);
  EXPECT_TRUE(range.infinite || term.nan || !term.infinite);
  if (!term.finite()) return;
  if (term.zero) {
    EXPECT_TRUE(range.zero);
    EXPECT_TRUE(range.minus_zero || !term.negative);
    EXPECT_TRUE(range.zero_exponent.contains(term.exponent)) << term.exponent;
    return;
  }
  EXPECT_TRUE(range.nonzero);
  EXPECT_TRUE(range.exponent.contains(term.exponent)) << term.exponent;
  if (term.significand == 0) return;
  const int last = static_cast<int>(lsb(term.significand));
  const int lead = static_cast<int>(msb(term.significand));
  const int unit = term.exponent - term.fraction_bits;
  EXPECT_TRUE(range.negative || !term.negative);
  EXPECT_GE(unit + last, range.lowest_bit);
  EXPECT_GE(unit + last, term.exponent - range.fraction);
  EXPECT_GE(unit + lead, range.lowest_leading);
  EXPECT_LT(unit + lead, range.top);
  EXPECT_LT(lead - last, range.bits);
}

// Of a sum: its terms, how far they lie below what leads and what that cuts off them, and itself.
inline void expect_within(const SumRange& range, const Plan& plan, const SumPlan& sum,
                          const TracedSum& traced) {
  std::size_t addend = 0;
  for (std::size_t g = 0; g < range.groups.size(); ++g) {
    const GroupRange& group = range.groups[g];
    for (int i = 0; i < plan.groups[sum.first_group + static_cast<int>(g)].count; ++i) {
      const TracedAddend& one = traced.addends[addend++];
      expect_within(group.term, one.term);
      if (!traced.finite() || one.term.zero || one.term.significand == 0) continue;
      EXPECT_LE(traced.e_max - one.term.exponent, group.greatest_distance);
      EXPECT_TRUE(group.greatest_loss > 0 || one.shift.lost == 0);
    }
  }
  if (!sum.sticky) expect_within(range.sum, traced.sum);
}

// Every number inside lies within its range. Returns how many sums there were.
inline int expect_within(const Sequence& sequence, const PlanRanges& ranges, const Trace& trace) {
  const Plan& plan = sequence.plan();
  int sums = 0;
  for (const TracedStep& step : trace.steps) {
    if (step.adds_late_c) continue;
    for (std::size_t lane = 0; lane < step.products.size(); ++lane)
      expect_within(ranges.products[lane], step.products[lane]);
    expect_within(ranges.c, step.c);
    int s = 0;
    for (const TracedLevel& level : step.levels)
      for (const TracedSum& sum : level.sums) {
        SCOPED_TRACE(sum.name);
        expect_within(ranges.sums[static_cast<std::size_t>(s)], plan, plan.sums[s], sum);
        ++s;
      }
    sums += s;
  }
  return sums;
}

// The same of `count` vectors of each class.
inline int expect_drawn_within(const Unit& unit, std::uint64_t count) {
  const Generator generator(unit, 5);
  const PlanRanges ranges = ranges_of_steps(generator.sequence());
  int sums = 0;
  for (std::uint64_t i = 0; i < count; ++i)
    for (const VectorClassInfo& info : kVectorClasses) {
      SCOPED_TRACE(unit.instruction.id);
      const Case row = generator.make(info.value, i);
      SCOPED_TRACE(row.name);
      sums += expect_within(generator.sequence(), ranges, trace(generator.sequence(), view(row)));
      if (testing::Test::HasFailure()) return sums;
    }
  return sums;
}

}  // namespace mmasc
