// SPDX-License-Identifier: Apache-2.0
// The stage functions fed by hand: what each stage makes of a payload, without the hardware.
#pragma once

#include <variant>

#include "mmasc/arith/stages.h"

namespace mmasc {

template <NumberSystem N>
using Payload = std::variant<Operands, Terms<N>, Addends<N>, Result>;

template <NumberSystem N>
Payload<N> through_stage(const Plan& plan, int index, const Payload<N>& in) {
  const StagePlan& stage = plan.stages[index];
  const Stages<N>& stages = shipped_stages<N>();
  switch (stage.kind) {
    case StageKind::multiplier:
      return stages.multiply(plan, std::get<Operands>(in));
    case StageKind::aligner:
      return stages.align(plan, plan.levels[stage.level], std::get<Terms<N>>(in));
    case StageKind::adder_tree: {
      const LevelPlan& level = plan.levels[stage.level];
      const auto& addends = std::get<Addends<N>>(in);
      if (stage.last_tree_level) return stages.add(plan, level, stage.tree_level, addends);
      return stages.add_level(plan, level, stage.tree_level, addends);
    }
    case StageKind::normalizer: {
      const auto& terms = std::get<Terms<N>>(in);
      if (stage.last) return stages.normalize_result(plan, terms);
      if (stage.level < 0) return stages.normalize_products(plan, terms);
      return stages.normalize_sums(plan, plan.levels[stage.level], terms);
    }
  }
  return in;
}

// Through the stages after `first`, up to and with `last`.
template <NumberSystem N>
Payload<N> through_stages(const Plan& plan, int first, int last, Payload<N> payload) {
  for (int index = first + 1; index <= last; ++index)
    payload = through_stage<N>(plan, index, payload);
  return payload;
}

inline constexpr int kBeforeStages = -1;

// d, from a payload that has left stage `index`.
template <NumberSystem N>
std::uint64_t resume_after(const Plan& plan, int index, const Payload<N>& payload) {
  return std::get<Result>(through_stages<N>(plan, index, plan.stages.size() - 1, payload)).d;
}

}  // namespace mmasc
