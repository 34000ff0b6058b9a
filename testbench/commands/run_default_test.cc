// SPDX-License-Identifier: Apache-2.0
// The headline claim: every vector, every row, every engine, no mismatch.
#include <cstdlib>
#include <regex>

#include "cli_fixture.h"
#include "mmasc/unit/catalog.h"
#include "vectors/bundled_files.h"

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
  const std::string rows = std::to_string(catalog().ids().size());
  std::size_t recorded = 0;
  for (const VectorFile& file : bundled_files())
    if (file.evidence == EvidenceKind::recorded) recorded += file.cases.size();
  const Ran all = run("run --all"), sample = run("run");
  expect_parts(all, {rows + " of " + rows + " rows", "mismatches: 0\n",
                     "result: ok: " + std::to_string(recorded) + " recorded, "});
  // "recordings: 21864 of AMD, 1470 of Intel, 29670 of NVIDIA"; no other line has the like.
  const std::regex vendor("(\\d+) of [A-Z]");
  const std::string line = all.out.substr(all.out.find("\nrecordings: "));
  std::size_t of_vendors = 0;
  for (std::sregex_iterator each(line.begin(), line.end(), vendor), end; each != end; ++each)
    of_vendors += std::stoul((*each)[1]);
  EXPECT_EQ(of_vendors, recorded);
  // The sample is of the pipeline alone, and told.
  if (!simulates()) return;
  const std::string name = ", pipeline";
  const std::size_t at = sample.out.find(name) + name.size(),
                    end = sample.out.find(" (with SystemC ", at);
  ASSERT_NE(end, std::string::npos) << sample.out;
  const std::string told = sample.out.substr(at, end - at);
  EXPECT_TRUE(told.starts_with(" (") && told.ends_with(" vectors; all with --all)")) << told;
  EXPECT_GT(std::stoul(told.substr(2)), catalog().ids().size());
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

// Of 397 rows.
TEST_F(EveryEngine, AgreesWithDerivedVectors) {
  if (kGolden.empty()) GTEST_SKIP() << "MMASC_GOLDEN is not set: derived vectors skipped";
  const std::string rows = "; 397 of " + std::to_string(catalog().ids().size()) + " rows";
  for (const std::string& engine : engines())
    expect_parts(run("verify '" + kGolden + "/derived' --engine " + engine),
                 {rows, "mismatches: 0;"});
}

}  // namespace
}  // namespace mmasc
