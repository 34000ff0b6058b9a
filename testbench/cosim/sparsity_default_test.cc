// SPDX-License-Identifier: Apache-2.0
// Units with a sparse A in lock step, and faults in the select.
#include "cosim/expect_faults.h"
#include "random/random_unit.h"
#include "rtl/sparse_rows.h"

namespace mmasc {
namespace {

class SparseLockStep : public testing::WithVerilator {};
class SparseRowLockStep : public testing::WithVerilator,
                          public ::testing::WithParamInterface<const char*> {};

TEST_F(SparseLockStep, OfUnitsNobodyBuiltHasNoDifference) {
  int compared = 0;
  for (std::uint64_t seed = 0; compared < 3; ++seed) {
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

INSTANTIATE_TEST_SUITE_P(Rows, SparseRowLockStep, ::testing::ValuesIn(kSparseRows));

TEST_F(SparseLockStep, NamesEveryFaultOfARegister) {
  testing::expect_every_fault_is_named(catalog().find("hopper/mma.sp.m16n8k16.f32.tf32.tf32.f32"));
}

struct SelectFault {
  const char *name, *row, *from, *to;
};
constexpr const char* kF16 = "hopper/mma.sp.m16n8k32.f32.f16.f16.f32";
constexpr const char* kS4 = "ampere/mma.sp.m16n8k64.satfinite.s32.s4.u4.s32";
constexpr SelectFault kSelectFaults[] = {
    {"BitsOfAnIndexSwapped", kF16, "index[s]", "index[INDEX_BITS-1-s]"},
    {"ABitOfAnIndexStuck", kF16, "index[s]", "(s > 0 || index[s])"},
    {"APairTheOtherWayRound", kF16, "index[s] ?", "!index[s] ?"},
    {"AnotherLanesIndex", kF16, "metadata_i[GROUP*", "metadata_i[(GROUP^1)*"},
    {"AnotherGroupsElements", kF16, "GROUP / KEEP * OF", "(GROUP ^ KEEP) / KEEP * OF"},
    {"ElementsSwapped", kF16, "(FIRST+i*TOGETHER)", "(FIRST+(i^1)*TOGETHER)"},
    {"TheLastLaneTakesTheLaneBefore", kF16, "assign b_o[k*BITS+:BITS] = g_step",
     "assign b_o[k*BITS+:BITS] = g_lane[k == LANES - 1 ? k - 1 : k].g_step"},
    {"TwoIndicesAlike", kS4, "GROUP = k / TOGETHER", "GROUP = k / TOGETHER / 2 * 2"},
    {"NeighboursSwapped", kS4, "k % TOGETHER", "(TOGETHER - 1 - k % TOGETHER)"},
    {"TheFirstNeighbourTwice", kS4, " + k % TOGETHER", ""},
};

class FaultySelect : public testing::WithVerilator,
                     public ::testing::WithParamInterface<SelectFault> {};

TEST_P(FaultySelect, IsSeenBehindTheMultiplier) {
  const SelectFault& fault = GetParam();
  const Unit& unit = catalog().find(fault.row);
  Rtl rtl = emit_rtl(make_plan(unit), kUnitTop);
  for (RtlFile& file : rtl.files)
    if (file.name == "mmasc_select.sv") {
      const std::size_t at = file.text.find(fault.from);
      ASSERT_NE(at, std::string::npos);
      file.text.replace(at, std::string(fault.from).size(), fault.to);
    }
  LockStepOptions options;
  options.cycles = 500;
  const LockStepReport report = testing::LockStepOf(unit, rtl).run(options);
  ASSERT_TRUE(report.divergence.has_value());
  EXPECT_EQ(report.divergence->place, "multiplier.rank0") << *report.divergence;
  EXPECT_TRUE(report.divergence->field.starts_with("term_")) << *report.divergence;
}

INSTANTIATE_TEST_SUITE_P(Faults, FaultySelect, ::testing::ValuesIn(kSelectFaults),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace mmasc
