// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/reference.h"

#include "mmasc/arith/machine_numbers.h"
#include "mmasc/arith/vectorized.h"

namespace mmasc {

// Words of more than 128 bits have a file of their own: they take long to compile.
Result evaluate_wide(const Plan& plan, const Operands& in);

Result evaluate(const Plan& plan, const Operands& in) {
  if (plan.word_bits <= 64) return vectorized::evaluate<Numbers64>(plan, in);
  if (plan.word_bits <= 128) return evaluate<Numbers128>(plan, in);
  return evaluate_wide(plan, in);
}

}  // namespace mmasc
