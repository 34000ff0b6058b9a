// SPDX-License-Identifier: Apache-2.0
// An instruction's program over its datapath, as plain data of fixed capacity, so that device code
// can hold one: operands widened and ordered, one fused step after another chained through c, C
// added last where the instruction says so. steps.h runs it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "mmasc/unit/operands.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// One whole dot-product-add, as raw bits: of each operand as many elements as its layout says
// (operand_layout.h). The random bits are those of every step, ascending, then of the late
// addition; missing ones are 0, and so is a missing c.
class DotOperands : public PerInput<std::span<const std::uint64_t>> {
 public:
  using OperandArray::OperandArray;

  constexpr std::uint64_t c() const {
    const std::span<const std::uint64_t> elements = (*this)[Operand::c];
    return elements.empty() ? 0 : elements.front();
  }
};

// Elements of `from` as those of `to`, which has all its numbers.
struct Widening {
  Format from, to;
  RoundPlan round;
};

struct SequencePlan {
  Plan step;
  std::optional<Plan> late_c;  // the addition that takes a late C; none where c enters first
  int steps = 0;
  Bounded<std::int16_t, kMaxK> order;  // order[i] is the element of a taken i-th
  std::optional<Widening> a, b, c;
  std::optional<Widening> chained;  // of d as the c of the next step
  std::uint64_t one = 0;            // of d's format

  constexpr int additions() const { return late_c ? 1 : 0; }
  // The plan of step 0, 1, ..., `steps` - 1; of the late addition where step == steps.
  constexpr const Plan& plan_of(int step) const { return step < steps ? this->step : *late_c; }
  // Elements of the operand `random`.
  constexpr int random_count() const {
    return steps * step.random_bits.size() + (late_c ? late_c->random_bits.size() : 0);
  }
  constexpr int word_bits() const {
    return late_c && late_c->word_bits > step.word_bits ? late_c->word_bits : step.word_bits;
  }
};

// The bits of 1, of a format that has_one().
constexpr std::uint64_t one(const Format& format) {
  if (format.is_integer()) return 1;
  return std::uint64_t(format.bias) << format.exponent_low();
}

// Throws RowError where the unit has no plan.
SequencePlan plan_sequence(const Unit& unit);

}  // namespace mmasc
