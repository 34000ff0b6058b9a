// SPDX-License-Identifier: Apache-2.0
// Faults in each registered field of a fused unit and of one whose terms pass stages by, and in the
// handshake.
#include "cosim/expect_faults.h"

namespace mmasc {
namespace {

class FaultyUnits : public testing::WithVerilator {};

class Faults : public testing::WithVerilator, public ::testing::WithParamInterface<const char*> {};

TEST_P(Faults, AreNamed) { testing::expect_every_fault_is_named(catalog().find(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Units, Faults,
                         ::testing::Values("volta/mma.m8n8k4.f32.f16.f16.f32",
                                           "cdna2/v_mfma_f32_32x32x8f16"));

// A stage of two instances side by side, which round to other formats.
TEST_F(FaultyUnits, OfSeveralInstancesAStageAreNamed) {
  Catalog mine;
  mine.add(R"(
    [datapath."my.two"]
    lanes = 4
    product = { }
    zero_sign = "ieee"
    sum = [
      { name = "low", terms = ["products[0:2]"], round_to = "f16" },
      { name = "high", terms = ["products[2:4]"], round_to = "f32" },
      { name = "accumulate", terms = ["c", "low", "high"], fraction_bits = 24 },
    ]
    result = { format = "f32" }
    [instruction."my/two"]
    mnemonic = "two"
    shape = { m = 1, n = 1, k = 4 }
    formats = { a = "f16", b = "f16", c = "f32" }
    datapath = "my.two"
    note = "a test's"
  )",
           "two");
  const Unit& unit = mine.units().front();
  const Rtl rtl = emit_rtl(make_plan(unit), kUnitTop);
  ASSERT_TRUE(std::ranges::any_of(
      rtl.stages, [](const StageRegisters& stage) { return stage.instances.size() == 2; }));
  testing::expect_no_difference(unit, 3000);
  testing::expect_every_fault_is_named(unit);
}

class FaultyHandshake : public testing::WithVerilator {
 protected:
  // What the unit parts in once `from` in the registers' text is `to`.
  Divergence part(const std::string& from, const std::string& to) {
    const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
    Rtl rtl = emit_rtl(make_plan(unit), kUnitTop);
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
