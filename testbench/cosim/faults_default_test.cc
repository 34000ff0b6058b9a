// SPDX-License-Identifier: Apache-2.0
// Faults in each registered field of a fused unit and of one whose terms pass stages by, and in the
// handshake.
#include "cosim/expect_faults.h"

namespace mmasc {
namespace {

class Faults : public testing::WithVerilator, public ::testing::WithParamInterface<const char*> {};

TEST_P(Faults, AreNamed) { testing::expect_every_fault_is_named(catalog().find(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Units, Faults,
                         ::testing::Values("volta/mma.m8n8k4.f32.f16.f16.f32",
                                           "cdna2/v_mfma_f32_32x32x8f16"));

class FaultyHandshake : public testing::WithVerilator {
 protected:
  // What the unit parts in once `from` in the registers' text is `to`.
  Divergence part(const std::string& from, const std::string& to) {
    const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
    Rtl rtl = emit_rtl(make_plan(unit), testing::kTop);
    for (RtlFile& file : rtl.files)
      if (file.name == "mmasc_elastic.sv") {
        const std::size_t at = file.text.find(from);
        EXPECT_NE(at, std::string::npos);
        file.text.replace(at, from.size(), to);
      }
    const LockStepReport report = testing::LockStepOf(unit, rtl).run({});
    EXPECT_TRUE(report.divergence.has_value());
    return report.divergence.value_or(Divergence{});
  }
};

TEST_F(FaultyHandshake, ARankThatWaitsForTheNextIsSeenAtThePort) {
  const Divergence found = part("ready_o = !valid_q || ready", "ready_o = ready");
  EXPECT_EQ(found.place, "ports");
  EXPECT_EQ(found.field, "ready_o");
  EXPECT_EQ(found.rtl, "0x0");
}

TEST_F(FaultyHandshake, ALostOperationIsSeenWhereItIsLost) {
  const Divergence found = part("valid_q <= valid_i", "valid_q <= valid_i && data_i[0]");
  EXPECT_EQ(found.place, "multiplier.rank0");
  EXPECT_EQ(found.field, "valid");
}

}  // namespace
}  // namespace mmasc
