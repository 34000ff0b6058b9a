// SPDX-License-Identifier: Apache-2.0
// The same for a million cycles.
#include "cosim/lock_step_of.h"
#include "printed_name.h"
#include "rtl/families.h"

namespace mmasc {
namespace {

class LongLockStep : public testing::WithVerilator,
                     public ::testing::WithParamInterface<const char*> {};

TEST_P(LongLockStep, HasNoDifference) {
  testing::expect_no_difference(catalog().find(GetParam()), 1'000'000);
}

INSTANTIATE_TEST_SUITE_P(Families, LongLockStep, ::testing::ValuesIn(kFamilies), PrintedName());

}  // namespace
}  // namespace mmasc
