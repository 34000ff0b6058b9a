// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/reference.h"

#include "mmasc/arith/stages.h"
#include "mmasc/arith/vectorized.h"

namespace mmasc {

Result evaluate(const Plan& plan, const Operands& in) {
  if (plan.word_bits <= 64) return vectorized::evaluate<Numbers64>(plan, in);
  return with_numbers(plan, [&]<class N>(N) { return evaluate<N>(plan, shipped_stages<N>(), in); });
}

}  // namespace mmasc
