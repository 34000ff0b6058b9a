// SPDX-License-Identifier: Apache-2.0
// The headline claim: every vector, every row, every engine, no mismatch.
#include <cstdlib>

#include "catalogue_rows.h"
#include "cli_fixture.h"
#include "mmasc/vectors/bundled.h"

namespace mmasc {
namespace {

const char* golden() { return std::getenv("MMASC_GOLDEN"); }
const std::string kGolden = golden() ? golden() : "";  // before a test unsets it

void expect_parts(const Ran& ran, const std::vector<std::string>& parts) {
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const std::string& part : parts)
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out << ran.err;
}

TEST_F(Cli, RunCoversTheCatalogue) {
  unsetenv("MMASC_GOLDEN");
  const std::string rows = std::to_string(kCatalogueRows);
  expect_parts(run("run"), {rows + " of " + rows + " rows", "mismatches: 0\n",
                            "result: ok: 52014 recorded, 8000 implied, "});
}

TEST_F(Cli, EveryEngineAgreesWithTheRecordings) {
  if (kGolden.empty()) GTEST_SKIP() << "MMASC_GOLDEN is not set: published recordings skipped";
  const std::string paths = "'" + kGolden + "/public'";
  std::vector<std::string> engines{"reference"};
  if (run("--version").out.find("without SystemC") == std::string::npos)
    engines.emplace_back("pipeline");
  for (const std::string& engine : engines)
    expect_parts(run("verify " + paths + " --engine " + engine),
                 {"mismatches: 0;", "120000 recorded"});
}

// Derived before an H100 gave +0 for a sum below 0 that d rounds to zero: three vectors have -0.
TEST_F(Cli, AgreesWithDerivedVectorsButForTheSignOfAnUnderflow) {
  if (kGolden.empty()) GTEST_SKIP() << "MMASC_GOLDEN is not set: derived vectors skipped";
  const Ran ran = run("verify '" + kGolden + "/derived'");
  EXPECT_NE(ran.out.find(std::to_string(kDenseFloatRowsOfGpus) + " of " +
                         std::to_string(kCatalogueRows) + " rows"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("mismatches: 3;"), std::string::npos) << ran.out;
  int told = 0;
  for (auto at = ran.out.find("expected 8000 (-0), got 0000 (0);"); at != std::string::npos;
       at = ran.out.find("expected 8000 (-0), got 0000 (0);", at + 1))
    ++told;
  EXPECT_EQ(told, 3) << ran.out;
}

TEST_F(Cli, ThePageOfEvidenceIsCurrent) {
  const Ran ran = run("evidence '" + bundled_vectors_dir() + "'");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, slurp(MMASC_DOCS "/evidence.md")) << "docs/evidence.md is old";
}

}  // namespace
}  // namespace mmasc
