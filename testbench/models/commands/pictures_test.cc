// SPDX-License-Identifier: Apache-2.0
// --svg and the files that go with a VCD, as the command writes them.
#include <gtest/gtest.h>

#include "commands/cli_fixture.h"
#include "commands/save_file_signals.h"

namespace mmasc {
namespace {

class PictureCommands : public Cli {
 protected:
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
};

// docs/report.md shows what its commands draw.
TEST_F(PictureCommands, TheGuideShowsWhatTheyDraw) {
  std::string page = slurp(MMASC_DOCS "/report.md");
  for (auto at = page.find("\\\n"); at != page.npos; at = page.find("\\\n")) page.erase(at, 2);
  int compared = 0;
  for (const std::string begin : {"    mmasc show ", "    mmasc eval ", "    mmasc trace "}) {
    if (begin == "    mmasc trace " && !simulates()) continue;
    const auto at = page.find(begin);
    ASSERT_NE(at, page.npos) << begin;
    std::string command = page.substr(at + 10, page.find('\n', at) - at - 10);
    const auto name = command.substr(command.rfind(' ') + 1);
    command.replace(command.rfind(' ') + 1, name.size(), file(name));
    const Ran ran = run(command);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(slurp(file(name)), slurp(MMASC_DOCS "/" + name)) << command;
    ++compared;
  }
  EXPECT_EQ(compared, simulates() ? 3 : 2);
}

// Every signal of the save file is one of the VCD, decoded numbers among them.
TEST_F(PictureCommands, TheSaveFileNamesSignalsOfTheVcd) {
  if (!simulates()) GTEST_SKIP() << "built without SystemC";
  ASSERT_EQ(
      run(std::string("trace ") + kUnit + " --a 1,2,3,4 --b 1,1,1,1 --vcd " + file("x.vcd")).code,
      0);
  testing::expect_same_signals(slurp(file("x.gtkw")), slurp(file("x.vcd")));
}

}  // namespace
}  // namespace mmasc
