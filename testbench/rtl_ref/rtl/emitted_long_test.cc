// SPDX-License-Identifier: Apache-2.0
// The text emitted for every row, and for many random datapaths, is wiring.
#include "rtl/wiring.h"

namespace mmasc {
namespace {

TEST(EmittedRtl, IsWiringForEveryRow) { expect_wiring_of_rows(1); }
TEST(EmittedRtl, IsWiringForManyRandomDatapaths) { expect_wiring_of_random_units(3000); }

}  // namespace
}  // namespace mmasc
