// SPDX-License-Identifier: Apache-2.0
// Units with a sparse A in lock step, and faults in the select.
#include "cosim/expect_faults.h"
#include "cosim/select_faults.h"
#include "printed_name.h"
#include "random/random_unit.h"
#include "rtl/sparse_rows.h"

namespace mmasc {
namespace {

class SparseLockStep : public testing::WithVerilator {};
class SparseRowLockStep : public testing::WithVerilator,
                          public ::testing::WithParamInterface<const char*> {};

TEST_F(SparseLockStep, OfUnitsNobodyBuiltHasNoDifference) {
  int compared = 0;
  for (std::uint64_t seed = 0; compared < 1; ++seed) {
    SCOPED_TRACE(seed);
    const Unit unit = sparse_unit(seed);
    if (make_plan(unit).word_bits > 96) continue;
    testing::expect_no_difference(unit, 2000);
    if (HasFailure()) return;
    ++compared;
  }
}

TEST_P(SparseRowLockStep, HasNoDifference) {
  testing::expect_no_difference(catalog().find(GetParam()), 3000);
}

INSTANTIATE_TEST_SUITE_P(Rows, SparseRowLockStep, ::testing::ValuesIn(kSparseRows), PrintedName());

TEST_F(SparseLockStep, NamesEveryFaultOfARegister) {
  testing::expect_every_fault_is_named(catalog().find("hopper/mma.sp.m16n8k16.f32.tf32.tf32.f32"));
}

// One fault of each kind: in an index, in an element, among neighbours.
INSTANTIATE_TEST_SUITE_P(Faults, FaultySelect,
                         ::testing::Values(kSelectFaults[1], kSelectFaults[5], kSelectFaults[8]),
                         name_of_fault);

}  // namespace
}  // namespace mmasc
