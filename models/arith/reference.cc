// SPDX-License-Identifier: Apache-2.0
#include "arith/reference.h"

#include "arith/vectorized.h"
#include "arith/wide_numbers.h"

namespace mmasc {

// Wide stages are compiled once, in evaluate_wide.cc.
extern template Result evaluate<Numbers320>(const Plan&, const Operands&);
extern template Result evaluate<Numbers640>(const Plan&, const Operands&);
extern template Result evaluate<Numbers4480>(const Plan&, const Operands&);

Result evaluate(const Plan& plan, const Operands& in) {
  return with_numbers(plan, [&]<class N>(N) { return vectorized::evaluate<N>(plan, in); });
}

}  // namespace mmasc
