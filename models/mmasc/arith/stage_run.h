// SPDX-License-Identifier: Apache-2.0
// One fused step, stage by stage.
#pragma once

#include <new>
#include <tuple>
#include <type_traits>

#include "mmasc/arith/stage_logic.h"

namespace mmasc {

// Calls watch(stage, payload) with what leaves each stage.
template <NumberSystem N, class Watch>
Result run_stages(const Plan& plan, const Stages<N>& stages, const Operands& in, Watch&& watch) {
  std::tuple<Operands, Terms<N>, Addends<N>, Result> payloads;
  std::get<Operands>(payloads) = in;
  for (const StagePlan& stage : plan.stages)
    with_logic<N>(stage, [&]<class In, class Out>(StageLogic<N, In, Out> logic) {
      Out& out = std::get<Out>(payloads);
      if constexpr (std::is_same_v<In, Out>)
        out = logic(stages, plan, stage, out);
      else  // in place: an assignment would copy it
        ::new (&out) Out(logic(stages, plan, stage, std::get<In>(payloads)));
      watch(stage, std::as_const(out));
    });
  return std::get<Result>(payloads);
}

}  // namespace mmasc
