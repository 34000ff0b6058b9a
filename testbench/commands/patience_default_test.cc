// SPDX-License-Identifier: Apache-2.0
// How long programs that are asked may be silent, in every command that asks one:
// patience_default.txt shows what is said.
#include "cli_fixture.h"

namespace mmasc {
namespace {

TEST_F(Cli, EveryCommandThatAsksAProgramTakesPatience) {
  int asking = 0;
  for (const std::string& command : commands()) {
    const std::string help = run(command + " --help").out;
    const bool asks = help.find("\n  --engine ") != help.npos;
    EXPECT_EQ(help.find("\n  --patience ") != help.npos, asks) << command;
    asking += asks ? 1 : 0;
  }
  EXPECT_GE(asking, 12);
}

}  // namespace
}  // namespace mmasc
