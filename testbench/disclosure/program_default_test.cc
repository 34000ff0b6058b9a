// SPDX-License-Identifier: Apache-2.0
// The program on a unit's page is enough: what it gives is what the reference gives.
#include <set>

#include "disclosure/run_programs.h"
#include "mmasc/stimulus/generator.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "random/integer_unit.h"
#include "random/random_operands.h"
#include "random/random_unit.h"

namespace mmasc {
namespace {

std::vector<Case> drawn(const Unit& unit, std::uint64_t each) {
  const Generator generator(unit, 1);
  std::vector<Case> cases;
  for (const VectorClass vector_class : kDefaultClasses)
    for (std::uint64_t i = 0; i < each; ++i) cases.push_back(generator.make(vector_class, i));
  return cases;
}

std::vector<Case> random_cases(const Unit& unit, std::uint64_t count) {
  std::vector<Case> cases;
  for (std::uint64_t i = 0; i < count; ++i) cases.push_back(random_operands(unit, i));
  return cases;
}

TEST(Program, OfEveryDatapath) {
  ProgramRun run;
  std::set<std::string> seen;
  for (const Unit& unit : catalog().units())
    if (seen.insert(unit.datapath.name).second) run.add(unit, drawn(unit, 1));
  run.expect_equal();
}

// Units that nobody has built use every field of the language.
TEST(Program, OfRandomUnits) {
  ProgramRun run;
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (const auto make : {random_unit, stochastic_unit, sparse_unit, tensor_scaled_unit}) {
      const Unit unit = make(seed);
      try {
        (void)make_plan(unit);
      } catch (const RowError&) {
        continue;  // beyond a limit
      }
      run.add(unit, random_cases(unit, 4));
    }
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Unit unit = integer_unit(seed);
    run.add(unit, {integer_operands(unit, 0), integer_operands(unit, 1)});
  }
  run.expect_equal();
}

}  // namespace
}  // namespace mmasc
