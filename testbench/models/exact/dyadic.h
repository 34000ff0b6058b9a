// SPDX-License-Identifier: Apache-2.0
// Exact numbers of the form integer * 2^exponent, and rounding them to a multiple of a power of
// two.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

#include "mmasc/unit/rounding.h"

namespace mmasc::exact {

using Integer = boost::multiprecision::cpp_int;

struct Dyadic {
  Integer integer = 0;
  int exponent = 0;

  bool is_zero() const { return integer == 0; }
  bool is_negative() const { return integer < 0; }
};

Dyadic power_of_two(int exponent);
Dyadic operator-(const Dyadic& x);
Dyadic operator+(const Dyadic& x, const Dyadic& y);
Dyadic operator*(const Dyadic& x, const Dyadic& y);
bool operator==(const Dyadic& x, const Dyadic& y);
Dyadic magnitude(const Dyadic& x);
bool less(const Dyadic& x, const Dyadic& y);

// The e with 2^e <= |x| < 2^(e+1). x is not zero.
int floor_log2(const Dyadic& x);

// x rounded to a multiple of 2^unit_exponent. `random`: what a stochastic rounding draws.
Dyadic round_to_multiple(const Dyadic& x, int unit_exponent, Rounding rounding,
                         std::uint64_t random = 0);

}  // namespace mmasc::exact
