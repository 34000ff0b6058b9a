// SPDX-License-Identifier: Apache-2.0
#include "arith/reference.h"
#include "arith/wide_numbers.h"

namespace mmasc {

template Result evaluate<Numbers320>(const Plan&, const Operands&);
template Result evaluate<Numbers640>(const Plan&, const Operands&);
template Result evaluate<Numbers4480>(const Plan&, const Operands&);

}  // namespace mmasc
