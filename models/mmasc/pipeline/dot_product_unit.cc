// SPDX-License-Identifier: Apache-2.0
#include "mmasc/pipeline/dot_product_unit.h"

#include "mmasc/arith/machine_numbers.h"
#include "mmasc/pipeline/dot_product_unit_of.h"

namespace mmasc {

// Words of more than 128 bits have a file of their own: they take long to compile.
std::unique_ptr<DotProductUnit> make_wide_dot_product_unit(const char* name, const Plan& plan);

std::unique_ptr<DotProductUnit> make_dot_product_unit(const char* name, const Plan& plan) {
  if (plan.word_bits <= 64) return std::make_unique<DotProductUnitOf<Numbers64>>(name, plan);
  if (plan.word_bits <= 128) return std::make_unique<DotProductUnitOf<Numbers128>>(name, plan);
  return make_wide_dot_product_unit(name, plan);
}

}  // namespace mmasc
