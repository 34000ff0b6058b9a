// SPDX-License-Identifier: Apache-2.0
// Random units with what random_unit() leaves out of a product.
#pragma once

#include "mmasc/stimulus/random.h"
#include "random/random_unit.h"

namespace mmasc {

// Zeros among the factors have any exponent, and a product that is too large yields to infinities.
inline Unit product_unit(std::uint64_t seed) {
  Unit unit = random_unit(seed);
  Random random(seed, 0x70726f64);
  ProductRow& product = unit.datapath.product;
  product.zero_factor_exponent = random.between(-160, 40);
  product.infinity_at = product.infinity_at.value_or(random.between(-2, 12));
  product.infinity_yields = true;
  return unit;
}

}  // namespace mmasc
