// SPDX-License-Identifier: Apache-2.0
// Every number inside a unit lies within its range.
#include "asked_units.h"
#include "random/unit_with_totals.h"
#include "ranges/within_ranges.h"

namespace mmasc {
namespace {

class Ranges : public ::testing::TestWithParam<AskedUnits> {};

TEST_P(Ranges, HoldEveryNumber) {
  const AskedUnits& asked = GetParam();
  EXPECT_GT(asked.sum([&](const Unit& unit) {
    const int sums = expect_drawn_within(unit, asked.draws);
    EXPECT_GT(sums, 0);
    return sums;
  }),
            asked.least);
}

INSTANTIATE_TEST_SUITE_P(Quick, Ranges,
                         ::testing::ValuesIn(in_parts({
                             {"random_units", random_planned_unit, {0, 20}, 300, 1},
                             {"written_rows", written_row, {0, kAllRows}, 5000, 12},
                         })),
                         NameOfAsked());
INSTANTIATE_TEST_SUITE_P(Default, Ranges,
                         ::testing::ValuesIn(in_parts({
                             {"rows", row_of_catalogue, {0, kAllRows}, 46'000, 4},
                             {"random_units", random_planned_unit, {100, 600}, 20'000, 3},
                             {"small_units", small_unit, {0, 600}, 20'000, 6},
                             {"units_with_totals", unit_with_totals, {0, 500}, 10'000, 3},
                         })),
                         NameOfAsked());
INSTANTIATE_TEST_SUITE_P(Long, Ranges,
                         ::testing::ValuesIn(in_parts({
                             {"random_units", random_planned_unit, {1'500, 8'500, 1, 4}, 70'000, 3},
                             {"small_units", small_unit, {1'500, 8'500, 1, 4}, 70'000, 6},
                         })),
                         NameOfAsked());

}  // namespace
}  // namespace mmasc
