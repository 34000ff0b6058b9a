// SPDX-License-Identifier: Apache-2.0
// Formats by name: the shipped ones (models/mmasc/unit/catalog/formats.toml), the generic names as
// e3m3 and s8, and the [format.NAME] tables of users' files. docs/formats.md explains them to
// users.
//
// A format that was given out stays as it is for as long as the program runs: rows point to it.
// Every function may be called from any thread.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/unit/format.h"

namespace mmasc {

// All numbers but integers of more than 54 bits are numbers of f64.
inline constexpr int kMaxExponentBits = 11, kMaxFormatFraction = 52;
inline constexpr int kMaxIntegerBits = 63;
inline constexpr int kLeastExponent = -1022, kGreatestExponent = 1023;

// The formats that a file defines beside those that all files know.
using Formats = std::vector<const Format*>;

// In the order of their file.
std::span<const Format> shipped_formats();

// The format of this name: one of `own`, a shipped one or a generic one; null where there is none.
const Format* find_format(std::string_view name, std::span<const Format* const> own = {});

// The same. Throws InputError that says which names there are, of those formats that are taken.
const Format& format_named(
    std::string_view name, std::span<const Format* const> own = {},
    const std::function<bool(const Format&)>& is_taken = [](const Format&) { return true; });

// A format as a file writes it.
struct FormatRow {
  std::string name;
  int exponent_bits = 0;
  int fraction_bits = 0;
  std::optional<int> bias;  // unset: 2^(exponent_bits - 1) - 1, IEEE 754's
  Specials specials = Specials::ieee;
  Sign sign = Sign::leading;
  bool subnormals = true;
  int ignored_low_bits = 0;
  std::string source;
  int integer_bits = 0;  // of an integer, which files name and do not define
};

FormatRow row_of(const Format& format);

// Gives out the row's format. Throws RowError where the fields make none, or where every file knows
// the name.
const Format* define_format(const FormatRow& row);

// Whether every file knows the format by its name.
bool is_known_everywhere(const Format& format);

// Who defines a shipped format; empty for others.
std::string_view source_of(const Format& format);

}  // namespace mmasc
