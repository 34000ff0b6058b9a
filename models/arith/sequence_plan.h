// SPDX-License-Identifier: Apache-2.0
// An instruction's program over its datapath, as plain data of fixed capacity, so that device code
// can hold one: operands widened and ordered, one fused step after another chained through c, C
// added last where the instruction says so.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "arith/reference.h"

namespace mmasc {

// One whole dot-product-add, as raw bits: k elements of a and b, K / block scales.
struct DotOperands {
  std::span<const std::uint64_t> a, b;
  std::uint64_t c = 0;
  std::span<const std::uint64_t> sa, sb;
  // Of every step, ascending, then of the late addition; what is not there is 0.
  std::span<const std::uint64_t> random{};
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
  Bounded<std::int16_t, kMaxK> order;  // order[i] is the k taken i-th
  int scale_block = 0;                 // 0: no scales
  std::optional<Widening> a, b, c;
  std::uint64_t one = 0;  // of d's format

  constexpr int additions() const { return late_c ? 1 : 0; }
  // Of step 0, 1, ..., then of the late addition.
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

template <NumberSystem N>
constexpr std::uint64_t widened(const std::optional<Widening>& widening, std::uint64_t bits) {
  constexpr int kIndexBits = 16;
  if (!widening) return bits;
  const Format& to = widening->to;
  const Term<N> term =
      unpack<N>(widening->from, Flush::none, bits & widening->from.storage_mask(), kIndexBits);
  return N::to_raw(pack<N>(to, to.fraction_bits, round<N>(widening->round, term, kIndexBits),
                           to.default_nan(), kIndexBits));
}

// Inputs of step 0 ... steps - 1, then of the late addition, which is chained * 1 + C. `chained` is
// the result of the step before; step 0 ignores it.
template <NumberSystem N>
constexpr OperandsOf<typename N::raw, typename N::bit> operands_of_step(const SequencePlan& plan,
                                                                        int step,
                                                                        const DotOperands& in,
                                                                        std::uint64_t chained) {
  OperandsOf<typename N::raw, typename N::bit> out;
  const auto& random_bits = plan.plan_of(step).random_bits;
  for (int i = 0; i < random_bits.size(); ++i) {
    const auto at = static_cast<std::size_t>(step * plan.step.random_bits.size() + i);
    const std::uint64_t drawn = at < in.random.size() ? in.random[at] : 0;
    out.random.push_back(drawn & ((std::uint64_t{1} << random_bits[i]) - 1));
  }
  if (step == plan.steps) {
    out.a.push_back(chained);
    out.b.push_back(plan.one);
    out.c = widened<N>(plan.c, in.c);
    return out;
  }
  const int lanes = plan.step.lanes();
  for (int lane = 0; lane < lanes; ++lane) {
    const auto k = static_cast<std::size_t>(plan.order[step * lanes + lane]);
    out.a.push_back(widened<N>(plan.a, in.a[k]));
    out.b.push_back(widened<N>(plan.b, in.b[k]));
  }
  if (plan.scale_block > 0)
    for (int k = step * lanes; k < (step + 1) * lanes; k += plan.step.multiplier.scale_lanes) {
      const auto scale = static_cast<std::size_t>(k / plan.scale_block);
      out.sa.push_back(in.sa[scale]);
      out.sb.push_back(in.sb[scale]);
    }
  out.c_is_input = step == 0;
  out.c = step > 0 ? chained : plan.late_c ? 0 : widened<N>(plan.c, in.c);
  return out;
}

// The reference evaluation of a whole dot-product-add, every step on the same number system.
template <NumberSystem N>
constexpr std::uint64_t evaluate(const SequencePlan& plan, const DotOperands& in) {
  std::uint64_t d = 0;
  for (int step = 0; step < plan.steps + plan.additions(); ++step)
    d = evaluate<N>(plan.plan_of(step), operands_of_step<N>(plan, step, in, d)).d;
  return d;
}

}  // namespace mmasc
