// SPDX-License-Identifier: Apache-2.0
// Simulations of many operations, interrupted.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

TEST_F(Cli, AnInterruptEndsASimulation) {
  if (!simulates()) GTEST_SKIP() << "built without SystemC";
  const std::string row = "3c00000000000000 3c00000000000000 00000000 3f800000\n";
  std::string text = kHeader;
  for (int i = 0; i < 500000; ++i) text += row;
  const auto vectors = write("many.vec", text);
  fs::create_directory(folder_ / "out");
  const std::vector<std::string> commands[] = {
      {"trace", kUnit, vectors, "--vcd", folder_ / "out" / "x.vcd"},
      {"verify", "--engine", "pipeline", vectors},
  };
  for (const auto& command : commands)
    for (const bool whole_group : {false, true}) {
      expect_interrupted(command, SIGINT, whole_group);
      EXPECT_TRUE(fs::is_empty(folder_ / "out")) << command.front();
    }
}

}  // namespace
}  // namespace mmasc
