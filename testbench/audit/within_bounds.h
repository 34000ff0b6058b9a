// SPDX-License-Identifier: Apache-2.0
// What a trace shows against audit/bounds.h.
#pragma once

#include <gtest/gtest.h>

#include "arith/operands.h"
#include "arith/trace.h"
#include "audit/bounds.h"
#include "generate/generator.h"

namespace mmasc {

inline void expect_within(const Bounds& bounds, const TracedTerm& term) {
  if (!term.finite()) return;
  if (term.zero) {
    EXPECT_GE(term.exponent, bounds.least_zero);
    EXPECT_LE(term.exponent, bounds.greatest_zero);
    return;
  }
  EXPECT_GE(term.exponent, bounds.least_exponent);
  EXPECT_LE(term.exponent, bounds.greatest_exponent);
  if (term.significand == 0) return;
  const int last = static_cast<int>(lsb(term.significand));
  const int lead = static_cast<int>(msb(term.significand));
  const int unit = term.exponent - term.fraction_bits;
  EXPECT_GE(unit + last, bounds.lowest_bit);
  EXPECT_LT(unit + lead, bounds.top);
  EXPECT_GE(unit + lead, bounds.least_value);
  EXPECT_LE(lead - last, bounds.depth);
}

// Every number inside lies within its bounds. Returns how many terms there were.
inline int expect_within(const Sequence& sequence, const DatapathBounds& bounds,
                         const Trace& trace) {
  int terms = 0;
  for (const TracedStep& step : trace.steps) {
    if (step.adds_late_c) continue;
    for (const TracedTerm& product : step.products) expect_within(bounds.product, product);
    expect_within(bounds.c, step.c);
    int s = 0;
    for (const TracedLevel& level : step.levels)
      for (const TracedSum& sum : level.sums) {
        const SumPlan& plan = sequence.plan().sums[s];
        std::size_t addend = 0;
        for (int g = plan.first_group; g < plan.first_group + plan.group_count; ++g)
          for (int i = 0; i < sequence.plan().groups[g].count; ++i, ++terms)
            expect_within(bounds.groups[static_cast<std::size_t>(g)], sum.addends[addend++].term);
        if (!plan.sticky) expect_within(bounds.sums[static_cast<std::size_t>(s)], sum.sum);
        ++s;
      }
  }
  return terms;
}

// The same of `count` vectors of each class.
inline int expect_drawn_within(const Unit& unit, std::uint64_t count) {
  const Generator generator(unit, 5);
  const DatapathBounds bounds = bounds_of(unit, generator.sequence().plan());
  int terms = 0;
  for (std::uint64_t i = 0; i < count; ++i)
    for (const VectorClassInfo& info : kVectorClasses) {
      SCOPED_TRACE(unit.instruction.id);
      const Case row = generator.make(info.value, i);
      SCOPED_TRACE(row.name);
      terms += expect_within(generator.sequence(), bounds, trace(generator.sequence(), view(row)));
      if (testing::Test::HasFailure()) return terms;
    }
  return terms;
}

}  // namespace mmasc
