// SPDX-License-Identifier: Apache-2.0
// Checks that the numbers of the specification lie within the ranges.
#pragma once

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "mmasc/arith/planned_sums.h"
#include "mmasc/ranges/ranges.h"
#include "mmasc/specification/account.h"
#include "mmasc/stimulus/generator.h"

namespace mmasc {

inline void expect_within(const TermRange& range, const ExactTerm& term) {
  EXPECT_TRUE(range.nan || !term.nan);
  EXPECT_TRUE(range.infinite || term.nan || !term.infinite);
  if (!term.finite()) return;
  if (term.zero) {
    EXPECT_TRUE(range.zero);
    EXPECT_TRUE(range.minus_zero || !term.negative);
    EXPECT_TRUE(range.zero_exponent.contains(term.exponent))
        << term.exponent << " is not in " << range.zero_exponent.low << " to "
        << range.zero_exponent.high;
    return;
  }
  EXPECT_TRUE(range.nonzero);
  EXPECT_TRUE(range.exponent.contains(term.exponent)) << term.exponent;
  if (term.significand.is_zero()) return;
  const int last = term.significand.trailing_zeros();
  const int lead = term.significand.bit_length() - 1;
  const int unit = term.exponent - term.fraction_bits;
  EXPECT_TRUE(range.negative || !term.negative);
  EXPECT_GE(unit + last, range.lowest_bit);
  EXPECT_GE(unit + last, term.exponent - range.fraction);
  EXPECT_GE(unit + lead, range.lowest_leading);
  EXPECT_LT(unit + lead, range.top);
  EXPECT_LT(lead - last, range.bits);
  const int zeros = term.exponent - (unit + lead);
  EXPECT_TRUE(term.exponent == range.exponent.low || zeros <= range.zeros) << zeros;
}

// The term with the exponent and the fraction bits that it has in the sum's frame.
inline ExactTerm as_aligned(const ExactTerm& term, const GroupRange& group) {
  ExactTerm raised = term;
  raised.exponent = group.rule.exponent_in_e_max(term.exponent);
  raised.fraction_bits = group.rule.exponent_in_e_max(term.fraction_bits);
  return raised;
}

// Checks a sum: its terms, how far they lie below the leading one, what that cuts off them, and the
// sum itself.
inline void expect_within(const SumRange& range, const Plan& plan, const ExactSum& walked) {
  std::size_t addend = 0;
  for (const GroupRange& group : range.groups) {
    for (int i = 0; i < group.count; ++i) {
      const AlignedTerm& one = walked.terms[addend++];
      expect_within(group.term, as_aligned(one.term, group));
      if (!walked.finite() || one.term.zero || one.term.significand.is_zero()) continue;
      EXPECT_LE(walked.e_max - one.exponent, group.greatest_distance);
      EXPECT_TRUE(group.greatest_loss > 0 || one.shift.lost.is_zero());
    }
  }
  if (!range.is_narrowed) expect_within(range.sum, walked.sum);
  if (!walked.finite()) return;
  for (std::size_t level = 0; level < range.tree_bits.size(); ++level)
    for (const BigInt& node : tree_nodes(plan, walked, static_cast<int>(level)))
      EXPECT_LE(node.bit_length(), range.tree_bits[level]) << "tree level " << level;
  EXPECT_LE(range.tree_bits.back(), range.sum_bits - 1);
}

// Every number inside lies within its range. Returns how many sums there were.
inline int expect_within(const PlanRanges& ranges, const Plan& plan, const ExactRun& run) {
  int sums = 0;
  for (const ExactStep& step : run.steps) {
    if (step.adds_late_c) continue;
    for (std::size_t lane = 0; lane < step.products.size(); ++lane)
      expect_within(ranges.products[lane], step.products[lane]);
    expect_within(ranges.c, step.c);
    for (std::size_t s = 0; s < step.sums.size(); ++s, ++sums) {
      SCOPED_TRACE(s);
      expect_within(ranges.sums[s], plan, step.sums[s]);
    }
  }
  return sums;
}

// The same of `count` vectors of each class.
inline int expect_drawn_within(const Unit& unit, std::uint64_t count) {
  const Generator generator(unit, 5);
  const PlanRanges ranges = ranges_of_steps(generator.sequence());
  const Specification specification = specification_of(generator.sequence());
  int sums = 0;
  for (std::uint64_t i = 0; i < count; ++i)
    for (const VectorClassInfo& info : kVectorClasses) {
      SCOPED_TRACE(unit.instruction.id);
      const Case row = generator.make(info.value, i);
      SCOPED_TRACE(row.name);
      sums +=
          expect_within(ranges, generator.sequence().plan(), account_of(specification, view(row)));
      if (::testing::Test::HasFailure()) return sums;
    }
  return sums;
}

}  // namespace mmasc
