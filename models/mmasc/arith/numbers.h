// SPDX-License-Identifier: Apache-2.0
// The closed set of integer operations the stage functions are written in. One text of the stages
// then runs on machine integers, wide integers, checked integers, device code and symbolic values.
//
// A number system N has the types `word` (significands, addends, sums), `index` (exponents and
// shift amounts), `bit`, and `raw` (operands and results as they stand on ports). Every operation
// that makes a word or an index is told the signed width `w` its result is planned to fit. There is
// no branch on a value: only select.
//
// Amounts and positions are not negative. A word that is shifted right, cut into fields or counted
// is not negative either, and a counted word fits its w bits. A bit is 0 or 1, whatever its type
// holds.
#pragma once

#include <concepts>
#include <cstdint>

namespace mmasc {

template <class N>
concept NumberSystem = requires(typename N::word x, typename N::index i, typename N::bit p, int w,
                                std::int64_t value, typename N::raw raw) {
  { N::word_of(value, w) } -> std::same_as<typename N::word>;
  { N::index_of(value, w) } -> std::same_as<typename N::index>;
  { N::bit_of(true) } -> std::same_as<typename N::bit>;

  { N::add(x, x, w) } -> std::same_as<typename N::word>;
  { N::sub(x, x, w) } -> std::same_as<typename N::word>;
  { N::mul(x, x, w) } -> std::same_as<typename N::word>;
  { N::add(i, i, w) } -> std::same_as<typename N::index>;
  { N::sub(i, i, w) } -> std::same_as<typename N::index>;

  { N::shift_left(x, w, w) } -> std::same_as<typename N::word>;         // by wiring
  { N::shift_right(x, w, w) } -> std::same_as<typename N::word>;        // of a non-negative word
  { N::shift_left_by(x, i, w) } -> std::same_as<typename N::word>;      // by a shifter
  { N::shift_right_by(x, i, w) } -> std::same_as<typename N::word>;     // of a non-negative word
  { N::field(x, w, w) } -> std::same_as<typename N::word>;              // bits [low, low + count)
  { N::bit_at(x, w) } -> std::same_as<typename N::bit>;                 // one of them
  { N::count_leading_zeros(x, w) } -> std::same_as<typename N::index>;  // in a w-bit field

  { N::less(x, x) } -> std::same_as<typename N::bit>;
  { N::less(i, i) } -> std::same_as<typename N::bit>;
  { N::equal(x, x) } -> std::same_as<typename N::bit>;
  { N::equal(i, i) } -> std::same_as<typename N::bit>;
  { N::min(i, i) } -> std::same_as<typename N::index>;
  { N::max(i, i) } -> std::same_as<typename N::index>;
  { N::select(p, x, x) } -> std::same_as<typename N::word>;
  { N::select(p, i, i) } -> std::same_as<typename N::index>;
  { N::select(p, p, p) } -> std::same_as<typename N::bit>;

  { N::both(p, p) } -> std::same_as<typename N::bit>;
  { N::either(p, p) } -> std::same_as<typename N::bit>;
  { N::differ(p, p) } -> std::same_as<typename N::bit>;
  { N::invert(p) } -> std::same_as<typename N::bit>;

  { N::to_index(x, w) } -> std::same_as<typename N::index>;
  { N::to_word(i, w) } -> std::same_as<typename N::word>;
  { N::from_raw(raw, w) } -> std::same_as<typename N::word>;  // w unsigned bits
  { N::to_raw(x) } -> std::same_as<typename N::raw>;
};

}  // namespace mmasc
