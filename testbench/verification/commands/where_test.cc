// SPDX-License-Identifier: Apache-2.0
// Vectors under constraints, and crosses, by the commands gen and coverage.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

class WhereCli : public Cli {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // The number of vectors that coverage counts; -1 where it fails.
  int counted(const std::string& more) const {
    const Ran ran = run(std::string("coverage ") + kUnit + " " + path("a.vec") + " " + more);
    const auto at = ran.out.rfind(std::string(kUnit) + ": ");
    return ran.code == 0 ? std::stoi(ran.out.substr(at + std::string(kUnit).size() + 2)) : -1;
  }
};

TEST_F(WhereCli, GenDrawsVectorsThatHold) {
  const std::string gap = "--where 'exponent(a) - exponent(c) > 20'";
  const Ran ran = run(std::string("gen ") + kUnit + " --count 20 " + gap +
                      " --where 'sign(c) == 1' -o " + path("a.vec"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(counted(""), 220);
  EXPECT_EQ(counted(gap + " --where 'sign(c)'"), 220);
  EXPECT_EQ(counted("--where 'sign(c) == 0'"), -1);
  EXPECT_EQ(run("verify " + path("a.vec")).code, 0);
  EXPECT_NE(slurp(path("a.vec"))
                .find("gen --class all --count 20 --seed 1 --where 'exponent(a) - "
                      "exponent(c) > 20' --where 'sign(c) == 1', d by reference"),
            std::string::npos);
  expect_failure(std::string("coverage ") + kUnit + " " + path("a.vec") + " --where 'sign(c) == 0'",
                 2, ": no vectors of volta/mma.m8n8k4.f32.f16.f16.f32 that hold --where");
}

TEST_F(WhereCli, WhatNobodyHoldsLeavesNoFile) {
  const std::string gen = std::string("gen ") + kUnit + " --class normal --where ";
  const std::string none = "'exponent(a) > 3 && exponent(a) < 2'";
  expect_failure(gen + none, 2, "no vector of 320016 tries holds --where \"exponent(a) > 3 && ");
  expect_failure(gen + none + " -o " + path("x.vec"), 2, "no vector of 320016 tries holds");
  expect_failure(gen + none + " --until-covered -o " + path("x.vec"), 2, "no vector of 320016");
  EXPECT_FALSE(fs::exists(path("x.vec")));
  expect_failure(gen + "'exponent(a) >'", 2, "--where: column 14 of \"exponent(a) >\": ends where");
  expect_failure(gen + "'exponent(sa) > 1'", 2, "the unit has no sa");
}

TEST_F(WhereCli, CoversWhatTheConstraintAllows) {
  const Ran ran =
      run(std::string("gen ") + kUnit + " --until-covered --count 8 --tries 50 --where " +
          "'!any(is_nan(a)) && !is_nan(c)' -o " + path("a.vec"));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_NE(ran.out.find("\nnot met: a.nan\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("\nnot met: lane[3].a.nan\n"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("not met: b.nan\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.err.find(", which --where may leave no way to; --tries 20000 aims more, "),
            std::string::npos)
      << ran.err;
  EXPECT_EQ(counted("--where 'any(is_nan(a)) || is_nan(c)'"), -1);
  EXPECT_GT(counted("--where 'any(is_nan(b))'"), 0);
}

TEST_F(WhereCli, CrossesAreCovered) {
  const Ran ran = run(std::string("gen ") + kUnit + " --until-covered --cross -o " + path("a.vec") +
                      " --coverage " + path("a.json"));
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_NE(slurp(path("a.json")).find("\"lane[3].b.infinity x c.subnormal\""), std::string::npos);
  const Ran again = run(std::string("coverage ") + kUnit + " " + path("a.vec") + " --cross --json");
  EXPECT_EQ(again.out, slurp(path("a.json")));
  expect_failure(
      std::string("coverage ") + kUnit + " " + path("a.vec") + " --merge " + path("a.json"), 2,
      "a.json: this file alone counts crosses");
  expect_failure(std::string("gen ") + kUnit + " --cross", 2, "--until-covered");
  expect_failure("coverage --cross --merge " + path("a.json"), 2, "--where and --cross");
}

}  // namespace
}  // namespace mmasc
