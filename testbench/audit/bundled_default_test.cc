// SPDX-License-Identifier: Apache-2.0
// The bundled vectors refute every change of one field of every row, but for those that an argument
// says nothing can show.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "audit/meaning.h"
#include "audit/refute.h"
#include "exact/exact.h"
#include "spec/catalog.h"
#include "vectors/bundled_files.h"

namespace mmasc {
namespace {

std::map<std::string, std::vector<VectorFile>> bundled_by_row() {
  std::map<std::string, std::vector<VectorFile>> files;
  for (VectorFile& file : bundled_files()) files[file.instruction].push_back(std::move(file));
  return files;
}

TEST(BundledAudit, LeavesNoChangeUnexplained) {
  auto files = bundled_by_row();
  std::size_t changes = 0, refuted = 0;
  for (const Unit& unit : catalog().units()) {
    Refuter refuter(unit);
    for (const VectorFile& file : files[unit.instruction.id]) refuter.take(file.cases, file.nan);
    for (const Trial& trial : refuter.trials()) {
      ++changes;
      refuted += trial.witness ? 1u : 0u;
      EXPECT_TRUE(trial.witness || !why_equal(unit, trial.mutant.unit).empty())
          << unit.instruction.id << ": " << trial.mutant.text();
    }
  }
  EXPECT_GT(changes, 25000u);
  EXPECT_GT(refuted, changes * 7 / 10);
}

// d of these vectors came from the models: the independent evaluator gives the same bits.
TEST(BundledAudit, WitnessesHaveTheExactResult) {
  std::size_t compared = 0;
  for (const auto& [id, files] : bundled_by_row())
    for (const VectorFile& file : files) {
      if (file.provenance.find("audit") == std::string::npos) continue;
      const Unit& unit = catalog().find(id);
      for (const Case& row : file.cases) {
        ASSERT_EQ(evaluate_exactly(unit, row.a, row.b, row.c, row.sa, row.sb), row.d)
            << id << ": " << row.name;
        ++compared;
      }
    }
  EXPECT_GT(compared, catalog().units().size());
}

}  // namespace
}  // namespace mmasc
