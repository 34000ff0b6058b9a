// SPDX-License-Identifier: Apache-2.0
#include "arith/machine_numbers.h"
#include "pipeline/dot_product_unit_of.h"

namespace mmasc {

template class DotProductUnitOf<Numbers64>;
template class DotProductUnitOf<Numbers128>;

}  // namespace mmasc
