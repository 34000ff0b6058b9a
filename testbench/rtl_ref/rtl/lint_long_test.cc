// SPDX-License-Identifier: Apache-2.0
// Emitted RTL of many more units passes three tools without a warning.
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/plan.h"
#include "random/flagged_units.h"
#include "random/random_unit.h"
#include "rtl/families.h"
#include "rtl/linting.h"

namespace mmasc {
namespace {

class LintOfMany : public Lint {
 protected:
  void expect_all_clean(const std::vector<Unit>& units) {
    for (const Unit& unit : units) expect_clean({&unit, 1});
  }
};

TEST_P(LintOfMany, FamiliesIsClean) {
  for (const char* id : kFamilies) expect_all_clean({catalog().find(id)});
}

TEST_P(LintOfMany, UnitsWithFlagsIsClean) { expect_all_clean(flagged_units()); }

// Of words with which Yosys is done in seconds.
TEST_P(LintOfMany, RandomUnitsIsClean) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const Unit& unit : {stochastic_unit(seed), sparse_unit(seed)})
      if (make_plan(unit).word_bits <= 96) expect_all_clean({unit});
}

INSTANTIATE_TEST_SUITE_P(With, LintOfMany, ::testing::ValuesIn(kLinters),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace mmasc
