// SPDX-License-Identifier: Apache-2.0
// A sequence plan step by step, on any number system.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mmasc/arith/reference.h"
#include "mmasc/arith/sequence_plan.h"

namespace mmasc {

template <NumberSystem N>
constexpr typename N::raw widen(const Widening& widening, const typename N::raw& bits) {
  constexpr int kIndexBits = 16;
  const Format& to = widening.to;
  const Term<N> term =
      unpack<N>(widening.from, Flush::none, bits & widening.from.storage_mask(), kIndexBits);
  return N::to_raw(pack<N>(to, to.fraction_bits, round<N>(widening.round, term, kIndexBits),
                           to.default_nan(), kIndexBits));
}
template <NumberSystem N>
constexpr typename N::raw widened(const std::optional<Widening>& widening,
                                  const typename N::raw& bits) {
  return widening ? widen<N>(*widening, bits) : bits;
}

// Inputs of step 0 ... steps - 1, then of the late addition, which is chained * 1 + C. `chained` is
// the result of the step before; step 0 ignores it. `in` is as DotOperands, of elements that
// are raw bits of N.
template <NumberSystem N, class In>
constexpr StepOperands<N> operands_of_step(const SequencePlan& plan, int step, const In& in,
                                           const typename N::raw& chained) {
  StepOperands<N> out;
  const auto& random_bits = plan.plan_of(step).random_bits;
  for (int i = 0; i < random_bits.size(); ++i) {
    const auto at = static_cast<std::size_t>(step * plan.step.random_bits.size() + i);
    const typename N::raw drawn =
        at < in[Operand::random].size() ? in[Operand::random][at] : typename N::raw{};
    out.push_back(Operand::random, drawn & ((std::uint64_t{1} << random_bits[i]) - 1));
  }
  if (step == plan.steps) {
    out.push_back(Operand::a, chained);
    out.push_back(Operand::b, plan.one);
    out.c() = widened<N>(plan.c, in.c());
    return out;
  }
  const MultiplierPlan& multiplier = plan.step.multiplier;
  const int lanes = plan.step.lanes();
  for (int lane = 0; lane < lanes; ++lane) {
    const auto k = static_cast<std::size_t>(plan.order[step * lanes + lane]);
    out.push_back(Operand::a, widened<N>(plan.a, in[Operand::a][k]));
    if (!multiplier.is_sparse()) out.push_back(Operand::b, widened<N>(plan.b, in[Operand::b][k]));
  }
  if (multiplier.is_sparse()) {
    const int all = multiplier.b_elements(), metadata = multiplier.metadata_elements();
    for (int i = step * all; i < (step + 1) * all; ++i)
      out.push_back(Operand::b, widened<N>(plan.b, in[Operand::b][static_cast<std::size_t>(i)]));
    for (int i = step * metadata; i < (step + 1) * metadata; ++i)
      out.push_back(Operand::metadata, in[Operand::metadata][static_cast<std::size_t>(i)]);
  }
  for (const ScalePlan& scale : multiplier.scales)
    for (int k = step * lanes; k < (step + 1) * lanes; k += scale.lanes)
      out.push_back(scale.operand, in[scale.operand][static_cast<std::size_t>(k / scale.block)]);
  out.c_is_input = N::bit_of(step == 0);
  if (step > 0)
    out.c() = widened<N>(plan.chained, chained);
  else
    out.c() = plan.late_c ? typename N::raw(std::uint64_t{0}) : widened<N>(plan.c, in.c());
  return out;
}

// The reference evaluation of steps 0 ... end - 1, every step on the same number system.
template <NumberSystem N, class In>
constexpr typename N::raw evaluate_steps(const SequencePlan& plan, int end, const In& in) {
  typename N::raw d{};
  for (int step = 0; step < end; ++step)
    d = evaluate<N>(plan.plan_of(step), operands_of_step<N>(plan, step, in, d)).d;
  return d;
}

// The reference evaluation of a whole dot-product-add.
template <NumberSystem N>
constexpr std::uint64_t evaluate(const SequencePlan& plan, const DotOperands& in) {
  return evaluate_steps<N>(plan, plan.steps + plan.additions(), in);
}

}  // namespace mmasc
