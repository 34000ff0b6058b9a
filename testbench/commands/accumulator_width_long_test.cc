// SPDX-License-Identifier: Apache-2.0
// The whole table of docs/published.md of the widths that keep a variance.
#include "accumulator_widths.h"

namespace mmasc {
namespace {

TEST_F(AccumulatorWidths, AreThoseOfTheWholeTable) {
  for (const std::string rounding : {"nearest_even", "toward_zero"}) {
    const std::string results =
        results_of("accumulator_width.toml",
                   {{"[\"nearest_even\", \"toward_zero\"]", "[\"" + rounding + "\"]"}});
    for (const VarianceSum& sum : kVarianceSums)
      EXPECT_EQ(text_of(least(results, "result.significand_fraction", sum.where())),
                cells_of(sum.line).at(rounding == "nearest_even" ? 1 : 2))
          << rounding << sum.line;
  }
}

}  // namespace
}  // namespace mmasc
