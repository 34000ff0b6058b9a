// SPDX-License-Identifier: Apache-2.0
// Faults in each registered field of a row of each family.
#include "cosim/expect_faults.h"
#include "printed_name.h"
#include "rtl/families.h"

namespace mmasc {
namespace {

class FaultsOfEveryFamily : public testing::WithVerilator,
                            public ::testing::WithParamInterface<const char*> {};

TEST_P(FaultsOfEveryFamily, AreNamed) {
  testing::expect_every_fault_is_named(catalog().find(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Families, FaultsOfEveryFamily, ::testing::ValuesIn(kFamilies),
                         PrintedName());

}  // namespace
}  // namespace mmasc
