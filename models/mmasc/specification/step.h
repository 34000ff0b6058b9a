// SPDX-License-Identifier: Apache-2.0
// One step: the products and c through the sums to d.
#pragma once

#include <cstdint>

#include "mmasc/specification/observer.h"
#include "mmasc/specification/step_rules.h"

namespace mmasc {

struct StepResult {
  std::uint64_t d = 0;
  std::uint64_t flags = 0;  // of a unit that raises some (mmasc/unit/status_flags.h)
};

// `observer` may be null.
StepResult evaluate_exactly(const StepRules& rules, const StepInputs& in, Observer* observer);

}  // namespace mmasc
