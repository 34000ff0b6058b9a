// SPDX-License-Identifier: Apache-2.0
// The program on a unit's page is enough: what it gives is what the reference gives.
#include <set>

#include "disclosure/program_cases.h"
#include "mmasc/unit/catalog.h"
#include "random/flagged_units.h"
#include "random/grouped_unit.h"
#include "random/integer_unit.h"
#include "stimulus/drawn_cases.h"

namespace mmasc {
namespace {

TEST(Program, OfEveryDatapath) {
  ProgramRun run;
  std::set<std::string> seen;
  for (const Unit& unit : catalog().units())
    if (seen.insert(unit.datapath.name).second) run.add(unit, drawn_cases(unit, 1));
  run.expect_equal();
}

// Units that nobody has built use every field of the language.
TEST(Program, OfRandomUnits) {
  ProgramRun run;
  add_random_units(run, 0, 60, 3);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Unit unit = integer_unit(seed);
    run.add(unit, {integer_operands(unit, 0), integer_operands(unit, 1)});
  }
  run.expect_equal();
}

TEST(Program, GivesStatusFlags) {
  ProgramRun run;
  for (const Unit& unit : flagged_units()) run.add(unit, all_cases(unit, 120));
  run.expect_equal();
}

TEST(Program, OfGroupsThatShareScales) {
  ProgramRun run;
  for (const char* fields : kGroupedFields) {
    const Unit unit = grouped(fields);
    run.add(unit, all_cases(unit, 12));
  }
  run.expect_equal();
}

// A tie of d, less a bit that stays, plus one that alignment shifts out: so near is no other sticky
// bit to what it must not reach.
TEST(Program, OfAStickyBitBelowManyThatStay) {
  ProgramRun run;
  const Unit unit = parse_unit(R"(
[datapath."my.sticky"]
lanes  = 3
sum    = [{ name = "dot", terms = ["products", "c"], fraction_bits = 1099, sticky = true }]
result = { format = "f64", nan = "7ff8000000000000" }
[instruction."my/sticky"]
formats  = { a = "f64", b = "f64", c = "f64" }
datapath = "my.sticky"
shape    = { m = 1, n = 1, k = 3 }
)");
  const auto two_to = [](int n) { return std::uint64_t(n + 1023) << 52; };
  Case row;
  row[Operand::a] = {two_to(-53), two_to(-549) | std::uint64_t{1} << 63, two_to(-600)};
  row[Operand::b] = {two_to(0), two_to(-550), two_to(-600)};
  std::vector<Case> cases;
  for (const bool stays : {true, false})
    for (const bool lost : {true, false}) {
      cases.push_back(row);
      cases.back().c() = two_to(0);
      if (!stays) cases.back()[Operand::a][1] = 0;
      if (!lost) cases.back()[Operand::a][2] = 0;
    }
  run.add(unit, cases);
  run.expect_equal();
}

// A stochastic sum of two products, c and a third product in pairs: the second pair stands a level
// below the first one, whose first term is a sum, so it draws before it. The root draws as d does.
TEST(Program, OfATreeThatDrawsByLevels) {
  ProgramRun run;
  const Unit unit = parse_unit(R"(
[datapath."my.tree"]
lanes  = 4
sum    = [
  { name = "pair", terms = ["products[0:2]"], fraction_bits = 6, alignment_rounding = { mode = "stochastic", random_bits = 4 } },
  { name = "tree", terms = ["pair", "products[2:4]", "c"], shape = "pairwise", round_to = "f16", rounding = { mode = "stochastic", random_bits = 3 } },
]
result = { format = "f16", nan = "7e00" }
[instruction."my/tree"]
formats  = { a = "e4m3", b = "e4m3", c = "f16" }
datapath = "my.tree"
shape    = { m = 1, n = 1, k = 4 }
)");
  run.add(unit, random_cases(unit, 40));
  run.expect_equal();
}

// Formats without fraction bits, of every kind of special values that they may have.
TEST(Program, OfFormatsWithoutFractionBits) {
  ProgramRun run;
  for (const char* format : {"e2m0fnuz", "e3m0fn", "e4m0f", "e2m0fn"})
    for (const char* d : {"f32", "e3m0fnuz", "e3m0fn"}) {
      const std::string name = format;
      const Unit unit = parse_unit(
          "[datapath.\"my.dot\"]\nlanes = 3\nsum = [{ name = \"dot\", terms = [\"products\", "
          "\"c\"], fraction_bits = 6 }]\nresult = { format = \"" +
          std::string(d) + "\" }\n[instruction.\"my/dot\"]\nformats = { a = \"" + name +
          "\", b = \"e4m3\", c = \"" + name +
          "\" }\ndatapath = \"my.dot\"\nshape = { m = 1, n = 1, k = 3 }\n");
      run.add(unit, random_cases(unit, 60));
    }
  run.expect_equal();
}

}  // namespace
}  // namespace mmasc
