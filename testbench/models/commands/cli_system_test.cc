// SPDX-License-Identifier: Apache-2.0
// The binary against what its surroundings do to it: signals, full disks, closed streams.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

constexpr const char* kRow = "3c00000000000000 3c00000000000000 00000000 3f800000\n";

TEST_F(Cli, StandardErrorThatTakesNothing) {
  EXPECT_EQ(run("foo", "2>/dev/full").code, 2);
  EXPECT_EQ(run("foo", "2>&-").code, 2);
  EXPECT_EQ(run(std::string("eval ") + kUnit + " --a 1,2 --b 1,1", "2>/dev/full").code, 0);
}

// Under its own name, too, a closed stream takes nothing; no other file gets what it should.
TEST_F(Cli, ClosedStandardOutputTakesNothing) {
  expect_failure("formats e4m3", 3, "standard output: Bad file descriptor", ">&-");
  const std::string gen = std::string("gen ") + kUnit + " --count 1 --class normal -o ";
  for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
    expect_failure(gen + name, 3, std::string(name) + ": cannot write: it is closed", ">&-");
  EXPECT_TRUE(run(gen + "/dev/stdout", "<&-").out.starts_with("# mmasc-vectors 1\n"));
}

TEST_F(Cli, ALoopOfSymbolicLinksIsNoOutput) {
  fs::create_symlink("y.vcd", folder_ / "x.vcd");
  fs::create_symlink("x.vcd", folder_ / "y.vcd");
  const std::string path = folder_ / "x.vcd";
  expect_failure(std::string("gen ") + kUnit + " --count 1 -o " + path, 3,
                 "x.vcd: cannot write: Too many levels of symbolic links");
  if (simulates())
    expect_failure(std::string("trace ") + kUnit + " --a 1,2,3,4 --b 1,1,1,1 --vcd " + path, 3,
                   "x.vcd: cannot write: Too many levels of symbolic links");
  EXPECT_TRUE(fs::is_symlink(path));
}

TEST_F(Cli, ErrorsStayOnOneLine) {
  expect_failure("show \"$(printf 'a\\nb\\033[2J')\"", 2, "a\\nb\\x1b[2J");
  expect_failure("show \"$(printf 'a\\302\\2332J\\302\\265')\"", 2, "a\\xc2\\x9b2J\xc2\xb5");
  expect_failure("verify \"$(printf 'a\\nb')\"", 2, "a\\nb");
  const auto path = write("odd.toml", "[datapath.\"my\\npath\"]\n\"la\\nnes\" = 4\n");
  expect_failure("show " + path, 2, "odd.toml");
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

TEST_F(Cli, AVcdThatDoesNotFitLeavesNothing) {
  if (!simulates()) GTEST_SKIP() << "built without SystemC";
  fs::create_directory(folder_ / "out");
  const std::string command = "trap '' XFSZ; ulimit -f 8; exec '" MMASC_BINARY "' trace " +
                              std::string(kUnit) + " --a 1,2,3,4 --b 1,1,1,1 --vcd " +
                              (folder_ / "out" / "x.vcd").string() + " 2>" +
                              (folder_ / "stderr").string();
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  const std::string err = slurp(folder_ / "stderr");
  EXPECT_NE(err.find("x.vcd"), std::string::npos) << err;
  EXPECT_EQ(std::ranges::count(err, '\n'), 1) << err;
  EXPECT_TRUE(fs::is_empty(folder_ / "out"));
}

// Told before the work.
TEST_F(Cli, AHugeVcdIsRefused) {
  if (!simulates()) GTEST_SKIP() << "built without SystemC";
  std::string text(kHeader);
  const std::string from = kUnit, to = "cdna1/v_mfma_f32_32x32x4bf16";
  text.replace(text.find(from), from.size(), to);
  for (const char* operand : {"a=", "b="}) text.replace(text.find(operand) + 2, 3, "bf16");
  for (int i = 0; i < 100000; ++i) text += kRow;
  const auto vectors = write("many.vec", text);
  fs::create_directory(folder_ / "out");
  const std::string trace =
      "trace " + to + " " + vectors + " --vcd " + (folder_ / "out" / "x.vcd").string();
  expect_failure(trace, 2, "--vcd: the VCD of 100000 operations takes about ");
  EXPECT_TRUE(fs::is_empty(folder_ / "out"));
}

TEST_F(Cli, TracesFitALine) {
  if (!simulates()) GTEST_SKIP() << "built without SystemC";
  std::istringstream lines(run(std::string("trace ") + kUnit + " --a 1,2,3,4 --b 1,1,1,1").out);
  int ids = 0, folds = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100u) << line;
    ids += line.starts_with("id 0 cycle ");
    folds += line.starts_with("    ");
  }
  EXPECT_GT(ids, 3);
  EXPECT_GT(folds, ids);
}

TEST_F(Cli, CopiesAreNoNewVectors) {
  const auto path = write("one.vec", std::string(kHeader) + kRow);
  const auto copy = write("copy.vec", std::string(kHeader) + kRow);
  const Ran ran = run("verify " + path + " " + path + " " + copy + " " + folder_.string());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find(": 1 vector (1 derived)"), std::string::npos) << ran.out;
}

TEST_F(Cli, JsonOfANameThatIsNoUtf8) {
  std::string wrong = std::string(kHeader) + "# case: \xff\n" + kRow;
  wrong.replace(wrong.size() - 9, 8, "40000000");
  const Ran ran = run("verify --json " + write("wrong.vec", wrong));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("\xef\xbf\xbd"), std::string::npos);
}

TEST_F(Cli, AnEndlessFile) { expect_failure("verify /dev/zero", 2, "larger than 256 MiB"); }

TEST_F(Cli, AnEngineWithoutAName) { expect_failure("run --engine ''", 2, "--engine: is empty"); }

}  // namespace
}  // namespace mmasc
