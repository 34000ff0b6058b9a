// SPDX-License-Identifier: Apache-2.0
// Exact values for checks and displays: any integer times a power of two.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace mmasc {

using BigInt = boost::multiprecision::cpp_int;

struct Dyadic {
  BigInt integer = 0;
  int exponent = 0;  // value: integer * 2^exponent
};

Dyadic operator+(const Dyadic& x, const Dyadic& y);
Dyadic operator-(const Dyadic& x);
bool operator==(const Dyadic& x, const Dyadic& y);

}  // namespace mmasc
