// SPDX-License-Identifier: Apache-2.0
#include "arith/machine_numbers.h"
#include "arith/reference.h"

namespace mmasc {

template Result evaluate<Numbers64>(const Plan&, const Operands&);
template Result evaluate<Numbers128>(const Plan&, const Operands&);

}  // namespace mmasc
