// SPDX-License-Identifier: Apache-2.0
// Cover points met by drawn vectors and by users' own, their counts added up.
#include "commands/cli_fixture.h"

namespace mmasc {
namespace {

constexpr const char* kOther = "volta/mma.m8n8k4.f16.f16.f16.f16";

// The last line of a text.
std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  const auto start = text.rfind('\n', end);
  return text.substr(start + 1, end - start);
}

class CoverageCli : public Cli {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  Ran gen(const std::string& unit, const std::string& more) const {
    return run("gen " + unit + " --until-covered " + more);
  }
};

TEST_F(CoverageCli, GenUntilCovered) {
  const Ran ran = gen(kUnit, "-o " + path("all.vec") + " --coverage " + path("all.json"));
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.out.find("not met: "), std::string::npos);
  EXPECT_NE(ran.out.find("\nunreachable: dot.minus_zero: a sum that is zero is +0\n"),
            std::string::npos);
  EXPECT_EQ(run("verify " + path("all.vec")).code, 0);
  // The counts are those of the vectors that were kept.
  const Ran again = run(std::string("coverage ") + kUnit + " " + path("all.vec") + " --json");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, slurp(path("all.json")));
}

TEST_F(CoverageCli, GenUntilCoveredToStandardOutput) {
  const Ran ran = gen(kUnit, "");
  EXPECT_TRUE(ran.out.starts_with("# mmasc-vectors 1\n"));
  EXPECT_NE(last_line(ran.err).find(" vectors meet "), std::string::npos) << ran.err;
  EXPECT_EQ(gen(kUnit, "").out, ran.out);
  EXPECT_NE(gen(kUnit, "--seed 2").out, ran.out);
}

TEST_F(CoverageCli, GenUntilCoveredNamesWhatIsLeft) {
  const Ran ran = gen(kUnit, "--class normal --count 5 --tries 0 -o " + path("few.vec"));
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("\nnot met: a.nan\n"), std::string::npos) << ran.out;
  EXPECT_TRUE(fs::exists(path("few.vec")));
  EXPECT_NE(
      ran.err.find(" cover points with --tries 0; --tries 20000 aims more, --seed 2 aims other "
                   "vectors\n"),
      std::string::npos)
      << ran.err;
  const Ran more = gen(kUnit, "--class normal --count 5 --tries 20000 -o " + path("few.vec"));
  EXPECT_EQ(more.code, 0) << more.out;
  EXPECT_EQ(more.err, "");
}

TEST_F(CoverageCli, CountsAddUp) {
  ASSERT_EQ(run(std::string("gen ") + kUnit + " --class edge --count 30 -o " + path("a.vec")).code,
            0);
  ASSERT_EQ(run(std::string("gen ") + kUnit + " --class zero --count 20 -o " + path("b.vec")).code,
            0);
  const std::string coverage = std::string("coverage ") + kUnit + " ";
  ASSERT_EQ(run(coverage + path("a.vec") + " -o " + path("a.json")).code, 0);
  ASSERT_EQ(run(coverage + path("b.vec") + " -o " + path("b.json")).code, 0);
  const Ran both = run(coverage + path("a.vec") + " " + path("b.vec") + " --json");
  EXPECT_NE(both.out.find("\"vectors\": 50,"), std::string::npos);
  EXPECT_EQ(run(coverage + path("a.vec") + " --merge " + path("b.json") + " --json").out, both.out);
  EXPECT_EQ(run("coverage --merge " + path("a.json") + " " + path("b.json") + " --json").out,
            both.out);
  EXPECT_EQ(
      run("coverage --merge " + path("a.json") + " " + path("b.json") + " -o " + path("c.json"))
          .code,
      0);
  EXPECT_EQ(slurp(path("c.json")), both.out);
}

// The name's end says in which form counts are written; both are read.
TEST_F(CoverageCli, CountsOfBothFormsAddUp) {
  ASSERT_EQ(gen(kUnit, "-o " + path("a.vec") + " --coverage " + path("a.xml")).code, 0);
  EXPECT_TRUE(slurp(path("a.xml")).starts_with("<?xml")) << slurp(path("a.xml"));
  const std::string coverage = std::string("coverage ") + kUnit + " " + path("a.vec");
  ASSERT_EQ(run(coverage + " -o " + path("a.json")).code, 0);
  const std::string json = path("a.json");
  const std::string twice = run("coverage --merge " + json + " " + json + " --json").out;
  EXPECT_EQ(run("coverage --merge " + path("a.xml") + " " + path("a.json") + " --json").out, twice);
  ASSERT_EQ(
      run("coverage --merge " + path("a.json") + " " + path("a.xml") + " -o " + path("b.xml")).code,
      0);
  EXPECT_EQ(run("coverage --merge " + path("b.xml") + " --json").out, twice);
  expect_failure("coverage --merge " + write("bad.xml", "<UCIS>"), 2, "bad.xml: is no XML: ");
  expect_failure("coverage --merge " + write("c.dat", "# SystemC::Coverage-3\n"), 2,
                 "c.dat: Verilator's counts name no unit; give UNIT");
  expect_failure(std::string("coverage ") + kUnit + " --merge " + path("c.dat"), 2,
                 "c.dat: has no cover points of mmasc emit-rtl");
}

TEST_F(CoverageCli, TakesAFolderOfManyUnits) {
  ASSERT_EQ(run(std::string("gen ") + kUnit + " --count 2 -o " + path("a.vec")).code, 0);
  ASSERT_EQ(run(std::string("gen ") + kOther + " --count 2 -o " + path("b.vec")).code, 0);
  const Ran ran = run(std::string("coverage ") + kUnit + " " + folder_.string());
  EXPECT_TRUE(last_line(ran.out).starts_with(std::string(kUnit) + ": 22 vectors meet ")) << ran.out;
}

TEST_F(CoverageCli, OfStimulusWithoutResults) {
  ASSERT_EQ(gen(kUnit, "--no-d -o " + path("a.vec")).code, 0);
  const Ran ran = run(std::string("coverage ") + kUnit + " " + path("a.vec"));
  EXPECT_EQ(ran.code, 0) << ran.err;
}

// Two files, or none.
TEST_F(CoverageCli, LeavesNoHalfOfItsOutputs) {
  const std::string gen = std::string("gen ") + kUnit + " --until-covered -o " + path("a.vec");
  expect_failure(gen + " --coverage " + path("no/a.json"), 3, "a.json");
  EXPECT_FALSE(fs::exists(path("a.vec")));
  expect_failure(gen + " --coverage /dev/full", 3, "/dev/full");
  EXPECT_FALSE(fs::exists(path("a.vec")));
  expect_failure(gen + " --coverage " + path("a.vec"), 2, "is the output of the vectors too");
  EXPECT_FALSE(fs::exists(path("a.vec")));
}

TEST_F(CoverageCli, Refuses) {
  expect_failure("coverage --set dot.fraction_bits=20 --merge x.json", 2, "--set changes a UNIT");
  expect_failure("coverage", 2, "give a UNIT and its vectors, or counts to --merge");
  expect_failure(std::string("coverage ") + kUnit, 2, "give VECTORS of the unit");
  expect_failure("coverage --merge nowhere.json", 2, "nowhere.json");
  expect_failure(std::string("gen ") + kUnit + " --coverage x.json", 2, "--until-covered");
  expect_failure("coverage --merge " + write("bad.json", "{}"), 2, "is no mmasc.coverage document");
  ASSERT_EQ(gen(kUnit, "-o " + path("a.vec") + " --coverage " + path("a.json")).code, 0);
  ASSERT_EQ(gen(kOther, "-o " + path("b.vec") + " --coverage " + path("b.json")).code, 0);
  expect_failure(std::string("coverage ") + kUnit + " " + path("b.vec"), 2, "no vectors of volta");
  expect_failure("coverage --merge " + path("a.json") + " " + path("b.json"), 2,
                 std::string("is of ") + kOther + ", not of " + kUnit);
  expect_failure(std::string("coverage ") + kUnit + " --set dot.fraction_bits=20 " + path("a.vec") +
                     " --merge " + path("a.json"),
                 2, "was another when this was counted; count again");
}

}  // namespace
}  // namespace mmasc
