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
  // What becomes of a number beyond the greatest: an infinity; the greatest number; or, as IEEE 754
  // has it (section 7.4), the greatest number where the rounding never goes up, else an infinity.
  // Where it saturates an infinity too becomes the greatest number, which no row does.
  Overflow overflow = Overflow::by_rounding;
};

// One element of `from` as one of `to`, rounded once. NaN becomes `to`'s default NaN. An infinity
// that `to` lacks is NaN, or the greatest number where there is no NaN either. Where `to` has no
// zero, its least number is the nearest to all below it. Nullopt: a NaN, a negative number or a
// zero that `to` lacks.
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
