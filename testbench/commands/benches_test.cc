// SPDX-License-Identifier: Apache-2.0
// The command where only the kernel is built, and where a bench's program does not start.
#include "cli_fixture.h"

namespace mmasc {
namespace {

constexpr std::string_view kAnyRow = "volta/mma.m8n8k4.f32.f16.f16.f32";

class Benches : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    fs::copy_file(MMASC_BINARY, alone());
  }
  fs::path alone() const { return folder_ / "mmasc"; }

  // Of the program that stands alone: the exit code, and both streams.
  Ran run_alone(const std::string& arguments) const {
    Ran ran;
    std::FILE* const pipe = popen((alone().string() + " " + arguments + " 2>&1").c_str(), "r");
    std::array<char, 4096> buffer;
    while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe))
      ran.out.append(buffer.data(), size);
    const int status = pclose(pipe);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return ran;
  }
  void expect_told(const std::string& arguments, const std::string& line) const {
    const Ran ran = run_alone(arguments);
    EXPECT_EQ(ran.code, 3) << arguments;
    EXPECT_EQ(ran.out, "mmasc: " + line + "\n") << arguments;
  }
};

TEST_F(Benches, TheKernelAloneSaysHowToGetTheRest) {
  const std::string unit(kAnyRow);
  expect_told("prove " + unit,
              "mmasc prove is of the bench rtl_ref, and no mmasc-rtl_ref lies beside this mmasc; "
              "make all builds it");
  expect_told("sweep x.toml",
              "mmasc sweep is of the bench studies, and no mmasc-studies lies beside this mmasc; "
              "make all builds it");
  expect_told("eval " + unit + " --a 1.0 --b 1.0 --engine rtl",
              "the engine rtl is of the bench rtl_ref, and no mmasc-rtl_ref lies beside this "
              "mmasc; make all builds it");
  expect_told("eval " + unit + " --a 1.0 --b 1.0 --engine=rtl",
              "the engine rtl is of the bench rtl_ref, and no mmasc-rtl_ref lies beside this "
              "mmasc; make all builds it");
  expect_told("gen " + unit + " --until-covered",
              "--until-covered is of the bench verification, and no mmasc-verification lies beside "
              "this mmasc; make all builds it");
}

TEST_F(Benches, HelpMarksWhatIsNotBuilt) {
  const Ran ran = run_alone("--help");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("\nThe kernel:\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(" (not built: make all):\n  cosim "), std::string::npos) << ran.out;
  EXPECT_EQ(run("--help").out.find("not built"), std::string::npos);
}

TEST_F(Benches, TheKernelAloneGivesTheSameBits) {
  const std::string eval = "eval " + std::string(kAnyRow) + " --a 1.0,0.5 --b 3.0,-1.5 --c 1.0";
  EXPECT_EQ(run_alone(eval).out, run(eval).err + run(eval).out);
  const std::string gen = "gen " + std::string(kAnyRow) + " --count 2 -o ";
  EXPECT_EQ(run_alone(gen + (folder_ / "a.vec").string()).code, 0);
  EXPECT_EQ(run(gen + (folder_ / "b.vec").string()).code, 0);
  EXPECT_EQ(slurp(folder_ / "a.vec"), slurp(folder_ / "b.vec"));
  EXPECT_EQ(run_alone("verify " + (folder_ / "b.vec").string()).code, 0);
}

TEST_F(Benches, AProgramThatDoesNotStartIsNamed) {
  const fs::path program = folder_ / "mmasc-studies";
  std::ofstream(program) << "no program";
  expect_told("sweep x.toml",
              "mmasc sweep is of the bench studies, and no mmasc-studies lies beside this mmasc; "
              "make all builds it");
  fs::permissions(program, fs::perms::owner_all);
  expect_told("sweep x.toml", program.string() + ": Exec format error");
}

// Each program would send the command to the other.
TEST_F(Benches, ProgramsOfTwoBuildsDoNotSendEachOtherOn) {
  fs::copy_file(MMASC_BINARY, folder_ / "mmasc-studies");
  expect_told("sweep x.toml",
              "mmasc sweep is of the bench studies, and the programs of two builds lie side by "
              "side; make all builds them anew");
}

TEST_F(Benches, FlagsBeforeACommandAreTheKernelsOwn) {
  EXPECT_EQ(run_alone("--version prove").code, 0);
  EXPECT_EQ(run_alone("--help prove").code, 0);
  EXPECT_EQ(run_alone("list --engine rtl").code, 2);
  EXPECT_EQ(run_alone("eval " + std::string(kAnyRow) + " --enginertl").code, 2);
}

}  // namespace
}  // namespace mmasc
