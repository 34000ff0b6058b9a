// SPDX-License-Identifier: Apache-2.0
// Emitted C of sums and roundings of every width about those of C's types: each compiles strictly
// and gives the reference's bits.
#include <fmt/format.h>

#include "agreement/unit_lines.h"
#include "c_source/emitted.h"

namespace mmasc {
namespace {

void expect_agrees(const Unit& unit) {
  const EmittedUnit emitted(unit, "-O0" + kTraps);
  ASSERT_TRUE(emitted.is_there());
  EXPECT_TRUE(compare(emitted, *make_reference_engine(unit), drawn(unit, 200, 1)).equal);
}

// One of the words that a sum passes through is as wide as a type of C, or as the widest word of
// which bounds are known, or little more or less; the others are narrower and wider.
constexpr int kNarrow[] = {20, 26, 31, 32, 33, 48, 62, 63, 64, 65, 100};

TEST(EmittedWidths, OfSumsWithAnAccumulatorAndACut) {
  std::size_t turn = 0;
  for (int fraction = 20; fraction <= 124; fraction += fraction < 48 ? 7 : 1) {
    SCOPED_TRACE(fraction);
    const int bits = kNarrow[turn % std::size(kNarrow)];
    const int cut = std::max(0, turn % 3 == 0 ? fraction - 2 : fraction - 40);
    expect_agrees(unit_of_line(fmt::format(
        "rows.toml:my/exact --set dot.fraction_bits={} --set dot.alignment_rounding={} "
        "--set 'dot.accumulator={{ bits = {}, overflow = \"{}\" }}' "
        "--set 'dot.cut={{ fraction_bits = {}, rounding = \"{}\" }}' --set result.{}",
        fraction, turn % 2 == 0 ? "toward_zero" : "down", bits, turn % 4 < 2 ? "wrap" : "saturate",
        cut, turn % 5 == 0 ? "toward_zero" : "nearest_even",
        turn % 2 == 0 ? "rounding=up" : "significand_fraction=9")));
    if (HasFailure()) return;
    ++turn;
  }
}

TEST(EmittedWidths, OfAStickyRootWithAPrerounding) {
  for (int bits = 24; bits <= 200; bits += bits < 108 || bits > 132 ? 9 : 1) {
    SCOPED_TRACE(bits);
    expect_agrees(unit_of_line(fmt::format(
        "rows.toml:my/exact --set dot.fraction_bits={} --set dot.sticky=true "
        "--set 'result.prerounding={{ significand_fraction = {}, rounding = \"{}\" }}'",
        bits % 3 == 0 ? 8 : bits % 60 + 4, bits, bits % 2 == 0 ? "toward_zero" : "up")));
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace mmasc
