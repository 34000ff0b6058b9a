// SPDX-License-Identifier: Apache-2.0
#include "pipeline/dot_product_unit.h"

#include "arith/wide_numbers.h"
#include "pipeline/dot_product_unit_of.h"

namespace mmasc {

// Each number system's unit is compiled once, in dot_product_unit_*.cc.
extern template class DotProductUnitOf<Numbers64>;
extern template class DotProductUnitOf<Numbers128>;
extern template class DotProductUnitOf<Numbers320>;
extern template class DotProductUnitOf<Numbers640>;
extern template class DotProductUnitOf<Numbers4480>;

std::unique_ptr<DotProductUnit> make_dot_product_unit(const char* name, const Plan& plan) {
  return with_numbers(plan, [&]<class N>(N) -> std::unique_ptr<DotProductUnit> {
    return std::make_unique<DotProductUnitOf<N>>(name, plan);
  });
}

}  // namespace mmasc
