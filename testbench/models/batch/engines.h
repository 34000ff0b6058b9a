// SPDX-License-Identifier: Apache-2.0
// The batch engine on every target of this processor, and by code of the unit's own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mmasc/batch/compiled_engine.h"
#include "mmasc/batch/engine.h"

namespace mmasc {

struct EngineOnTarget {
  std::string target;
  std::unique_ptr<Engine> engine;
};

// Whether its kernel is another than code of its own.
inline bool has_kernel_but_code(const Unit& unit) {
  const std::string kernel = batch_kernel(unit).name;
  return kernel != "reference" && kernel != "compiled";
}

inline std::vector<EngineOnTarget> engines_on_all_targets(const Unit& unit, int threads = 1) {
  std::vector<EngineOnTarget> engines;
  for (const std::string& target : batch_targets())
    engines.push_back({target, make_batch_engine(unit, {target, threads})});
  // Compiling takes longer than most cases: of the units that kernels take, one in eight.
  if (!has_kernel_but_code(unit) || std::hash<std::string>{}(unit.instruction.id) % 8 == 0)
    engines.push_back(
        {"compiled", batch::make_compiled_engine(make_reference_engine(unit), threads, 0)});
  return engines;
}

inline bool has_kernel(const Unit& unit) { return batch_kernel(unit).name != "reference"; }

}  // namespace mmasc
