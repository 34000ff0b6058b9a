// SPDX-License-Identifier: Apache-2.0
#include "cli_fixture.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/vectors/bundled.h"

namespace mmasc {
namespace {

TEST_F(Cli, ProbeSaysWhatAFieldChanges) {
  const std::string probe = std::string("probe ") + kUnit;
  EXPECT_NE(run(probe).out.find("alignment: fraction bits of products: 23\n"), std::string::npos);
  EXPECT_NE(run(probe + " --set dot.fraction_bits=20")
                .out.find("alignment: fraction bits of products: 20\n"),
            std::string::npos);
}

TEST_F(Cli, ProbeShowsARoundingAsStochasticWithItsRandomBits) {
  const Ran probed = run(std::string("probe ") + kUnit +
                         R"( --set 'result.rounding={ mode = "stochastic", random_bits = 8 }')");
  EXPECT_EQ(probed.code, 0) << probed.err;
  const std::size_t found = probed.out.find("result: rounding, by c: stochastic\n");
  ASSERT_NE(found, std::string::npos) << probed.out;
  EXPECT_NE(probed.out.find(" --random 0", found), std::string::npos) << probed.out;
}

TEST_F(Cli, CasesOfAChangedUnitRunAgainOnThat) {
  const std::string file = (folder_ / "changed.vec").string();
  ASSERT_EQ(
      run(std::string("gen ") + kUnit + " --set dot.fraction_bits=9 --count 2 -o " + file).code, 0);
  EXPECT_NE(run("probe --vectors " + file).out.find("\n22 probes, 0 different\n"),
            std::string::npos);
  EXPECT_EQ(run(std::string("probe ") + kUnit + " --vectors " + file).code, 1);
}

// The probes of Fasi et al. on an RTX 4060; Hopper keeps a bit more.
TEST_F(Cli, ProbesOfARecordingRunAgain) {
  const std::string folder = bundled_vectors_dir() + "/rtx4060";
  const std::string probe = "probe --vectors '" + folder + "'";
  const Ran ada = run(probe);
  EXPECT_EQ(ada.code, 0) << ada.err;
  EXPECT_NE(ada.out.find("\n23 probes, 0 different\n"), std::string::npos) << ada.out;
  const Ran hopper = run("probe hopper/mma.m16n8k16.f32.f16.f16.f32 --vectors '" + folder +
                         "/mma.m16n8k16.f32.f16.f16.f32.vec'");
  EXPECT_EQ(hopper.code, 1);
  EXPECT_NE(hopper.out.find("3f800000  3f800001  differs\n"), std::string::npos) << hopper.out;
  EXPECT_NE(hopper.out.find("\n19 probes, 1 different\n"), std::string::npos) << hopper.out;
  expect_failure(probe + " --all", 2, "leave out --all");
  expect_failure(std::string("probe ") + kUnit + " --vectors '" + folder + "'", 2, "contradict");
  expect_failure("probe --vectors nowhere", 2, "nowhere");
  expect_failure(probe + " --set dot.fraction_bits=3", 2, "--set changes a UNIT; name one");
}

TEST_F(Cli, EvidenceCountsRecordings) {
  const fs::path file = folder_ / "one.vec";
  ASSERT_EQ(run(std::string("gen ") + kUnit + " --class normal --count 3 -o " + file.string()).code,
            0);
  std::string recorded = slurp(file);
  recorded.replace(recorded.find("evidence: derived"), 17, "evidence: recorded");
  const Ran ran = run("evidence --rows " + file.string() + " " + write("recorded.vec", recorded));
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find(std::string("| `") + kUnit + "` | 1 | recorded | 3 | none | [1] | 3 |"),
            std::string::npos)
      << ran.out.substr(0, 2000);
  const std::string rows = std::to_string(catalog().ids().size());
  EXPECT_NE(ran.out.find("\n1 of " + rows + " rows are checked on recordings"), std::string::npos);
}

}  // namespace
}  // namespace mmasc
