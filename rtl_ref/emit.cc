// SPDX-License-Identifier: Apache-2.0
// A unit with the ports of the real one that returns c: two ranks of elastic registers.
#include "rtl_ref/emit.h"

#include <fmt/format.h>

namespace mmasc {
namespace {

constexpr std::string_view kText = R"(module {0} #(
    parameter int unsigned ID_BITS = 8
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    input  logic               valid_i,
    output logic               ready_o,
    input  logic [ID_BITS-1:0] id_i,
    input  logic               format_i,
    input  logic               c_is_input_i,
    input  logic [{1}-1:0]     a_i,
    input  logic [{2}-1:0]     b_i,
    input  logic [{3}-1:0]     c_i,
{5}    output logic               valid_o,
    input  logic               ready_i,
    output logic [ID_BITS-1:0] id_o,
    output logic [{4}-1:0]     d_o
);
  logic valid0_q, valid1_q;
  logic [ID_BITS-1:0] id0_q, id1_q;
  logic [{4}-1:0] d0_q, d1_q;
  wire move1 = !valid1_q || ready_i;
  wire move0 = !valid0_q || move1;
  assign ready_o = move0;
  assign valid_o = valid1_q;
  assign id_o = id1_q;
  assign d_o = d1_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      valid0_q <= 1'b0;
      valid1_q <= 1'b0;
    end else begin
      if (move0) valid0_q <= valid_i;
      if (move1) valid1_q <= valid0_q;
    end
  always_ff @(posedge clk_i) begin
    if (move0 && valid_i) begin
      id0_q <= id_i;
      d0_q  <= {4}'(c_i);
    end
    if (move1 && valid0_q) begin
      id1_q <= id0_q;
      d1_q  <= d0_q;
    end
  end
endmodule
)";

}  // namespace

Rtl emit_rtl(const Plan& plan, const std::string& top) {
  const MultiplierPlan& in = plan.multiplier;
  std::string scales;
  if (in.scale_lanes > 0)
    for (const char* name : {"sa_i", "sb_i"})
      scales += fmt::format("    input  logic [{}-1:0] {},\n",
                            in.lanes / in.scale_lanes * in.scale.storage_bits(), name);
  std::string text = fmt::format(fmt::runtime(kText), top, in.lanes * in.a.storage_bits(),
                                 in.lanes * in.b.storage_bits(), in.c.storage_bits(),
                                 plan.d.storage_bits(), scales);
  return {top, {{top + ".sv", std::move(text)}}};
}

}  // namespace mmasc
