// SPDX-License-Identifier: Apache-2.0
// Random fused steps for a dot-product unit.
#pragma once

#include <vector>

#include "arith/operands.h"
#include "mmasc/arith/reference.h"
#include "mmasc/arith/sequence.h"
#include "random/random_operands.h"

namespace mmasc {

// First and later steps of chains in turn, where the unit has more than one.
inline std::vector<Operands> random_steps(const Sequence& sequence, int count, std::uint64_t seed) {
  std::vector<Operands> steps;
  for (int i = 0; i < count; ++i) {
    const auto x = random_operands(sequence.unit(), seed * 100'000 + static_cast<std::uint64_t>(i));
    steps.push_back(sequence.step(i % sequence.steps(), view(x), x.c()));
  }
  return steps;
}

inline std::vector<std::uint64_t> results_of(const Plan& plan, const std::vector<Operands>& steps) {
  std::vector<std::uint64_t> results;
  for (const Operands& step : steps) results.push_back(evaluate(plan, step).d);
  return results;
}

}  // namespace mmasc
