// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/dot_product_unit.h"

#include "mmasc/pipeline/dot_product_unit_of.h"

namespace mmasc {

std::unique_ptr<DotProductUnit> make_dot_product_unit(const char* name, const Plan& plan,
                                                      const StageSet* stages) {
  return with_numbers(plan, [&]<class N>(N) -> std::unique_ptr<DotProductUnit> {
    return std::make_unique<DotProductUnitOf<N>>(name, plan, stages);
  });
}

}  // namespace mmasc
