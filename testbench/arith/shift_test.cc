// SPDX-License-Identifier: Apache-2.0
// The rounding shift, every value of up to 8 bits by every distance and mode, against rational
// arithmetic.
#include "arith/shift.h"

#include <gtest/gtest.h>

#include "arith/checked_numbers.h"

namespace mmasc {
namespace {

using Checked = CheckedNumbers<Numbers64>;

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
  switch (rounding) {
    case Rounding::nearest_even:
      return 2 * remainder == unit ? even : nearest;
    case Rounding::nearest_away:
      return 2 * remainder == unit ? outward : nearest;
    case Rounding::toward_zero:
      return inward;
    case Rounding::down:
      return floor;
    case Rounding::up:
      return ceiling;
    case Rounding::away:
      return outward;
    case Rounding::to_odd:
      return odd;
  }
  return 0;
}

TEST(ShiftRightRounded, EverySmallValue) {
  Checked::set_limits({});
  constexpr int kIndexBits = 8, kBits = 8;
  for (const RoundingName& mode : kRoundings)
    with_rounding(mode.rounding, [&](auto rounding) {
      for (int bits = 1; bits <= kBits; ++bits)
        for (int magnitude = 0; magnitude < 1 << bits; ++magnitude)
          for (int n = 0; n <= 14; ++n)
            for (const bool negative : {false, true}) {
              const auto got = shift_right_rounded<Checked, rounding>(
                  Checked::word_of(magnitude, bits + 1), Checked::index_of(n, kIndexBits), negative,
                  bits, kIndexBits);
              const int value = static_cast<int>(got.value);
              ASSERT_EQ(negative ? -value : value,
                        rounded_quotient(negative ? -magnitude : magnitude, n, mode.rounding))
                  << mode.name << ' ' << (negative ? "-" : "") << magnitude << " >> " << n << ", "
                  << bits << " bits";
            }
    });
}

TEST(ShiftRightRounded, FarShiftsKeepOnlyTheSticky) {
  Checked::set_limits({});
  const auto shifted = [](std::int64_t magnitude, int n, auto rounding) {
    return static_cast<int>(shift_right_rounded<Checked, rounding>(Checked::word_of(magnitude, 9),
                                                                   Checked::index_of(n, 16), true,
                                                                   8, 16)
                                .value);
  };
  for (const int n : {10, 100, 32767}) {
    EXPECT_EQ(shifted(255, n, std::integral_constant<Rounding, Rounding::down>{}), 1);
    EXPECT_EQ(shifted(1, n, std::integral_constant<Rounding, Rounding::to_odd>{}), 1);
    EXPECT_EQ(shifted(255, n, std::integral_constant<Rounding, Rounding::nearest_even>{}), 0);
    EXPECT_EQ(shifted(0, n, std::integral_constant<Rounding, Rounding::down>{}), 0);
  }
}

}  // namespace
}  // namespace mmasc
