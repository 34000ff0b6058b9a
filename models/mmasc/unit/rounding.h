// SPDX-License-Identifier: Apache-2.0
// The rounding modes: their names in rows, on the command line and in the RTL, and the one table
// that says when each of them increments.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace mmasc {

enum class RoundingMode {
  nearest_even,  // ties to the even significand (IEEE 754 default)
  nearest_away,  // ties away from zero
  toward_zero,   // truncation of the magnitude
  down,          // toward minus infinity (floor)
  up,            // toward plus infinity
  away,          // away from zero
  to_odd,        // truncate, then set the last bit if anything was lost (jamming)
  stochastic,    // the carry of the highest bits lost plus as many random ones
};

inline constexpr int kMaxRandomBits = 32;

// A rounding as a row's field gives it.
struct Rounding {
  RoundingMode mode = RoundingMode::nearest_even;
  int random_bits = 0;  // 1..kMaxRandomBits where stochastic

  static constexpr Rounding stochastic(int random_bits) {
    return {RoundingMode::stochastic, random_bits};
  }
  constexpr bool is_stochastic() const { return mode == RoundingMode::stochastic; }

  static const Rounding nearest_even, nearest_away, toward_zero, down, up, away, to_odd;
  friend constexpr bool operator==(const Rounding&, const Rounding&) = default;
};
inline constexpr Rounding Rounding::nearest_even{RoundingMode::nearest_even};
inline constexpr Rounding Rounding::nearest_away{RoundingMode::nearest_away};
inline constexpr Rounding Rounding::toward_zero{RoundingMode::toward_zero};
inline constexpr Rounding Rounding::down{RoundingMode::down};
inline constexpr Rounding Rounding::up{RoundingMode::up};
inline constexpr Rounding Rounding::away{RoundingMode::away};
inline constexpr Rounding Rounding::to_odd{RoundingMode::to_odd};

struct RoundingModeName {
  RoundingMode mode;
  std::string_view name;
};

inline constexpr std::array kRoundingModes{
    RoundingModeName{RoundingMode::nearest_even, "nearest_even"},
    RoundingModeName{RoundingMode::nearest_away, "nearest_away"},
    RoundingModeName{RoundingMode::toward_zero, "toward_zero"},
    RoundingModeName{RoundingMode::down, "down"},
    RoundingModeName{RoundingMode::up, "up"},
    RoundingModeName{RoundingMode::away, "away"},
    RoundingModeName{RoundingMode::to_odd, "to_odd"},
    RoundingModeName{RoundingMode::stochastic, "stochastic"},
};

constexpr std::string_view name_of(RoundingMode mode) {
  for (const auto& row : kRoundingModes)
    if (row.mode == mode) return row.name;
  return {};
}
constexpr std::string_view name_of(Rounding rounding) { return name_of(rounding.mode); }

// The roundings that a name says all of: those that draw nothing.
struct RoundingName {
  Rounding rounding;
  std::string_view name;
};

inline constexpr auto kRoundings = [] {
  std::array<RoundingName, kRoundingModes.size() - 1> plain{};
  std::size_t size = 0;
  for (const auto& [mode, name] : kRoundingModes)
    if (mode != RoundingMode::stochastic) plain[size++] = {{mode}, name};
  return plain;
}();

constexpr std::optional<Rounding> find_rounding(std::string_view name) {
  for (const auto& row : kRoundings)
    if (row.name == name) return row.rounding;
  return std::nullopt;
}

// A bit of a magnitude that loses bits, as the table's tests name it.
//
//     [ q q q q o | g s s s s ]
//                 + r r r         random bits, where the mode draws some
enum class RoundingBit {
  none,
  negative,  // sign of the value
  odd,       // o, the last bit kept
  guard,     // g, the highest bit lost: at least half of the last bit kept
  sticky,    // any of the bits below it
  inexact,   // guard or sticky: any bit lost
  carry,     // out of the highest bits lost plus as many random ones
};

// A test of one of these bits, which must be `set`.
struct RoundingTest {
  RoundingBit bit = RoundingBit::none;
  bool set = true;
  constexpr bool asks() const { return bit != RoundingBit::none; }
  friend constexpr RoundingTest operator!(RoundingTest test) { return {test.bit, !test.set}; }
};

// The magnitude goes up by one ulp where all tests of one of the cases hold.
struct IncrementRule {
  struct Case {
    RoundingTest first{}, second{};
  };
  RoundingMode mode;
  Case cases[2] = {};
};

// The table. Up is one ulp away from zero, down is truncation, whatever the sign.
inline constexpr auto kIncrementRules = [] {
  using enum RoundingMode;
  constexpr RoundingTest negative{RoundingBit::negative}, odd{RoundingBit::odd};
  constexpr RoundingTest guard{RoundingBit::guard}, sticky{RoundingBit::sticky};
  constexpr RoundingTest inexact{RoundingBit::inexact}, carry{RoundingBit::carry};
  using Case = IncrementRule::Case;
  return std::array{
      // Below half an ulp down, above it up; a tie to the even neighbour.
      IncrementRule{nearest_even, {Case{guard, sticky}, Case{guard, odd}}},
      // Below half an ulp down, else up: a tie goes away from zero.
      IncrementRule{nearest_away, {Case{guard}}},
      // Always down: the bits lost are cut off.
      IncrementRule{toward_zero},
      // Toward minus infinity: a value that loses bits goes up where it is negative.
      IncrementRule{down, {Case{inexact, negative}}},
      // Toward plus infinity: a value that loses bits goes up where it is positive.
      IncrementRule{up, {Case{inexact, !negative}}},
      // Up where any bit is lost.
      IncrementRule{away, {Case{inexact}}},
      // The last bit kept becomes 1 where any bit is lost, and so stays as a sticky bit.
      IncrementRule{to_odd, {Case{inexact, !odd}}},
      // Up with the lost share of an ulp as probability, to as many bits as are drawn.
      IncrementRule{stochastic, {Case{carry}}},
  };
}();

constexpr IncrementRule rule_of(RoundingMode mode) {
  for (const IncrementRule& rule : kIncrementRules)
    if (rule.mode == mode) return rule;
  return IncrementRule{mode};
}

constexpr bool depends_on(RoundingMode mode, RoundingBit bit) {
  const IncrementRule rule = rule_of(mode);
  for (const auto& [first, second] : rule.cases)
    if (first.bit == bit || second.bit == bit) return true;
  return false;
}

// Whether the mode increments a magnitude of which `is` tells each RoundingBit.
template <class F>
constexpr bool increments(RoundingMode mode, F&& is) {
  const IncrementRule rule = rule_of(mode);
  for (const auto& [first, second] : rule.cases)
    if (first.asks() && is(first.bit) == first.set &&
        (!second.asks() || is(second.bit) == second.set))
      return true;
  return false;
}

// The fate of the values of one sign that lose bits, with the last kept bit odd or even:
// whether one can go up, and whether one can stay.
struct RoundingOutcomes {
  bool goes_up = false, stays = false;
};
constexpr RoundingOutcomes outcomes_of(RoundingMode mode, bool negative, bool odd) {
  RoundingOutcomes outcomes;
  for (int known = 2; known < 8; ++known) {  // guard, sticky, carry; guard or sticky is set
    const bool goes_up = increments(mode, [&](RoundingBit bit) {
      switch (bit) {
        case RoundingBit::negative:
          return negative;
        case RoundingBit::odd:
          return odd;
        case RoundingBit::guard:
          return known >= 4;
        case RoundingBit::sticky:
          return known / 2 % 2 == 1;
        case RoundingBit::carry:
          return known % 2 == 1;
        case RoundingBit::inexact:
        case RoundingBit::none:
          break;
      }
      return true;
    });
    (goes_up ? outcomes.goes_up : outcomes.stays) = true;
  }
  return outcomes;
}

// Whether the mode can make a magnitude larger, and so cost a carry bit: a last bit of 1 goes up.
constexpr bool may_increment(RoundingMode mode, bool negative) {
  return outcomes_of(mode, negative, true).goes_up;
}
constexpr bool may_increment(Rounding rounding) {
  return may_increment(rounding.mode, false) || may_increment(rounding.mode, true);
}

// Whether the mode can make a zero of what is above zero.
constexpr bool may_leave_nothing(RoundingMode mode, bool negative) {
  return outcomes_of(mode, negative, false).stays;
}

}  // namespace mmasc
