// SPDX-License-Identifier: Apache-2.0
// Exponents raised to the next of a grid, whose step is a power of two.
#pragma once

#include "mmasc/arith/payload.h"

namespace mmasc {

// The low bits l of what an exponent is above the grid; it is raised by step - 1 - l.
//
//     exponent - first - 1   [ x x x x x | l l ]      l: as many low bits as a step has
//     raised by                          ~l ~l
template <NumberSystem N>
constexpr typename N::index below_next(const Plan& plan, const ExponentGrid& grid,
                                       typename N::index exponent) {
  const int bits = plan.grid_offset_bits() + 2;
  const auto offset = N::sub(N::shift_left(N::word_of(1, 2), plan.grid_offset_bits(), bits),
                             N::word_of(grid.first + 1, bits), bits);
  const auto low = N::field(N::add(N::to_word(exponent, bits), offset, bits), 0, grid.low_bits());
  return N::to_index(low, plan.exponent_bits);
}

template <NumberSystem N>
constexpr typename N::index raised_exponent(const Plan& plan, const ExponentGrid& grid,
                                            typename N::index exponent,
                                            typename N::index below_next) {
  const auto most = N::index_of(grid.step - 1, plan.exponent_bits);
  return N::add(exponent, N::sub(most, below_next, plan.exponent_bits), plan.exponent_bits);
}

}  // namespace mmasc
