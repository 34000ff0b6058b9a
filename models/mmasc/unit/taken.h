// SPDX-License-Identifier: Apache-2.0
// Which values of its type a field takes where it stands: not those that validation refuses for the
// field's own sake, or for what its row says further up. What is refused is told these alone.
#pragma once

#include <type_traits>

#include "mmasc/unit/formats.h"
#include "mmasc/unit/instruction.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/validate.h"

namespace mmasc {

// A field whose type has few values, each with a name.
template <class T>
struct ChoiceOf : std::type_identity<T> {};
template <class T>
struct ChoiceOf<std::optional<T>> : ChoiceOf<T> {};
template <class Field>
concept HasChoices =
    Enumerated<typename ChoiceOf<Field>::type> || std::is_same_v < typename ChoiceOf<Field>::type,
const Format* > ;

// A rounding needs somewhere to go with a NaN, an overflow and a zero.
constexpr bool can_be_rounded_to(const Format& format) {
  return format.is_signed() && format.has_nan() && format.has_zero();
}
constexpr bool can_be_operand(const Format& format) {
  return format.is_signed() || format.is_integer();
}
constexpr bool can_be_block_scale(const Format& format) {
  return !format.is_integer() && !format.is_signed() && !format.has_infinity() && format.has_one();
}

// A field's own or, with no overload below, any.
template <class Row>
constexpr bool takes(const Row&, auto, const auto&) {
  return true;
}

constexpr bool takes(const Rounding& row, RoundingMode Rounding::*, RoundingMode value) {
  return (value == RoundingMode::stochastic) == (row.random_bits > 0);
}

constexpr bool takes(const FlushRow&, Flush FlushRow::*field, Flush value) {
  return field != &FlushRow::results || value != Flush::all_to_plus_zero;
}
constexpr bool takes(const FlushRow& row, Tininess FlushRow::*, Tininess value) {
  return value == Tininess::bounded || row.results != Flush::none;
}

constexpr bool takes(const ProductRow&, const Format* ProductRow::*, const Format* value) {
  return can_be_rounded_to(*value);
}

constexpr bool takes(const SumRow&, const Format* SumRow::*, const Format* value) {
  return can_be_rounded_to(*value);
}
constexpr bool takes(const SumRow&, Overflow SumRow::*, Overflow value) {
  return value != Overflow::wrap;
}
constexpr bool takes(const Accumulator&, Overflow Accumulator::*, Overflow value) {
  return value == Overflow::wrap || value == Overflow::saturate;
}
constexpr bool takes(const Cut&, Rounding Cut::*, Rounding value) { return !value.is_stochastic(); }

// An integer, too, but only where the operands are.
constexpr bool takes(const ResultRow&, const Format* ResultRow::*, const Format* value) {
  return can_be_rounded_to(*value);
}
constexpr bool takes(const ResultRow& row, Overflow ResultRow::*, Overflow value) {
  return row.format->is_integer() ? value == Overflow::wrap || value == Overflow::saturate
                                  : value != Overflow::wrap;
}
constexpr bool takes(const ResultRow& row, OwnNan ResultRow::*, OwnNan value) {
  return value == OwnNan::replaced ||
         (!row.format->is_integer() && row.format->specials == Specials::ieee);
}
// An integer has no use for the other choices.
template <class Choice>
constexpr bool takes(const ResultRow& row, Choice ResultRow::*field, Choice value) {
  return !row.format->is_integer() || value == ResultRow{}.*field;
}

constexpr bool takes(const ScaleRow&, const Format* ScaleRow::*, const Format* value) {
  return can_be_block_scale(*value);
}
inline bool takes(const Instruction& row, const Format* Instruction::*field, const Format* value) {
  const auto widens = [&](const Format* from) {
    return value->is_signed() && !value->is_integer() && !from->is_integer() &&
           holds(*value, *from);
  };
  if (field == &Instruction::tensor_scale) return !value->is_integer() && value->has_one();
  if (field == &Instruction::widen) return widens(row.a) && widens(row.b);
  if (field == &Instruction::widen_c) return widens(row.c);
  return can_be_operand(*value) && (field != &Instruction::c || value->has_zero());
}

constexpr bool takes(const FormatRow& row, Specials FormatRow::*, Specials value) {
  return value != Specials::ieee || row.fraction_bits > 0;
}
constexpr bool takes(const FormatRow& row, Sign FormatRow::*, Sign value) {
  return row.specials != Specials::nan_minus_zero || value == Sign::leading;
}

}  // namespace mmasc
