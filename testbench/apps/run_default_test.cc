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
  const std::string covered = std::to_string(kDenseFloatRowsOfGpus);
  const std::string rows = std::to_string(kCatalogueRows);
  const std::string paths = "'" + kGolden + "/public' '" + kGolden + "/derived'";
  std::vector<std::string> engines{"reference"};
  if (run("--version").out.find("without SystemC") == std::string::npos)
    engines.emplace_back("pipeline");
  for (const std::string& engine : engines)
    expect_parts(run("verify " + paths + " --engine " + engine),
                 {covered + " of " + rows + " rows", "mismatches: 0;", "120000 recorded"});
}

TEST_F(Cli, ThePageOfEvidenceIsCurrent) {
  const Ran ran = run("evidence '" + bundled_vectors_dir() + "'");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, slurp(MMASC_DOCS "/evidence.md")) << "docs/evidence.md is old";
}

}  // namespace
}  // namespace mmasc
