// SPDX-License-Identifier: Apache-2.0
// Faults in each registered field of a unit, and in the select of B's elements by metadata, are
// named.
#include "cosim/expect_faults.h"
#include "printed_name.h"
#include "random/flagged_units.h"
#include "rtl/changed_text.h"
#include "rtl/families.h"
#include "rtl/named_units.h"

namespace mmasc {
namespace {

class Faults : public testing::WithVerilator, public ::testing::WithParamInterface<NamedUnit> {};

TEST_P(Faults, AreNamed) { testing::expect_every_fault_is_named(GetParam().unit()); }

// A fused unit, one whose terms pass stages by, a sparse one, one with flags, and one that has a
// stage of two instances side by side, which round to other formats.
constexpr const char* kFaultyRows[] = {"volta/mma.m8n8k4.f32.f16.f16.f32",
                                       "cdna2/v_mfma_f32_32x32x8f16",
                                       "hopper/mma.sp.m16n8k16.f32.tf32.tf32.f32"};
Unit of_two_instances() {
  const Unit unit = parse_unit(R"(
    [datapath."my.two"]
    lanes = 4
    zero_sign = "ieee"
    sum = [
      { name = "low", terms = ["products[0:2]"], round_to = "f16" },
      { name = "high", terms = ["products[2:4]"], round_to = "f32" },
      { name = "accumulate", terms = ["c", "low", "high"], fraction_bits = 24 },
    ]
    result = { format = "f32" }
    [instruction."my/two"]
    shape = { m = 1, n = 1, k = 4 }
    formats = { a = "f16", b = "f16", c = "f32" }
    datapath = "my.two"
  )");
  EXPECT_TRUE(
      std::ranges::any_of(emit_rtl(make_plan(unit), kUnitTop).stages,
                          [](const StageRegisters& stage) { return stage.instances.size() == 2; }));
  testing::expect_no_difference(unit, 3000);
  return unit;
}

INSTANTIATE_TEST_SUITE_P(Default, Faults,
                         ::testing::ValuesIn(rows_named(kFaultyRows, 0) +
                                             std::vector<NamedUnit>{
                                                 {"flags", [] { return flagged_units()[4]; }},
                                                 {"two_instances", of_two_instances}}),
                         PrintedName());
INSTANTIATE_TEST_SUITE_P(Long, Faults, ::testing::ValuesIn(rows_named(kFamilies, 0)),
                         PrintedName());

struct SelectFault {
  const char *name, *row, *from, *to;
};
constexpr const char* kF16 = "hopper/mma.sp.m16n8k32.f32.f16.f16.f32";
constexpr const char* kS4 = "ampere/mma.sp.m16n8k64.satfinite.s32.s4.u4.s32";
// The first three, in an index, in an element and among neighbours, are of the shorter tests.
constexpr SelectFault kSelectFaults[] = {
    {"ABitOfAnIndexStuck", kF16, "index[s]", "(s > 0 || index[s])"},
    {"ElementsSwapped", kF16, "(FIRST+i*TOGETHER)", "(FIRST+(i^1)*TOGETHER)"},
    {"NeighboursSwapped", kS4, "k % TOGETHER", "(TOGETHER - 1 - k % TOGETHER)"},
    {"BitsOfAnIndexSwapped", kF16, "index[s]", "index[INDEX_BITS-1-s]"},
    {"APairTheOtherWayRound", kF16, "index[s] ?", "!index[s] ?"},
    {"AnotherLanesIndex", kF16, "metadata_i[GROUP*", "metadata_i[(GROUP^1)*"},
    {"AnotherGroupsElements", kF16, "GROUP / KEEP * OF", "(GROUP ^ KEEP) / KEEP * OF"},
    {"TheLastLaneTakesTheLaneBefore", kF16, "assign b_o[k*BITS+:BITS] = g_step",
     "assign b_o[k*BITS+:BITS] = g_lane[k == LANES - 1 ? k - 1 : k].g_step"},
    {"TwoIndicesAlike", kS4, "GROUP = k / TOGETHER", "GROUP = k / TOGETHER / 2 * 2"},
    {"TheFirstNeighbourTwice", kS4, " + k % TOGETHER", ""},
};

class FaultySelect : public testing::WithVerilator,
                     public ::testing::WithParamInterface<SelectFault> {};

TEST_P(FaultySelect, IsSeenBehindTheMultiplier) {
  const SelectFault& fault = GetParam();
  const Unit& unit = catalog().find(fault.row);
  const Rtl rtl = testing::with_changed_text(emit_rtl(make_plan(unit), kUnitTop), "mmasc_select.sv",
                                             fault.from, fault.to);
  LockStepOptions options;
  options.cycles = 500;
  const LockStepReport report = testing::LockStepOf(unit, rtl).run(options);
  ASSERT_TRUE(report.divergence.has_value());
  EXPECT_EQ(report.divergence->place, "multiplier.rank0") << *report.divergence;
  EXPECT_TRUE(report.divergence->field.starts_with("term_")) << *report.divergence;
}

INSTANTIATE_TEST_SUITE_P(Default, FaultySelect,
                         ::testing::ValuesIn(kSelectFaults, kSelectFaults + 3), OwnName());
INSTANTIATE_TEST_SUITE_P(Long, FaultySelect,
                         ::testing::ValuesIn(kSelectFaults + 3, std::end(kSelectFaults)),
                         OwnName());

}  // namespace
}  // namespace mmasc
