// SPDX-License-Identifier: Apache-2.0
// RTL that raises flags.
#include "mmasc/rtl/flow_files.h"
#include "random/flagged_units.h"
#include "rtl/agreement.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class StatusFlagsRtl : public testing::WithVerilator {};

TEST_F(StatusFlagsRtl, AreThoseOfTheReference) {
  std::uint64_t all = 0;
  for (const Unit& unit : flagged_units()) {
    const OperationBatch operations = driving_batch(unit, 1, 300);
    const auto expected = operations.run_with_flags(*make_reference_engine(unit));
    const auto rtl = operations.run_with_flags(*make_rtl_engine(unit));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(rtl[i].d, expected[i].d) << operations.describe(i);
      ASSERT_EQ(rtl[i].flags, expected[i].flags) << operations.describe(i);
      all |= expected[i].flags;
    }
  }
  EXPECT_EQ(all, 0x17u);
}

TEST(EmittedRtl, HasFlagsOnlyWhereTheyAreRaised) {
  const auto has = [](const Unit& unit) {
    bool port = false;
    int modules = 0;
    for (const RtlFile& file : emit_rtl_files({&unit, 1}, "unit")) {
      port = port || (file.name == "unit.sv" && file.text.find("flags_o") != std::string::npos);
      for (const char* name : {"mmasc_quiet_nan.sv", "mmasc_status_flags.sv", "mmasc_beside.sv"})
        modules += file.name == name ? 1 : 0;
    }
    return std::pair(port, modules);
  };
  const Unit flagged = flagged_units().front();
  EXPECT_EQ(has(flagged), std::pair(true, 3));
  EXPECT_EQ(has(flagged.with("result.flags", "none")), std::pair(false, 0));
}

}  // namespace
}  // namespace mmasc
