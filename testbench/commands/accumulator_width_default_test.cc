// SPDX-License-Identifier: Apache-2.0
// [find] gives the accumulator widths that docs/published.md puts beside those of two papers.
#include <span>

#include "accumulator_widths.h"

namespace mmasc {
namespace {

TEST_F(AccumulatorWidths, ArePredictedAsThePageSays) {
  for (const VarianceSum& sum : kVarianceSums)
    EXPECT_EQ(std::to_string(predicted(sum.k, sum.chunk)), cells_of(sum.line).at(0)) << sum.line;
}

TEST_F(AccumulatorWidths, KeepTheVarianceThatSakrPredicts) {
  const std::string results =
      results_of("accumulator_width.toml", {{"\"3..18\"", "\"3..8\""},
                                            {", \"toward_zero\"]", "]"},
                                            {"[256, 1024, 4096]", "[256, 1024]"}});
  for (const VarianceSum& sum : std::span(kVarianceSums).first(4))
    EXPECT_EQ(text_of(least(results, "result.significand_fraction", sum.where())),
              cells_of(sum.line).at(1))
        << sum.line;
}

TEST_F(AccumulatorWidths, TwelveBitsCostNoMoreThanQuantising) {
  for (const std::string rounding : {"nearest_even", "toward_zero"}) {
    const std::string results =
        results_of("twelve_bit_accumulator.toml",
                   {{"[\"nearest_even\", \"toward_zero\"]", "[\"" + rounding + "\"]"}});
    const std::vector<std::string> cells =
        cells_of(rounding == "nearest_even" ? "| nearest even |" : "| toward zero |");
    ASSERT_EQ(cells.size(), 4U);
    const int ks[] = {576, 1152, 2304, 4608};
    for (std::size_t i = 0; i < 4; ++i) {
      const Least bits =
          least(results, "accumulate.significand_fraction",
                " --where 'row_error_rms <= quantisation_error' --where 'overflows = 0' --where "
                "'k = " +
                    std::to_string(ks[i]) + "'");
      EXPECT_EQ(bits.certain == 0 ? "more than 10" : text_of(bits), cells[i]) << rounding << ks[i];
    }
  }
}

}  // namespace
}  // namespace mmasc
