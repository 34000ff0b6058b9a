// SPDX-License-Identifier: Apache-2.0
// What check says of outputs; sets of vectors are audited.
#include <nlohmann/json.hpp>

#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

TEST_F(Cli, CheckOfOutputsThatAgree) {
  const fs::path file = folder_ / "dut.vec";
  ASSERT_EQ(run(std::string("gen ") + kUnit + " --count 10 -o " + file.string()).code, 0);
  const Ran ran = run(std::string("check ") + kUnit + " " + file.string());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, std::string("110 vectors agree with ") + kUnit + "\n");
}

TEST_F(Cli, AuditRefusesACount) {
  expect_failure(std::string("audit ") + kUnit + " --count -1", 2, "--count");
}

TEST_F(Cli, CheckOfOutputsThatNothingExplains) {
  const fs::path file = folder_ / "dut.vec";
  ASSERT_EQ(run(std::string("gen ") + kUnit +
                " --count 20 --set "
                "dot.fraction_bits=9 -o " +
                file.string())
                .code,
            0);
  const Ran ran = run(std::string("check ") + kUnit + " " + file.string());
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_EQ(ran.out.find("explained by"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("smallest"), std::string::npos) << ran.out;
  const auto json = nlohmann::json::parse(
      run("check " + std::string(kUnit) + " " + file.string() + " --json").out);
  EXPECT_EQ(json["explanations"].size(), 0u);
  const auto& nearest = json["ranking"].at(0);
  EXPECT_EQ(nearest["changes"].at(0), "dot.fraction_bits = 15 instead of 23, aligner") << nearest;
  EXPECT_EQ(nearest["of_wrong"], json["differ"]["vectors"]);
  EXPECT_LT(nearest["explained"], nearest["of_wrong"]);
  EXPECT_EQ(json["differ"]["numbers"].get<int>() + json["differ"]["zero_sign"].get<int>(),
            json["differ"]["vectors"].get<int>());
  int counted = 0;
  for (const auto& bin : json["ulps"]) counted += bin["vectors"].get<int>();
  EXPECT_EQ(counted, json["differ"]["numbers"].get<int>());
  EXPECT_FALSE(json["replays"].empty());
}

// No file says what others would give for other operands, but the unit with the field changed that
// explains them does. A bit less is seen in the last bit of a lone c.
TEST_F(Cli, CheckShrinksWhatAFieldExplains) {
  const fs::path file = folder_ / "dut.vec";
  ASSERT_EQ(run(std::string("gen ") + kUnit + " --count 40 --set dot.fraction_bits=22 -o " +
                file.string())
                .code,
            0);
  const std::string check = std::string("check ") + kUnit + " " + file.string();
  const Ran ran = run(check);
  EXPECT_EQ(ran.code, 1) << ran.err;
  const std::string command = std::string("mmasc eval ") + kUnit +
                              " --a 0000000000000000 --b 0000000000000000 --c 00000001";
  EXPECT_NE(ran.out.find("\nsmallest: " + command +
                         "\n  theirs 00000000, model 00000001; explained by dot.fraction_bits = 22 "
                         "instead of 23, aligner\n"),
            std::string::npos)
      << ran.out;
  const auto json = nlohmann::json::parse(run(check + " --json").out)["smallest"];
  EXPECT_EQ(json["command"], command);
  EXPECT_EQ(json["theirs"], "00000000");
  EXPECT_EQ(json["model"], "00000001");
}

// Its lines run again with the changes that the unit was given.
TEST_F(Cli, CheckOfAChangedUnitReplays) {
  const fs::path file = folder_ / "dut.vec";
  ASSERT_EQ(run(std::string("gen ") + kUnit + " --class edge --count 40 -o " + file.string()).code,
            0);
  const Ran ran =
      run(std::string("check ") + kUnit + " --set dot.fraction_bits=20 " + file.string());
  EXPECT_EQ(ran.code, 1) << ran.err;
  const std::size_t start = ran.out.find("mmasc eval ") + 6;
  const std::string line = ran.out.substr(start, ran.out.find('\n', start) - start);
  const std::size_t model = ran.out.find(", model ", start) + 8;
  EXPECT_NE(line.find("--set dot.fraction_bits=20"), std::string::npos) << line;
  EXPECT_EQ(run(line).out.substr(0, 12), "d = " + ran.out.substr(model, 8)) << line;
}

TEST_F(Cli, AuditOfOneUnit) {
  const fs::path file = folder_ / "one.vec";
  ASSERT_EQ(
      run(std::string("gen ") + kUnit + " --class normal --count 10 -o " + file.string()).code, 0);
  const std::string audit = std::string("audit ") + kUnit + " --vectors " + file.string();
  const fs::path report = folder_ / "audit.md";
  const Ran ran =
      run(audit + " -o " + (folder_ / "found").string() + " --markdown " + report.string());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("dot.fraction_bits = 22 instead of 23, aligner\n  killed by --a"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("  found --a"), std::string::npos);
  EXPECT_NE(ran.out.find("\n  cannot be seen: dot: an exponent of"), std::string::npos);
  EXPECT_NE(ran.out.find("\nunexplained: 0\n"), std::string::npos);
  EXPECT_NE(slurp(report).find("| `volta.f16_f32` | "), std::string::npos) << slurp(report);
  // The vectors that it found kill without a search.
  const Ran again = run(audit + " " + (folder_ / "found").string() + " --count 0");
  EXPECT_EQ(again.out.find("  found --a"), std::string::npos) << again.out;
  EXPECT_EQ(again.code, ran.code);
}

// Another seed finds other vectors, and they kill no fewer mutants.
TEST_F(Cli, AuditSearchesWithASeed) {
  const std::string audit = std::string("audit ") + kUnit;
  const auto found_with = [&](const std::string& seed) {
    const std::string folder = (folder_ / ("seed" + seed)).string();
    EXPECT_EQ(run(audit + " --count 30 --seed " + seed + " -o " + folder).code, 0) << seed;
    EXPECT_EQ(run(audit + " --count 0 --vectors " + folder).code, 0) << seed;
    return slurp(folder + "/" + kUnit + ".vec");
  };
  const std::string one = found_with("1"), two = found_with("2");
  EXPECT_NE(one, two);
  EXPECT_EQ(run(audit + " --count 30 -o " + (folder_ / "default").string()).code, 0);
  EXPECT_EQ(slurp((folder_ / "default").string() + "/" + kUnit + ".vec"), one);
}

// What it finds for a changed unit has all its operands, and its file says which unit that is.
TEST_F(Cli, AuditOfAChangedUnitWritesVectorsOfIt) {
  const std::string found = (folder_ / "found").string();
  const Ran ran = run(std::string("audit ") + kUnit +
                      R"( --set 'result.rounding={ mode = "stochastic", random_bits = 8 }')" +
                      " --count 1 -o " + found);
  EXPECT_NE(ran.out.find("  found --a"), std::string::npos) << ran.err;
  const Ran verified = run("verify " + found);
  EXPECT_EQ(verified.code, 0) << verified.err;
  EXPECT_NE(verified.out.find(kUnit), std::string::npos) << verified.out;
}

TEST_F(Cli, AuditRefuses) {
  expect_failure("audit", 2, "give a UNIT or --all, one of the two");
  expect_failure(std::string("audit --all ") + kUnit, 2, "give a UNIT or --all, one of the two");
  expect_failure(std::string("audit ") + kUnit + " --vectors nowhere", 2, "nowhere");
  expect_failure("audit --all --set dot.fraction_bits=20", 2, "--set changes a UNIT; name one");
  expect_failure(std::string("audit ") + kUnit + " --count 1000001", 2, "--count: 1000001");
  const std::string quick = std::string("audit ") + kUnit + " --set dot.fraction_bits=20 --count 1";
  expect_failure(quick + " --markdown " + (folder_ / "no" / "x.md").string(), 3, "x.md");
  expect_failure(quick + " -o /dev/null/x", 3, "/dev/null/x");
}

// They would kill mutants that are right.
TEST_F(Cli, AuditRefusesVectorsOfAnotherUnit) {
  const std::string fp8 = "hopper/wgmma.m64nNk32.f32.e4m3.e4m3";
  const std::string file = (folder_ / "h2.vec").string();
  const std::string changed = fp8 + " --set dot.fraction_bits=17";
  ASSERT_EQ(run("gen " + changed + " --count 2 -o " + file).code, 0);
  expect_failure("audit " + fp8 + " --count 1 --vectors " + file, 2, file + ":23: d is 481fc800, ");
  expect_failure("audit " + fp8 + " --count 1 --vectors " + file, 2,
                 "the unit gives 481fcc00; these vectors are not of this unit");
  EXPECT_EQ(run("audit " + changed + " --count 1 --vectors " + file).err, "");
}

}  // namespace
}  // namespace mmasc
