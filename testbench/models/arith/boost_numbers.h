// SPDX-License-Identifier: Apache-2.0
// The number system on Boost's integers, which know their sign: what checks look at.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include "mmasc/arith/machine_numbers.h"

namespace mmasc {

template <unsigned Bits>
using WideInt = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<Bits, Bits, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, void>,
    boost::multiprecision::et_off>;

template <unsigned Bits>
struct BoostNumbers : MachineNumbers<WideInt<Bits>> {
  static long long count_leading_zeros(const WideInt<Bits>& x, int width) {
    return x.is_zero() ? width : width - 1 - static_cast<int>(boost::multiprecision::msb(x));
  }
};
static_assert(NumberSystem<BoostNumbers<640>>);

}  // namespace mmasc
