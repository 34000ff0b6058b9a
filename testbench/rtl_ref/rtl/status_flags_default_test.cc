// SPDX-License-Identifier: Apache-2.0
// RTL that raises flags.
#include "mmasc/rtl/flow_files.h"
#include "random/flagged_units.h"
#include "rtl/flags_agreement.h"
#include "rtl/with_verilator.h"

namespace mmasc {
namespace {

class StatusFlagsRtl : public testing::WithVerilator {};

// Of every third unit; of all in the long tests.
TEST_F(StatusFlagsRtl, AreThoseOfTheReference) { expect_flags_agree(3); }

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
