// SPDX-License-Identifier: Apache-2.0
#include "mmasc/specification/dyadic.h"

#include <algorithm>

namespace mmasc {

Dyadic operator+(const Dyadic& x, const Dyadic& y) {
  // A zero says nothing of the other's unit, however far away its own.
  if (x.is_zero()) return y;
  if (y.is_zero()) return x;
  const int exponent = std::min(x.exponent, y.exponent);
  return {(x.integer << (x.exponent - exponent)) + (y.integer << (y.exponent - exponent)),
          exponent};
}

Dyadic operator-(const Dyadic& x) { return {-x.integer, x.exponent}; }

Dyadic operator*(const Dyadic& x, const Dyadic& y) {
  return {x.integer * y.integer, x.exponent + y.exponent};
}

bool operator==(const Dyadic& x, const Dyadic& y) { return (x + -y).is_zero(); }

}  // namespace mmasc
