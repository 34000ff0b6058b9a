// SPDX-License-Identifier: Apache-2.0
#include "arith/dyadic.h"

#include <algorithm>

namespace mmasc {
namespace {

BigInt in_units_of(const Dyadic& x, int exponent) {
  return x.integer << static_cast<unsigned>(x.exponent - exponent);
}

}  // namespace

Dyadic operator+(const Dyadic& x, const Dyadic& y) {
  // A zero says nothing of the other's unit, however far away its own.
  if (x.integer == 0) return y;
  if (y.integer == 0) return x;
  const int exponent = std::min(x.exponent, y.exponent);
  return {in_units_of(x, exponent) + in_units_of(y, exponent), exponent};
}

Dyadic operator-(const Dyadic& x) { return {-x.integer, x.exponent}; }

bool operator==(const Dyadic& x, const Dyadic& y) { return (x + -y).integer == 0; }

}  // namespace mmasc
