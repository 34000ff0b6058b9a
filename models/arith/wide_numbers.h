// SPDX-License-Identifier: Apache-2.0
// Wide integers for exact sums, by Boost.Multiprecision; fixed capacity, no heap.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include "arith/machine_numbers.h"
#include "spec/plan.h"

namespace mmasc {

template <unsigned Bits>
using WideInt = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<Bits, Bits, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked, void>,
    boost::multiprecision::et_off>;

template <unsigned Bits>
struct WideNumbers : MachineNumbers<WideInt<Bits>> {
  static long long count_leading_zeros(const WideInt<Bits>& x, int width) {
    return x.is_zero() ? width : width - 1 - static_cast<int>(boost::multiprecision::msb(x));
  }
};

using Numbers320 = WideNumbers<320>;    // FP64 fma; exact FP16 dot products
using Numbers640 = WideNumbers<640>;    // exact BF16 dot products
using Numbers4480 = WideNumbers<4480>;  // anything a row may ask for
static_assert(NumberSystem<Numbers320>);

// Calls f with the number system whose words are the narrowest that hold the plan's.
template <class F>
decltype(auto) with_numbers(const Plan& plan, F&& f) {
  if (plan.word_bits <= 64) return f(Numbers64{});
  if (plan.word_bits <= 128) return f(Numbers128{});
  if (plan.word_bits <= 320) return f(Numbers320{});
  if (plan.word_bits <= 640) return f(Numbers640{});
  return f(Numbers4480{});
}

}  // namespace mmasc
