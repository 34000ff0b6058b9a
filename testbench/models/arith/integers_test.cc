// SPDX-License-Identifier: Apache-2.0
// Units that add integers: the reference against the processor's own integers.
#include <gtest/gtest.h>

#include <algorithm>

#include "arith/operands.h"
#include "mmasc/arith/sequence.h"
#include "mmasc/arith/trace.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/formats.h"
#include "mmasc/unit/number_pattern.h"
#include "random/integer_unit.h"
#include "specification/exact.h"

namespace mmasc {
namespace {

std::int64_t least_of(const Format& format) {
  return -static_cast<std::int64_t>(format.greatest_negative_significand());
}
std::int64_t greatest_of(const Format& format) {
  return static_cast<std::int64_t>(format.greatest_significand());
}

// d of plain arithmetic, clamped after every step.
std::uint64_t expected_d(const Unit& unit, const Case& x) {
  const Format& d = unit.d();
  const auto lanes = static_cast<std::size_t>(unit.lanes());
  std::int64_t sum = integer_value(unit.c(), x.c());
  for (std::size_t first = 0; first < x[Operand::a].size(); first += lanes) {
    sum += sum_of_products(unit, x, first, lanes);
    if (unit.datapath.result.overflow == Overflow::saturate)
      sum = std::clamp(sum, least_of(d), greatest_of(d));
  }
  return static_cast<std::uint64_t>(sum) & d.storage_mask();
}

Unit nibbles(const char* a, const char* b, const char* d, Overflow overflow, int lanes) {
  Unit unit = catalog().find("ampere/mma.m8n8k32.s32.s4.s4.s32");
  unit.instruction.a = &format_named(a);
  unit.instruction.b = &format_named(b);
  unit.instruction.c = unit.datapath.result.format = &format_named(d);
  unit.instruction.shape.k = 2;
  unit.datapath.lanes = lanes;
  unit.datapath.result.overflow = overflow;
  return unit;
}

// Every pair of factors in one lane, with some in the other and c at the ends and near them.
void expect_every_pair(const Unit& unit) {
  const Sequence sequence(unit);
  const Format& d = unit.d();
  for (std::uint64_t a = 0; a < 16; ++a)
    for (std::uint64_t b = 0; b < 16; ++b)
      for (const std::uint64_t other : {0x7, 0x8})
        for (const std::int64_t c : {least_of(d), least_of(d) + 1, std::int64_t{0}, std::int64_t{1},
                                     greatest_of(d) - 1, greatest_of(d)}) {
          Case x;
          x[Operand::a] = {a, other};
          x[Operand::b] = {b, other ^ 1};
          x.c() = static_cast<std::uint64_t>(c) & d.storage_mask();
          const std::uint64_t expected = expected_d(unit, x);
          ASSERT_EQ(evaluate(sequence, view(x)), expected)
              << unit.instruction.a->name << ' ' << a << " * " << unit.instruction.b->name << ' '
              << b << ", " << other << ", c " << c << " of " << d.name;
          ASSERT_EQ(evaluate_exactly(unit, x), expected);
        }
}

TEST(Integers, MultiplyEveryPairOfNibbles) {
  for (const char* a : {"s4", "u4"})
    for (const char* b : {"s4", "u4"})
      for (const char* d : {"s6", "u6", "s9", "s32"})
        for (const Overflow overflow : {Overflow::wrap, Overflow::saturate})
          for (const int lanes : {1, 2})
            ASSERT_NO_FATAL_FAILURE(expect_every_pair(nibbles(a, b, d, overflow, lanes)));
}

TEST(Integers, AreThoseOfPlainArithmeticOnUnitsNobodyBuilt) {
  int wraps = 0, clamps = 0, beyond = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Unit unit = integer_unit(seed);
    if (!unit.d().is_integer()) continue;
    const Sequence sequence(unit);
    ++(unit.datapath.result.overflow == Overflow::wrap ? wraps : clamps);
    for (std::uint64_t i = 0; i < 12; ++i) {
      const Case x = integer_operands(unit, 100 * seed + i);
      ASSERT_EQ(evaluate(sequence, view(x)), expected_d(unit, x)) << replay(seed, 100 * seed + i);
      beyond += trace(sequence, view(x)).steps.back().exact.result.outcome ==
                ExactRounding::Outcome::overflowed;
    }
  }
  EXPECT_GT(std::min(wraps, clamps), 30);
  EXPECT_GT(beyond, 500);
}

// Integers have one exponent: the plan has no shifter for them.
TEST(Integers, AreNotShifted) {
  int integers = 0;
  for (const Unit& unit : catalog().units()) {
    if (!unit.d().is_integer()) continue;
    ++integers;
    const Plan plan = make_plan(unit);
    for (const AddendGroup& group : plan.groups) {
      EXPECT_FALSE(group.shifts) << unit.instruction.id;
      EXPECT_EQ(group.pre_shift + group.post_shift + group.scale_up, 0) << unit.instruction.id;
    }
    EXPECT_EQ(unit.steps(), 1) << unit.instruction.id << ": clamped once an instruction";
  }
  EXPECT_GT(integers, 0);
}

}  // namespace
}  // namespace mmasc
