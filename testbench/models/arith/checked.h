// SPDX-License-Identifier: Apache-2.0
// Instructions step by step on checked integers.
#pragma once

#include "arith/checked_numbers.h"
#include "mmasc/arith/reference.h"
#include "mmasc/arith/sequence.h"

namespace mmasc {

inline Result evaluate_checked(const Plan& plan, const Operands& in) {
  return with_checked_numbers(plan, [&]<class N>(N) { return evaluate<N>(plan, in); });
}

// As evaluate(sequence, in). Throws WidthError.
inline std::uint64_t evaluate_checked(const Sequence& sequence, const DotOperands& in) {
  std::uint64_t d = 0;
  for (int step = 0; step < sequence.steps(); ++step)
    d = evaluate_checked(sequence.plan(), sequence.step(step, in, d)).d;
  if (sequence.late_c_plan() != nullptr)
    d = evaluate_checked(*sequence.late_c_plan(), sequence.late_c(in, d)).d;
  return d;
}

}  // namespace mmasc
