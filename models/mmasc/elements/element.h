// SPDX-License-Identifier: Apache-2.0
// Numbers taken to a format, divided by a scale: rounded once, to nearest even, from the exact
// quotient. A quotient beyond the greatest number is the greatest number.
#pragma once

#include <cstdint>
#include <string>

#include "mmasc/unit/format.h"
#include "mmasc/unit/names.h"

namespace mmasc {

// How a block's scale follows from its greatest magnitude g and the greatest number m of a format.
enum class ScaleKind {
  f32,           // g / m, rounded to f32
  power_of_two,  // the least that is no smaller than g / m
  mx,            // 2^(floor(log2 g) - floor(log2 m)): OCP Microscaling Formats 1.0, 6.3
};
template <>
inline constexpr auto kNames<ScaleKind> = std::to_array<EnumName<ScaleKind>>({
    {ScaleKind::f32, "float"},
    {ScaleKind::power_of_two, "power_of_two"},
    {ScaleKind::mx, "mx"},
});

// Finite numbers. Throws InputError where the format lacks what the number needs: a sign, a zero.
std::uint64_t quantised(double number, double scale, const Format& format);

// Why vector loops do not round to a format; empty where they do: it is a float of at most 16 bits,
// 8 of exponent, with a sign and a zero, whose greatest number is a normal f32.
std::string why_not_quantised(const Format& format);

// The value of an element of at most 53 significant bits, as all formats have.
double value_of(const Format& format, std::uint64_t bits);
double greatest_number(const Format& format);

// The scale of a block whose greatest magnitude is that. 1 where all elements are 0, or the scale
// would be.
double scale_for(double greatest, const Format& format, ScaleKind kind);

// The block scale of a block, an element of `scale_format`, for elements of `format`. In a format
// of powers of two it has the exponent of the greatest element less that of the greatest number
// (OCP Microscaling Formats 1.0, 6.3); in another one it is greatest / greatest_number(format) to
// nearest even, but not 0. It is 1 where all elements are 0.
std::uint64_t block_scale(double greatest, const Format& format, const Format& scale_format);

}  // namespace mmasc
