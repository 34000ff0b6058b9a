// SPDX-License-Identifier: Apache-2.0
// The bundled vectors kill every change of one field of every row, but for those that an argument
// says nothing can show.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "mmasc/mutation/kill.h"
#include "mmasc/mutation/meaning.h"
#include "mmasc/unit/catalog.h"
#include "vectors/bundled_files.h"

namespace mmasc {
namespace {

std::map<std::string, std::vector<VectorFile>> bundled_by_row() {
  std::map<std::string, std::vector<VectorFile>> files;
  for (VectorFile& file : bundled_files()) files[file.instruction].push_back(std::move(file));
  return files;
}

std::string text_of(const char* path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Every {
  std::string operator()(const ::testing::TestParamInfo<std::size_t>& info) const {
    return "every_" + std::to_string(info.param);
  }
};

class BundledAudit : public ::testing::TestWithParam<std::size_t> {};

// Audits all rows of every so many-th datapath; docs/audit.md has the same counts.
TEST_P(BundledAudit, LeavesNoChangeUnexplained) {
  const std::size_t every = GetParam();
  auto files = bundled_by_row();
  std::size_t changes = 0, killed = 0;
  struct Total {
    std::size_t changes = 0, killed = 0;
  };
  std::map<std::string, Total> totals;        // of a datapath
  std::map<std::string, std::size_t> places;  // of a datapath in the catalogue
  for (const Unit& unit : catalog().units()) {
    if (places.try_emplace(unit.datapath.name, places.size()).first->second % every) continue;
    MutantKiller killer(unit);
    Total& total = totals[unit.datapath.name];
    for (const VectorFile& file : files[unit.instruction.id]) killer.take(file.cases, file.nan);
    for (const Verdict& verdict : killer.verdicts()) {
      ++changes;
      ++total.changes;
      killed += verdict.killed_by ? 1u : 0u;
      total.killed += verdict.killed_by ? 1u : 0u;
      EXPECT_TRUE(verdict.killed_by || !why_equal(unit, verdict.mutant).empty())
          << unit.instruction.id << ": " << verdict.mutant.text();
    }
  }
  const std::string page = text_of(MMASC_DOCS "/audit.md");
  for (const auto& [datapath, total] : totals) {
    const std::string line = "| `" + datapath + "` | " + std::to_string(total.changes) + " | " +
                             std::to_string(total.killed) + " | " +
                             std::to_string(total.changes - total.killed) + " |\n";
    EXPECT_NE(page.find(line), std::string::npos)
        << "docs/audit.md is old: run make pages LONG=1; it lacks " << line;
  }
  EXPECT_GT(changes, 25000u / every / 2);
  EXPECT_GT(killed, changes / 2);  // of integer units most changes are argued to change nothing
}

INSTANTIATE_TEST_SUITE_P(Default, BundledAudit, ::testing::Values(8), Every());
INSTANTIATE_TEST_SUITE_P(Long, BundledAudit, ::testing::Values(1), Every());

}  // namespace
}  // namespace mmasc
