// SPDX-License-Identifier: Apache-2.0
// How terms enter a sum, in words.
#include "mmasc/unit/fields.h"
#include "mmasc/unit/plan.h"
#include "rows.h"

namespace mmasc {
namespace {

using Texts = std::vector<std::string>;

Unit with_c(const std::string& fields) {
  return fp8().with("dot.terms", "[\"products\", { from = \"c\", " + fields + " }]");
}
Texts of_row(const Unit& unit) { return entry_texts(unit.datapath.sums[0].terms[1]); }
Texts of_plan(const Unit& unit) {
  const Plan plan = make_plan(unit);
  return entry_texts(groups_of(plan, plan.sums[0])[1]);
}

TEST(EntryTexts, SayWhichWayExponentsGo) {
  const Unit up = with_c("exponent_offset = 3"), down = with_c("exponent_offset = -3");
  EXPECT_EQ(of_row(up), Texts{"takes part with its exponent raised by 3"});
  EXPECT_EQ(of_row(down), Texts{"takes part with its exponent lowered by 3"});
  EXPECT_EQ(of_plan(up), Texts{"exponents raised by 3 in e_max"});
  EXPECT_EQ(of_plan(down), Texts{"exponents lowered by 3 in e_max"});
}

TEST(EntryTexts, SayNothingOfATermWithItsOwnExponent) {
  EXPECT_EQ(of_row(with_c("exponent_offset = 0")), Texts{});
  EXPECT_EQ(of_plan(with_c("exponent_offset = 0")), Texts{});
}

TEST(EntryTexts, SayThatATermIsNegated) {
  const Unit unit = with_c("negated = true");
  EXPECT_EQ(of_plan(unit), Texts{"negated"});
  EXPECT_EQ(sign_text(unit.datapath.sums[0].terms[1]), "enters with the other sign");
  EXPECT_EQ(sign_text(unit.datapath.sums[0].terms[0]), "");
}

// It is the term's own exponent that counts, wherever it takes part.
TEST(EntryTexts, SayBelowWhatATermVanishes) {
  EXPECT_EQ(of_row(with_c("vanishes_below = 25")), Texts{"vanishes below e_max - 25"});
  const Unit unit = with_c("vanishes_below = 25, exponent_offset = 3");
  EXPECT_EQ(of_row(unit).back(), "vanishes, by its own exponent, below e_max - 25");
  EXPECT_EQ(of_plan(unit).front(), "none of a term below e_max - 25");
}

}  // namespace
}  // namespace mmasc
