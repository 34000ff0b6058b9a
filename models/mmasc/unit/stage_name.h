// SPDX-License-Identifier: Apache-2.0
// A stage's name in SystemC, in SystemVerilog and in traces.
#pragma once

#include <string>

#include "mmasc/unit/plan.h"

namespace mmasc {

// "aligner_0": the stage's kind, with its level and tree level where there are any.
inline std::string stage_name(const StagePlan& stage) {
  std::string name(name_of(stage.kind));
  if (stage.level >= 0) name += "_" + std::to_string(stage.level);
  if (stage.kind == StageKind::adder_tree) name += "_" + std::to_string(stage.tree_level);
  if (stage.kind == StageKind::normalizer && stage.level < 0)
    name += stage.last ? "_result" : "_products";
  return name;
}

}  // namespace mmasc
