// SPDX-License-Identifier: Apache-2.0
// Faults in the handshake and in the course of time are seen where they are.
#include <fmt/format.h>

#include "cosim/lock_step_of.h"
#include "rtl/changed_text.h"

namespace mmasc {
namespace {

class FaultyHandshake : public testing::WithVerilator {
 protected:
  // The first divergence once `from` in the registers' text is `to`.
  Divergence part(const std::string& from, const std::string& to) {
    const Unit& unit = catalog().find("volta/mma.m8n8k4.f32.f16.f16.f32");
    const Rtl rtl = testing::with_changed_text(emit_rtl(make_plan(unit), kUnitTop),
                                               "mmasc_elastic.sv", from, to);
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
    const auto replace = [&](const std::string& from, const std::string& to) {
      testing::change_text(rtl.files, "mmasc_elastic.sv", from, to);
    };
    std::string id;
    for (const int mode : {1, 2})
      id += fmt::format("id == 32'd{} ? 2'd{} : ", lock_step_id(mode * kModesApart), mode);
    replace("      assign ready_o = !valid_q",
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
    replace("if (!rst_ni) valid_q <= 1'b0;",
            "if (!rst_ni) begin if (mode_q != 2 || clk_i) valid_q <= 1'b0; end");
    replace("if (ready_o && valid_i) data_q <= data_i;",
            "begin\n"
            "        if (ready_o && valid_i)\n"
            "          data_q <= mode_q == 3 ? {1'b0, data_i[WIDTH-2:0]} : data_i;\n"
            "        if (mode_q == 1 && stalled_q == 63) data_q[0] <= !data_q[0];\n"
            "      end");
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
