// SPDX-License-Identifier: Apache-2.0
// Exact values for checks and displays: any integer times a power of two.
#pragma once

#include "mmasc/specification/big_int.h"

namespace mmasc {

struct Dyadic {
  BigInt integer;
  int exponent = 0;  // value: integer * 2^exponent

  bool is_zero() const { return integer.is_zero(); }
  bool is_negative() const { return integer.is_negative(); }
};

Dyadic operator+(const Dyadic& x, const Dyadic& y);
Dyadic operator-(const Dyadic& x);
Dyadic operator*(const Dyadic& x, const Dyadic& y);
bool operator==(const Dyadic& x, const Dyadic& y);

}  // namespace mmasc
