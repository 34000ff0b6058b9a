// SPDX-License-Identifier: Apache-2.0
// Numbers as people write them, taken into a format exactly or not at all.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mmasc/specification/dyadic.h"
#include "mmasc/unit/format.h"

namespace mmasc {

// The number that a text says, before any format is asked.
struct WrittenNumber {
  enum class Kind { finite, infinite, nan };
  Kind kind = Kind::finite;
  bool negative = false;
  boost::multiprecision::cpp_int numerator = 0, denominator = 1;  // of the magnitude
};

// Decimal ("-0", "1.5", "2e-3"), hexfloat ("0x1.8p3"), inf, infinity or nan, each with an optional
// sign. Throws OperandError (mmasc/unit/hex.h) at the character that does not belong.
WrittenNumber parse_number(std::string_view text);

// The bits of the number. Throws InputError, with the neighbours, where the format has no such
// number.
std::uint64_t encode(const WrittenNumber& number, const Format& format);

// The element's value as an exact decimal, the shorter of plain and scientific; of an integer
// plain.
std::string to_decimal(const Format& format, std::uint64_t bits);

// The element's value as a C hexfloat with one leading 1: "0x1.8p+3".
std::string to_hexfloat(const Format& format, std::uint64_t bits);

// What people read of the element's value, exact either way: a decimal, or the hexfloat where that
// is longer than `longest`.
inline constexpr std::size_t kLongestDecimal = 32;
std::string element_text(const Format& format, std::uint64_t bits,
                         std::size_t longest = kLongestDecimal);

// The decimal, if it is no longer than that, and the hexfloat, if it says more: "1.5  0x1.8p+0".
std::string both_texts(const Format& format, std::uint64_t bits);

std::string to_decimal(const Dyadic& value);

// In decimal, or as an integer times a power of two where that is long: "0x5p+400".
std::string exact_text(const Dyadic& value);

}  // namespace mmasc
