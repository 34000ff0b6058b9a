// SPDX-License-Identifier: Apache-2.0
// Wide integers for exact sums; fixed capacity, no heap.
#pragma once

#include "mmasc/arith/limbs.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// Narrow fields of wide words are read without a shift of all limbs.
template <int bits>
struct WideNumbers : MachineNumbers<Limbs<bits / 64>> {
  using Base = MachineNumbers<Limbs<bits / 64>>;
  using word = typename Base::word;
  using bit = typename Base::bit;

  static constexpr word field(const word& x, int low, int count) noexcept {
    if (count >= 64) return Base::field(x, low, count);
    return word(x.bits_from(low) & ((std::uint64_t{1} << count) - 1));
  }
  static constexpr bit bit_at(const word& x, int position) noexcept {
    return x.bits_from(position) & 1;
  }
};

using Numbers320 = WideNumbers<320>;    // FP64 fma; exact FP16 dot products
using Numbers640 = WideNumbers<640>;    // exact BF16 dot products
using Numbers4480 = WideNumbers<4480>;  // anything a row may ask for
static_assert(NumberSystem<Numbers320>);

// Calls f with the number system whose words are the narrowest that hold the plan's: of these, or
// of all.
template <class F>
decltype(auto) with_wide_numbers(const Plan& plan, F&& f) {
  if (plan.word_bits <= 320) return f(Numbers320{});
  if (plan.word_bits <= 640) return f(Numbers640{});
  return f(Numbers4480{});
}
template <class F>
decltype(auto) with_numbers(const Plan& plan, F&& f) {
  if (plan.word_bits <= 64) return f(Numbers64{});
  if (plan.word_bits <= 128) return f(Numbers128{});
  return with_wide_numbers(plan, f);
}

}  // namespace mmasc
