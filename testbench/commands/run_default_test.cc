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
  const Ran all = run("run --all"), sample = run("run");
  expect_parts(all, {rows + " of " + rows + " rows", "mismatches: 0\n",
                     "recordings: 21864 of AMD, 1470 of Intel, 29670 of NVIDIA\n",
                     "result: ok: 53004 recorded, 8000 implied, "});
  // The sample is of the pipeline alone, and told.
  if (!simulates()) return;
  const std::string name = ", pipeline";
  const std::size_t at = sample.out.find(name) + name.size(),
                    end = sample.out.find(" (with SystemC ", at);
  ASSERT_NE(end, std::string::npos) << sample.out;
  const std::string told = sample.out.substr(at, end - at);
  EXPECT_TRUE(told.starts_with(" (") && told.ends_with(" vectors; all with --all)")) << told;
  EXPECT_GT(std::stoi(told.substr(2)), kCatalogueRows);
  EXPECT_EQ(sample.out.substr(0, at) + sample.out.substr(end), all.out);
}

class EveryEngine : public Cli {
 protected:
  std::vector<std::string> engines() const {
    std::vector<std::string> names{"reference"};
    if (simulates()) names.emplace_back("pipeline");
    return names;
  }
};

TEST_F(EveryEngine, AgreesWithTheRecordings) {
  if (kGolden.empty()) GTEST_SKIP() << "MMASC_GOLDEN is not set: published recordings skipped";
  for (const std::string& engine : engines())
    expect_parts(run("verify '" + kGolden + "/public' --engine " + engine),
                 {"mismatches: 0;", "120000 recorded"});
}

TEST_F(EveryEngine, AgreesWithDerivedVectors) {
  if (kGolden.empty()) GTEST_SKIP() << "MMASC_GOLDEN is not set: derived vectors skipped";
  const std::string rows = std::to_string(kDenseFloatRowsOfGpus - kOlderSequences) + " of " +
                           std::to_string(kCatalogueRows) + " rows";
  for (const std::string& engine : engines())
    expect_parts(run("verify '" + kGolden + "/derived' --engine " + engine),
                 {rows, "mismatches: 0;"});
}

TEST_F(Cli, ThePageOfEvidenceIsCurrent) {
  const Ran ran = run("evidence '" + bundled_vectors_dir() + "'");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, slurp(MMASC_DOCS "/evidence.md")) << "docs/evidence.md is old";
}

}  // namespace
}  // namespace mmasc
