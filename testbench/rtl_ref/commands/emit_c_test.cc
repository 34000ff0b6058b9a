// SPDX-License-Identifier: Apache-2.0
// mmasc emit-c: the files it makes, and what it refuses.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

constexpr const char* kEmitCVolta = "emit-c volta/mma.m8n8k4.f32.f16.f16.f32 ";

class EmitC : public Cli {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
};

TEST_F(EmitC, WritesASourceThatTestsItselfAndItsHeader) {
  const Ran ran = run(kEmitCVolta + ("-o " + path("dot.c")));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("dot_dot() is the unit"), std::string::npos);
  EXPECT_NE(slurp(path("dot.h")).find("void dot_step("), std::string::npos);
  // Other tests of the process change PATH.
  const std::string program = path("program"),
                    command =
                        "export PATH=/usr/local/bin:/usr/bin:/bin; cc -std=c99 "
                        "-DDOT_SELF_TEST " +
                        path("dot.c") + " -o " + program + " && " + program + " >" + path("out");
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(slurp(path("out")), "dot: 44 vectors, 0 differences\n");
}

TEST_F(EmitC, ReplacesItsOwnFilesAlone) {
  const std::string there = "-o " + path("dot.c");
  EXPECT_EQ(run(kEmitCVolta + there).code, 0);
  const std::string before = slurp(path("dot.c"));
  EXPECT_EQ(run(kEmitCVolta + there + " --name other --count 1 --set dot.fraction_bits=20").code,
            0);
  EXPECT_NE(slurp(path("dot.c")), before);
  EXPECT_NE(slurp(path("dot.c")).find("other_dot("), std::string::npos);
  EXPECT_NE(slurp(path("dot.c")).find("--set dot.fraction_bits=20"), std::string::npos);
  std::ofstream(path("mine.h")) << "mine";
  expect_failure(kEmitCVolta + ("-o " + path("mine.c")), 2, "mine.h: there is something already");
  EXPECT_FALSE(fs::exists(path("mine.c")));
  EXPECT_EQ(slurp(path("mine.h")), "mine");
}

TEST_F(EmitC, RefusesWhatIsNoFileNameOrUnit) {
  for (const char* file : {"dot.h", "dot", "/dev/null"})
    expect_failure(kEmitCVolta + std::string("-o ") + file, 2, "end it in .c");
  const std::string there = " -o " + path("dot.c");
  for (const char* name : {"9a", "a-b", "while", "_a"})
    expect_failure(kEmitCVolta + ("--name " + std::string(name)) + there, 2, "--name");
  expect_failure(kEmitCVolta + ("-o " + path("a-b.c")), 2, "\"a-b\" is no name in C");
  for (const char* count : {"0", "1001"})
    expect_failure(kEmitCVolta + ("--count " + std::string(count)) + there, 2, "give 1 to 1000");
  expect_failure("emit-c nonsense" + there, 2, "nonsense");
  EXPECT_FALSE(fs::exists(path("dot.c")));
  expect_failure(kEmitCVolta + std::string("-o /proc/dot.c"), 3, "/proc/dot.c");
}

}  // namespace
}  // namespace mmasc
