// SPDX-License-Identifier: Apache-2.0
// Every row: its telling operands and its program; and the programs of many random units.
#include "disclosure/program_cases.h"
#include "disclosure/telling_cases.h"
#include "mmasc/unit/catalog.h"
#include "stimulus/drawn_cases.h"

namespace mmasc {
namespace {

TEST(Rows, TellAndRun) {
  ProgramRun run;
  for (const Unit& unit : catalog().units()) {
    std::vector<Case> cases;
    for (TellingCase& one : expect_telling(unit)) cases.push_back(std::move(one.row));
    for (Case& one : drawn_cases(unit, 2)) cases.push_back(std::move(one));
    for (Case& one : all_cases(unit, 10)) cases.push_back(std::move(one));
    run.add(unit, cases);
  }
  run.expect_equal();
}

TEST(Programs, OfManyRandomUnits) {
  ProgramRun run;
  add_random_units(run, 1000, 1300, 10);
  run.expect_equal();
}

}  // namespace
}  // namespace mmasc
