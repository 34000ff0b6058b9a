// SPDX-License-Identifier: Apache-2.0
#include "arith/wide_numbers.h"
#include "pipeline/dot_product_unit_of.h"

namespace mmasc {

template class DotProductUnitOf<Numbers320>;
template class DotProductUnitOf<Numbers640>;
template class DotProductUnitOf<Numbers4480>;

}  // namespace mmasc
