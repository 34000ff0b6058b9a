// SPDX-License-Identifier: Apache-2.0
// Programs of others: what they say, where they run, what is missing, what an interrupt does.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "mmasc/tools/tool.h"
#include "mmasc/unit/error.h"
#include "rtl/folder.h"
#include "thrown.h"

namespace mmasc {
namespace {

using testing::Folder;
using testing::message_of;

TEST(Tool, BothStreamsAreRead) {
  const ToolRun run = run_tool({"sh", "dash"}, {"-c", "echo one; echo two >&2; exit 3"});
  EXPECT_FALSE(run.succeeded);
  EXPECT_EQ(run.output, "one\ntwo\n");
  EXPECT_TRUE(run_tool({"true", "coreutils"}, {}).succeeded);
}

TEST(Tool, RunsInAFolderWithArgumentsAsTheyAre) {
  const Folder folder;
  EXPECT_EQ(run_tool({"pwd", "coreutils"}, {"-P"}, folder.path()).output,
            std::filesystem::canonical(folder.path()).string() + "\n");
  EXPECT_EQ(run_tool({"printf", "coreutils"}, {"%s", "$HOME; 'a b'"}).output, "$HOME; 'a b'");
}

TEST(Tool, AMissingOneIsNamedWithItsPackage) {
  EXPECT_EQ(message_of<EnvironmentError>([] {
              run_tool({"mmasc-no-such-tool", "package"}, {});
            }),
            "mmasc-no-such-tool not found: apt-get install package");
}

TEST(Tool, HasSoMuchMemory) {
  // The limit comes a moment after the start.
  const ToolRun run =
      run_tool({"sh", "dash"}, {"-c", "sleep 0.5; sh -c 'ulimit -v'"}, ".", {.memory = 1 << 30});
  EXPECT_EQ(run.output, "1048576\n");
  EXPECT_GT(tool_memory(), std::uint64_t{1} << 28);
}

TEST(Tool, HasSoMuchTime) {
  const ToolRun run = run_tool({"sh", "dash"}, {"-c", "while :; do :; done"}, ".", {.seconds = 1});
  EXPECT_FALSE(run.succeeded);
  EXPECT_TRUE(run.out_of_time);
  EXPECT_FALSE(run_tool({"sh", "dash"}, {"-c", "exit 3"}, ".", {.seconds = 1}).out_of_time);
}

// One that waits for ever takes no CPU time.
TEST(Tool, HasSoMuchTimeByTheClock) {
  const ToolRun run = run_tool({"sleep", "coreutils"}, {"1000000"}, ".", {.clock_seconds = 1});
  EXPECT_FALSE(run.succeeded);
  EXPECT_TRUE(run.out_of_time);
  EXPECT_TRUE(run_tool({"true", "coreutils"}, {}, ".", {.clock_seconds = 1000}).succeeded);
  const std::string deaf = "trap '' TERM; while :; do sleep 1; done";
  EXPECT_TRUE(run_tool({"sh", "dash"}, {"-c", deaf}, ".", {.clock_seconds = 1}).out_of_time);
}

TEST(Tool, KeepsTemporaryFilesInItsFolder) {
  const Folder folder;
  ::setenv("TMPDIR", "/elsewhere", 1);
  const Tool printer{"printenv", "coreutils"};
  EXPECT_EQ(run_tool(printer, {"TMPDIR"}, folder.path()).output, ".\n");
  const ToolRun made = run_tool({"mktemp", "coreutils"}, {}, folder.path());
  EXPECT_TRUE(
      std::filesystem::exists(folder.path() / made.output.substr(0, made.output.size() - 1)))
      << made.output;
  EXPECT_EQ(run_tool(printer, {"TMPDIR"}).output, "/elsewhere\n");
  ::unsetenv("TMPDIR");
  EXPECT_EQ(run_tool(printer, {"LC_ALL"}, folder.path()).output, "C\n");
}

// Everything that the tool started ends too: nobody writes the file.
TEST(Tool, AnInterruptEndsAllOfIt) {
  const Folder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    struct sigaction action = {};
    action.sa_handler = [](int) {};
    ::sigaction(SIGINT, &action, nullptr);
    const std::string message = error_of<EnvironmentError>([&] {
      run_tool({"sh", "dash"}, {"-c", "touch started; (sleep 2; touch late) & wait"},
               folder.path());
    });
    ::_exit(message == "sh was interrupted" ? 0 : 1);
  }
  while (!std::filesystem::exists(folder.path() / "started")) ::usleep(1000);
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  ::sleep(3);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "late"));
}

}  // namespace
}  // namespace mmasc
