// SPDX-License-Identifier: Apache-2.0
// A library and a program that nobody described, given to every command that asks one.
#include "cli_fixture.h"

namespace mmasc {
namespace {

const std::string kUnits = MMASC_DOCS "/../studies/examples/units/cvfpu.toml";
const std::string kFma = shell_word(kUnits + ":cvfpu/fma.f32.nearest_even");
const std::string kLibrary = " --engine " + shell_word("lib:" MMASC_FMA_LIBRARY);
const std::string kProgram =
    " --engine " + shell_word("exec:" + shell_word(MMASC_FMA_EXAMPLE) + " 2>/dev/null");
const std::string kTruncated = " --set result.rounding=toward_zero";

TEST_F(Cli, ALibraryIsProbedCheckedAndIdentified) {
  EXPECT_EQ(run("eval " + kFma + " --a 1.0 --b 1.0 --c 0x1.8p-24" + kLibrary).out.substr(0, 12),
            "d = 3f800001");
  const Ran probed = run("probe " + kFma + kLibrary);
  EXPECT_EQ(probed.code, 0) << probed.err;
  EXPECT_TRUE(probed.out.starts_with("cvfpu/fma.f32.nearest_even on lib\n")) << probed.out;
  EXPECT_NE(probed.out.find(" not observable, 0 different\n"), std::string::npos) << probed.out;
  EXPECT_EQ(run("check " + kFma + kLibrary).code, 0);
  const Ran checked = run("check " + kFma + kTruncated + kLibrary);
  EXPECT_EQ(checked.code, 1) << checked.err;
  EXPECT_NE(checked.out.find("explained by result.rounding = nearest_even instead of toward_zero"),
            std::string::npos)
      << checked.out;
  const Ran identified = run("identify --formats 'a=f32 b=f32 c=f32 d=f32 k=1'" + kLibrary);
  EXPECT_EQ(identified.code, 0) << identified.err;
  EXPECT_NE(identified.out.find("terms = [\"products\", \"c\"]"), std::string::npos)
      << identified.out;
}

// c is three quarters of the last bit of 1, which the library rounds up.
TEST_F(Cli, ABoxIsComparedWithItsUnit) {
  const std::string boxed = kFma + kTruncated + kLibrary;
  const Ran ran = run("compare " + boxed + " --a 1.0 --b 1.0 --c 0x1.8p-24");
  EXPECT_EQ(ran.code, 1) << ran.err;
  const std::string id = "cvfpu/fma.f32.nearest_even --set 'result.rounding=toward_zero'";
  EXPECT_TRUE(ran.out.starts_with("1 of 1 elements of D differ: " + id + " and " + id + kLibrary +
                                  "\n  the first, (0, 0): 3f800000 (1) and 3f800001 ("))
      << ran.out;
  EXPECT_EQ(ran.out.find("diverge at"), std::string::npos) << ran.out;
  std::istringstream lines(ran.out);
  int replayed = 0;
  for (std::string line, command; std::getline(lines, line);) {
    if (line.starts_with("mmasc eval ")) command = line.substr(6);
    if (!line.starts_with("  d = ")) continue;
    EXPECT_EQ(run(command).out.substr(0, 12), line.substr(2, 12)) << command;
    EXPECT_EQ(command.ends_with(kLibrary), ++replayed == 2) << command;
  }
  EXPECT_EQ(replayed, 2);
  EXPECT_EQ(run("compare " + kFma + kLibrary + " --a 1.0 --b 1.0 --c 0x1.8p-24").code, 0);
}

// The vectors are of a unit that truncates; the library, which rounds, is asked for fewer and fewer
// bits that show it.
TEST_F(Cli, VerifyShrinksWhatABoxGivesOtherwise) {
  const std::string file = (folder_ / "x.vec").string();
  ASSERT_EQ(run("gen " + kFma + kTruncated + " --class wide --count 200 -o " + file).code, 0);
  const Ran ran = run("verify " + file + " --units " + shell_word(kUnits) + kLibrary);
  EXPECT_EQ(ran.code, 1) << ran.err;
  const auto at = ran.out.find("\nsmallest: mmasc eval ");
  ASSERT_NE(at, std::string::npos) << ran.out;
  const std::string command = ran.out.substr(at + 17, ran.out.find('\n', at + 1) - at - 17);
  const auto values = ran.out.find("\n  reference ", at);
  ASSERT_NE(values, std::string::npos) << ran.out;
  const std::string reference = ran.out.substr(values + 13, 8),
                    got = ran.out.substr(values + 27, 8);
  EXPECT_NE(reference, got);
  EXPECT_EQ(run(command).out.substr(4, 8), got) << command;
  const std::string alone = command.substr(0, command.find(" --engine "));
  EXPECT_EQ(run(alone).out.substr(4, 8), reference) << alone;
}

TEST_F(Cli, TwoBoxesAreCompared) {
  const std::string operands = " --a 1.0 --b 1.0 --c 0x1.8p-24";
  const std::string both = "compare " + kFma + kLibrary + " " + kFma + kProgram;
  const Ran agree = run(both + operands);
  EXPECT_EQ(agree.code, 0) << agree.err;
  EXPECT_EQ(agree.out, "0 of 1 elements of D differ: cvfpu/fma.f32.nearest_even" + kLibrary +
                           " and cvfpu/fma.f32.nearest_even" + kProgram + "\n");
  const Ran table = run(both + " " + kFma + kTruncated + operands);
  EXPECT_EQ(table.code, 1) << table.err;
  EXPECT_NE(table.out.find("3 units, 2 different d"), std::string::npos) << table.out;
  const Ran json = run(both + " " + kFma + operands + " --json");
  EXPECT_NE(json.out.find("\"engine\": \"lib:" MMASC_FMA_LIBRARY "\""), std::string::npos)
      << json.out;
  EXPECT_NE(json.out.find("\"engine\": null"), std::string::npos) << json.out;
}

TEST_F(Cli, BoxesThatAreWrong) {
  const std::string operands = " --a 1.0 --b 1.0 --c 1.0";
  const auto fails = [&](const std::string& units, int code, const std::string& part) {
    expect_failure("compare " + units + operands, code, part);
  };
  fails(kFma + " --engine lib:none.so", 2, "none.so: no such file; name a shared library");
  fails(kFma + " --engine lib:" + write("text.so", "text"), 3, "cannot be loaded");
  fails(kFma + " --engine 'exec:exit 3'", 3, "it ended with exit code 3");
  fails(kFma + " --engine magic", 2, "unknown engine \"magic\"; one of ");
  fails("--engine rtl " + kFma, 2, "--engine rtl: name a unit before it, which it is asked for");
  fails(kFma + kLibrary + " --engine batch", 2, "name the unit once more");
  fails(kFma + kLibrary + " --readings", 2, "give one, without --set and --engine");
  fails("volta/mma.m8n8k4.f32.f16.f16.f32" + kLibrary, 2, "only a=f32 b=f32 c=f32 d=f32 k=1");
}

}  // namespace
}  // namespace mmasc
