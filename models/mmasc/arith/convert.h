// SPDX-License-Identifier: Apache-2.0
// Conversions between formats, by the stages' own unpack, round and pack.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mmasc/arith/machine_numbers.h"
#include "mmasc/arith/payload.h"

namespace mmasc {

// A stored element as sign, significand, exponent and flags. Bits above the format's are ignored.
Term<Numbers128> decode(const Format& format, std::uint64_t bits);

struct Conversion {
  Rounding rounding = Rounding::nearest_even;
  Overflow overflow = Overflow::infinity;
};

// One element of `from` as one of `to`, rounded once. NaN becomes `to`'s default NaN; a value
// beyond `to`'s greatest number becomes Inf, or NaN where there is none, or the greatest number
// where there is neither or `overflow` says saturate. Nullopt: a NaN, a negative number or a zero
// that `to` lacks.
std::optional<std::uint64_t> convert(const Format& from, const Format& to, std::uint64_t bits,
                                     Conversion conversion = {});

struct Converted {
  std::uint64_t bits = 0;
  bool overflows = false;  // rounded, it is beyond `to`'s greatest number
};

// A term of `widths`, of at most 120 bits, likewise.
std::optional<Converted> convert(const Term<Numbers128>& term, const TermWidths& widths,
                                 const Format& to, Conversion conversion = {});

// Names what `to` lacks for an element that convert() gives nullopt for: "NaN",
// "negative numbers", "zero".
std::string_view what_is_lacking(const Format& from, const Format& to, std::uint64_t bits);
std::string_view what_is_lacking(const Term<Numbers128>& term, const Format& to);

}  // namespace mmasc
