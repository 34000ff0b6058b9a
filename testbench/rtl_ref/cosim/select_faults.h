// SPDX-License-Identifier: Apache-2.0
// Faults in the select of B's elements by metadata.
#pragma once

#include "cosim/lock_step_of.h"
#include "mmasc/rtl/emit.h"
#include "mmasc/unit/catalog.h"
#include "rtl/with_verilator.h"

namespace mmasc {

struct SelectFault {
  const char *name, *row, *from, *to;
};
inline constexpr const char* kF16 = "hopper/mma.sp.m16n8k32.f32.f16.f16.f32";
inline constexpr const char* kS4 = "ampere/mma.sp.m16n8k64.satfinite.s32.s4.u4.s32";
inline constexpr SelectFault kSelectFaults[] = {
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

inline std::string name_of_fault(const ::testing::TestParamInfo<SelectFault>& each) {
  return each.param.name;
}

}  // namespace mmasc
