// SPDX-License-Identifier: Apache-2.0
// What all commands have alike, and files that may not be read; what commands print is in *.txt.
#include "commands/cli_fixture.h"
#include "mmasc/engines.h"

namespace mmasc {
namespace {

// Every command that the help of all lists has help of its own.
TEST_F(Cli, HelpAndVersionAreGood) {
  const Ran all = run("--help");
  EXPECT_EQ(all.code, 0);
  for (const std::string& name : commands()) {
    const Ran ran = run(name + " --help");
    EXPECT_EQ(ran.code, 0) << name;
    EXPECT_NE(ran.out.find("Example: mmasc " + name), std::string::npos) << name;
    EXPECT_NE(all.out.find(ran.out.substr(0, ran.out.find('\n'))), std::string::npos) << ran.out;
  }
  EXPECT_GE(commands().size(), 12U);
  const Ran ran = run("--version");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("SystemC"), std::string::npos);
}

TEST_F(Cli, HelpNamesEveryEngine) {
  const Ran ran = run("eval --help");
  for (const EngineRow& engine : kEngines)
    EXPECT_NE(ran.out.find(engine.name), std::string::npos) << engine.name;
}

TEST_F(Cli, UnreadableFile) {
  const auto path = write("secret.vec", kHeader);
  fs::permissions(folder_, fs::perms(0755));
  fs::permissions(path, fs::perms::none);
  const Ran ran = start({"verify", path}, Privileges::none).wait();
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.err.find("secret.vec: cannot read: Permission denied\n"), std::string::npos)
      << ran.err;
}

TEST_F(Cli, AnInterruptEndsARun) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) expect_interrupted({"run"}, signal);
}

TEST_F(Cli, RegistersOfAVcdChangeAtTheRisingEdge) {
  if (!simulates()) GTEST_SKIP() << "built without SystemC";
  const fs::path vcd = folder_ / "x.vcd";
  ASSERT_EQ(
      run(std::string("trace ") + kUnit + " --a 1,2,3,4 --b 1,1,1,1 --vcd " + vcd.string()).code,
      0);
  std::istringstream lines(slurp(vcd));
  std::string line;
  bool falling = false;
  int falling_edges = 0, changes = 0, rising_changes = 0;
  while (std::getline(lines, line)) {
    if (line.starts_with('#')) {
      if (falling) {
        EXPECT_EQ(changes, 1) << line;  // the clock's
      }
      falling = line.ends_with("500");
      falling_edges += falling ? 1 : 0;
      changes = 0;
    } else if (line.find_first_of("01bx") == 0) {
      ++changes;
      if (!falling) rising_changes = std::max(rising_changes, changes);
    }
  }
  EXPECT_GT(falling_edges, 5);
  EXPECT_GT(rising_changes, 10);
}

}  // namespace
}  // namespace mmasc
