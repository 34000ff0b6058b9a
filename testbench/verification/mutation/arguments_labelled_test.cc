// SPDX-License-Identifier: Apache-2.0
// No vector contradicts an argument of mutation/meaning.h.
#include "asked_units.h"
#include "mutation/arguments_tried.h"
#include "random/unit_with_totals.h"

namespace mmasc {
namespace {

class Arguments : public ::testing::TestWithParam<AskedUnits> {};

TEST_P(Arguments, AreContradictedByNoVector) {
  const AskedUnits& asked = GetParam();
  EXPECT_GT(asked.sum([&](const Unit& unit) { return arguments_tried(unit, asked.draws); }),
            asked.least);
}

INSTANTIATE_TEST_SUITE_P(Quick, Arguments,
                         ::testing::ValuesIn(in_parts({
                             {"written_rows", written_row, {1, kAllRows, 3}, 20, 5},
                         })),
                         NameOfAsked());
INSTANTIATE_TEST_SUITE_P(Default, Arguments,
                         ::testing::ValuesIn(in_parts({
                             {"written_rows", written_row, {0, kAllRows}, 50, 10},
                             {"rows", row_of_catalogue, {0, 3, 397}, 5, 30},
                             {"random_units", random_planned_unit, {0, 3}, 6, 3},
                             {"small_units", small_unit, {0, 5}, 25, 8},
                             {"units_with_totals", unit_with_totals, {0, 28}, 30, 3},
                         })),
                         NameOfAsked());
INSTANTIATE_TEST_SUITE_P(Long, Arguments,
                         ::testing::ValuesIn(in_parts({
                             {"rows", row_of_catalogue, {0, kAllRows, 1, 8}, 500, 20},
                             {"random_units", random_planned_unit, {0, 180, 1, 9}, 100, 3},
                             {"small_units", small_unit, {0, 4500, 1, 9}, 2000, 8},
                             {"units_with_totals", unit_with_totals, {0, 120}, 100, 3},
                         })),
                         NameOfAsked());

}  // namespace
}  // namespace mmasc
