// SPDX-License-Identifier: Apache-2.0
// No vector meets a cover point that is said to be unreachable.
#include "asked_units.h"
#include "coverage/contradictions.h"
#include "coverage/raised.h"
#include "random/unit_with_totals.h"

namespace mmasc {
namespace {

class Unreachable : public ::testing::TestWithParam<AskedUnits> {};

TEST_P(Unreachable, IsNeverMet) {
  const AskedUnits& asked = GetParam();
  EXPECT_GT(asked.sum([&](const Unit& unit) {
    return contradictions_tried(unit, asked.draws, asked.more_draws);
  }),
            asked.least);
}

// Raised by more than 13, c leaves nothing of itself.
std::optional<Unit> raised(std::uint64_t i) {
  constexpr int kOffsets[] = {-30, -1, 1, 3, 13, 30};
  return with_c_raised_by(kOffsets[i]);
}

INSTANTIATE_TEST_SUITE_P(Quick, Unreachable,
                         ::testing::ValuesIn(in_parts({
                             {"a_row", row_of_catalogue, {0, 1}, 3, 2, 1},
                             {"random_units", random_planned_unit, {7, 3}, 7, 2, 1},
                             {"written_rows", written_row, {0, kAllRows}, 250, 2, 1},
                         })),
                         NameOfAsked());
INSTANTIATE_TEST_SUITE_P(Default, Unreachable,
                         ::testing::ValuesIn(in_parts({
                             {"rows", row_of_catalogue, {0, 6, 227}, 25, 300, 30},
                             {"raised", raised, {0, 6, 1, 6}, 10, 100, 30},
                             {"random_units", random_planned_unit, {0, 10}, 125, 10, 3},
                             {"small_units", small_unit, {0, 60}, 400, 100, 4},
                             {"units_with_totals", unit_with_totals, {0, 200}, 100, 6, 2},
                         })),
                         NameOfAsked());
INSTANTIATE_TEST_SUITE_P(Long, Unreachable,
                         ::testing::ValuesIn(in_parts({
                             {"rows", row_of_catalogue, {0, 400, 3, 8}, 200, 300, 30},
                             {"random_units", random_planned_unit, {0, 320, 1, 8}, 500, 10, 3},
                             {"small_units", small_unit, {150, 1350, 1, 4}, 2250, 100, 4},
                         })),
                         NameOfAsked());

}  // namespace
}  // namespace mmasc
