// SPDX-License-Identifier: Apache-2.0
// The linter says nothing of the onlookers of each family.
#include "mmasc/onlookers/onlooker.h"
#include "onlookers/linted.h"
#include "rtl/families.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class FamiliesOnlookers : public testing::WithVerilator {};

TEST_F(FamiliesOnlookers, AreCleanForVerilator) {
  for (const char* id : kFamilies)
    testing::expect_clean(catalog().find(id), {kAssertionsWord, kCoverageWord});
}

}  // namespace
}  // namespace mmasc
