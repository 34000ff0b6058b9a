// SPDX-License-Identifier: Apache-2.0
// The rounding shift, every value of up to 8 bits by every distance and mode, against rational
// arithmetic.
#include "mmasc/arith/shift.h"

#include <gtest/gtest.h>

#include "arith/checked_numbers.h"
#include "mmasc/specification/shift.h"

namespace mmasc {
namespace {

using Checked64 = CheckedNumbers<Numbers64>;

// x / 2^n of a signed x, rounded: by floor and remainder, not by sign and magnitude.
int rounded_quotient(int x, int n, Rounding rounding) {
  const int unit = 1 << n;
  const int floor = (x >= 0 ? x : x - unit + 1) / unit;
  const int remainder = x - floor * unit;
  if (remainder == 0) return floor;
  const int ceiling = floor + 1;
  const int outward = x < 0 ? floor : ceiling, inward = x < 0 ? ceiling : floor;
  const int even = floor % 2 == 0 ? floor : ceiling, odd = floor % 2 == 0 ? ceiling : floor;
  const int nearest = 2 * remainder < unit ? floor : ceiling;
  switch (rounding.mode) {
    case RoundingMode::nearest_even:
      return 2 * remainder == unit ? even : nearest;
    case RoundingMode::nearest_away:
      return 2 * remainder == unit ? outward : nearest;
    case RoundingMode::toward_zero:
      return inward;
    case RoundingMode::down:
      return floor;
    case RoundingMode::up:
      return ceiling;
    case RoundingMode::away:
      return outward;
    case RoundingMode::to_odd:
      return odd;
    case RoundingMode::stochastic:
      break;
  }
  return 0;
}

TEST(ShiftRightRounded, EverySmallValue) {
  Checked64::set_limits({});
  constexpr int kIndexBits = 8, kBits = 8;
  for (const RoundingName& mode : kRoundings)
    with_rounding(mode.rounding.mode, [&](auto rounding) {
      for (int bits = 1; bits <= kBits; ++bits)
        for (int magnitude = 0; magnitude < 1 << bits; ++magnitude)
          for (int n = 0; n <= 14; ++n)
            for (const bool negative : {false, true}) {
              const auto got = shift_right_rounded<Checked64, rounding>(
                  Checked64::word_of(magnitude, bits + 1), Checked64::index_of(n, kIndexBits),
                  negative, bits, kIndexBits);
              const int value = static_cast<int>(got.value);
              ASSERT_EQ(negative ? -value : value,
                        rounded_quotient(negative ? -magnitude : magnitude, n, mode.rounding))
                  << mode.name << ' ' << (negative ? "-" : "") << magnitude << " >> " << n << ", "
                  << bits << " bits";
            }
    });
}

// Every value and random word against the definition: of what is lost the `draws` highest bits.
TEST(ShiftRightRounded, EveryStochasticDraw) {
  Checked64::set_limits({});
  constexpr int kIndexBits = 8, kBits = 5;
  for (int draws = 1; draws <= 4; ++draws)
    for (int magnitude = 0; magnitude < 1 << kBits; ++magnitude)
      for (int n = 0; n <= 12; ++n)
        for (int random = 0; random < 1 << draws; ++random) {
          const auto got = shift_right_rounded<Checked64, RoundingMode::stochastic>(
              Checked64::word_of(magnitude, kBits + 1), Checked64::index_of(n, kIndexBits), false,
              kBits, kIndexBits, {draws, Checked64::word_of(random, draws + 1)});
          const int lost = magnitude % (1 << n), highest = (lost << draws) / (1 << n);
          const int up = highest + random >= 1 << draws ? 1 : 0;
          ASSERT_EQ(static_cast<int>(got.value), magnitude / (1 << n) + up)
              << magnitude << " >> " << n << ", " << random << " of " << draws << " bits";
          EXPECT_EQ(shift_and_round({magnitude, 0}, false, n, Rounding::stochastic(draws),
                                    static_cast<std::uint32_t>(random))
                        .incremented,
                    up == 1);
        }
}

TEST(ShiftRightRounded, FarShiftsKeepOnlyTheSticky) {
  Checked64::set_limits({});
  const auto shifted = [](std::int64_t magnitude, int n, auto rounding) {
    return static_cast<int>(
        shift_right_rounded<Checked64, rounding>(Checked64::word_of(magnitude, 9),
                                                 Checked64::index_of(n, 16), true, 8, 16)
            .value);
  };
  for (const int n : {10, 100, 32767}) {
    EXPECT_EQ(shifted(255, n, std::integral_constant<RoundingMode, RoundingMode::down>{}), 1);
    EXPECT_EQ(shifted(1, n, std::integral_constant<RoundingMode, RoundingMode::to_odd>{}), 1);
    EXPECT_EQ(shifted(255, n, std::integral_constant<RoundingMode, RoundingMode::nearest_even>{}),
              0);
    EXPECT_EQ(shifted(0, n, std::integral_constant<RoundingMode, RoundingMode::down>{}), 0);
  }
}

}  // namespace
}  // namespace mmasc
