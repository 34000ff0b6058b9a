// SPDX-License-Identifier: Apache-2.0
#include "printed_name.h"
#include "run_transcript.h"

namespace mmasc {
namespace {

INSTANTIATE_TEST_SUITE_P(Quick, Transcript, ::testing::ValuesIn(transcripts("quick")),
                         PrintedName());

TEST(Transcripts, StepsAreReadAndWritten) {
  const std::string text =
      "Prose.\n\n  $ one\n  > more\n  a\n  > b\n  ! c\n  [2]\n  $ two\nEnd.\n  $ three\n";
  const auto steps = steps_of(text);
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_EQ(steps[1].command, "one\nmore");
  EXPECT_EQ(steps[1].shown, "  a\n  > b\n  ! c\n  [2]\n");
  EXPECT_EQ(steps[2].line, 9);
  std::string again;
  for (const Step& step : steps)
    again += (step.command.empty() ? "" : as_typed(step.command)) + step.shown;
  EXPECT_EQ(again, text);
  EXPECT_EQ(shown("a\nb", "c\n", 2), "  a\n  b\n  \\ no end of line\n  ! c\n  [2]\n");
  EXPECT_THROW(shown("$ a\n", "", 0), std::invalid_argument);
  EXPECT_THROW(steps_of("  output\n"), std::invalid_argument);
}

}  // namespace
}  // namespace mmasc
