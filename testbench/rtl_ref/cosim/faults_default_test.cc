// SPDX-License-Identifier: Apache-2.0
// Faults in each registered field of a fused unit and of one whose terms pass stages by, and in the
// handshake.
#include <fmt/format.h>

#include "cosim/expect_faults.h"
#include "printed_name.h"

namespace mmasc {
namespace {

class FaultyUnits : public testing::WithVerilator {};

class Faults : public testing::WithVerilator, public ::testing::WithParamInterface<const char*> {};

TEST_P(Faults, AreNamed) { testing::expect_every_fault_is_named(catalog().find(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Units, Faults,
                         ::testing::Values("volta/mma.m8n8k4.f32.f16.f16.f32",
                                           "cdna2/v_mfma_f32_32x32x8f16"),
                         PrintedName());

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
  // The first divergence once `from` in the registers' text is `to`.
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

// The first operation says which of them the unit has: one compilation serves all.
class FaultyInTime : public testing::WithVerilator {
 protected:
  static constexpr std::uint64_t kModesApart = 1000;

  // Registers that lose their payload after 63 stalled cycles, that a reset clears at a clock edge
  // alone, or that drop the topmost bit of the id.
  static Rtl faulty(Rtl rtl) {
    const auto replace = [](std::string& text, const std::string& from, const std::string& to) {
      const std::size_t at = text.find(from);
      ASSERT_NE(at, std::string::npos) << from;
      text.replace(at, from.size(), to);
    };
    std::string id;
    for (const int mode : {1, 2})
      id += fmt::format("id == 32'd{} ? 2'd{} : ", lock_step_id(mode * kModesApart), mode);
    for (RtlFile& file : rtl.files) {
      if (file.name != "mmasc_elastic.sv") continue;
      replace(file.text, "      assign ready_o = !valid_q",
              "      wire [31:0] id = data_i[WIDTH-1-:32];\n"
              "      reg [1:0] mode_q = 0;\n"
              "      reg [6:0] stalled_q = 0;\n"
              "      always @(posedge clk_i) begin\n"
              "        if (mode_q == 0 && valid_i && ready_o) mode_q <= " +
                  id +
                  "2'd3;\n"
                  "        if (!valid_q || ready) stalled_q <= 0;\n"
                  "        else if (stalled_q != 99) stalled_q <= stalled_q + 1;\n"
                  "      end\n"
                  "      assign ready_o = !valid_q");
      replace(file.text, "if (!rst_ni) valid_q <= 1'b0;",
              "if (!rst_ni) begin if (mode_q != 2 || clk_i) valid_q <= 1'b0; end");
      replace(file.text, "if (ready_o && valid_i) data_q <= data_i;",
              "begin\n"
              "        if (ready_o && valid_i)\n"
              "          data_q <= mode_q == 3 ? {1'b0, data_i[WIDTH-2:0]} : data_i;\n"
              "        if (mode_q == 1 && stalled_q == 63) data_q[0] <= !data_q[0];\n"
              "      end");
    }
    return rtl;
  }

  static Divergence part(std::uint64_t mode) {
    const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
    const Rtl rtl = faulty(emit_rtl(make_plan(unit), kUnitTop));
    LockStepOptions options;
    options.first_operation = mode * kModesApart;
    const LockStepReport report = testing::LockStepOf(unit, rtl).run(options);
    EXPECT_TRUE(report.divergence.has_value());
    return report.divergence.value_or(Divergence{});
  }
};

TEST_F(FaultyInTime, APayloadLostInALongStallIsFound) {
  const Divergence found = part(1);
  EXPECT_GT(found.cycle, 256u);
  EXPECT_NE(found.field, "valid");
  EXPECT_NE(found.field, "id");
}

TEST_F(FaultyInTime, AResetThatWaitsForTheClockIsFound) {
  const Divergence found = part(2);
  EXPECT_GT(found.cycle, 400u);
  // An operation that the reset left there is still valid, or stands where the next one does.
  EXPECT_TRUE(found.field == "valid" || found.field == "id") << found;
}

TEST_F(FaultyInTime, ALostBitOfTheIdIsFound) {
  const Divergence found = part(3);
  EXPECT_LT(found.cycle, 100u);
  EXPECT_EQ(found.place, "multiplier.rank0");
  EXPECT_EQ(found.field, "id");
}

}  // namespace
}  // namespace mmasc
