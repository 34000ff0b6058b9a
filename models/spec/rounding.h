// SPDX-License-Identifier: Apache-2.0
// The rounding modes, by the names used in rows, on the command line and in the RTL.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace mmasc {

enum class Rounding {
  nearest_even,  // ties to the even significand (IEEE 754 default)
  nearest_away,  // ties away from zero
  toward_zero,   // truncation of the magnitude
  down,          // toward minus infinity (floor)
  up,            // toward plus infinity
  away,          // away from zero
  to_odd,        // truncate, then set the last bit if anything was lost (jamming)
};

struct RoundingName {
  Rounding rounding;
  std::string_view name;
};

inline constexpr std::array kRoundings{
    RoundingName{Rounding::nearest_even, "nearest_even"},
    RoundingName{Rounding::nearest_away, "nearest_away"},
    RoundingName{Rounding::toward_zero, "toward_zero"},
    RoundingName{Rounding::down, "down"},
    RoundingName{Rounding::up, "up"},
    RoundingName{Rounding::away, "away"},
    RoundingName{Rounding::to_odd, "to_odd"},
};

constexpr std::string_view name_of(Rounding rounding) {
  for (const auto& row : kRoundings)
    if (row.rounding == rounding) return row.name;
  return {};
}

constexpr std::optional<Rounding> find_rounding(std::string_view name) {
  for (const auto& row : kRoundings)
    if (row.name == name) return row.rounding;
  return std::nullopt;
}

// Whether the mode can make a magnitude larger, and so cost a carry bit.
constexpr bool may_increment(Rounding rounding) {
  return rounding != Rounding::toward_zero && rounding != Rounding::to_odd;
}

}  // namespace mmasc
