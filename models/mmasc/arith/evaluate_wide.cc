// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/reference.h"
#include "mmasc/arith/wide_numbers.h"

namespace mmasc {

Result evaluate_wide(const Plan& plan, const Operands& in) {
  return with_wide_numbers(plan, [&]<class N>(N) { return evaluate<N>(plan, in); });
}

}  // namespace mmasc
