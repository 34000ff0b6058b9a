// SPDX-License-Identifier: Apache-2.0
// Every row: its telling operands and its program.
#include "catalogue_rows.h"
#include "disclosure/run_programs.h"
#include "disclosure/telling_cases.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

TEST(Rows, TellAndRun) {
  ProgramRun run;
  int rows = 0;
  for (const Unit& unit : catalog().units()) {
    std::vector<Case> cases;
    for (TellingCase& one : expect_telling(unit)) cases.push_back(std::move(one.row));
    run.add(unit, cases);
    ++rows;
  }
  EXPECT_EQ(rows, kCatalogueRows);
  run.expect_equal();
}

}  // namespace
}  // namespace mmasc
