// SPDX-License-Identifier: Apache-2.0
// The table of scales in docs/fp8.md is what the shipped study prints.
#include "study_pages.h"

namespace mmasc {
namespace {

using LongStudyPages = StudyPages;

TEST_F(LongStudyPages, ScalesOfFp8) {
  const auto all = points("fp8_scales");
  ASSERT_EQ(all.size(), 45U);
  for (std::size_t i = 0; i < all.size(); i += 3)
    expect_on("fp8.md", "| " + percent(value(all[i], "row_error_rms")) + " | " +
                            percent(value(all[i + 1], "row_error_rms")) + " | " +
                            percent(value(all[i + 2], "row_error_rms")) + " |");
}

}  // namespace
}  // namespace mmasc
