// SPDX-License-Identifier: Apache-2.0
// The total of a sum's addends, (-1)^negated_i total_i, becomes the sum.
//
//     total         [ t t t t t t t t t t t ]     BITS bits of two's complement
//     held                [ a a a a a a a a ]     an accumulator's bits, wrapped or saturated
//     magnitude           [ q q q q q ]           a cut's bits fewer, rounded
//     significand_o       [ q q q q q l ]         l: any bit was lost, where that is told
module mmasc_total #(
    parameter [mmasc_pkg::TREE_BITS-1:0] TREE = 0,
    parameter BITS = 33,
    parameter BITS_OUT = 32
) (
    input  logic [    BITS-1:0] total_i,
    input  logic                negated_i,
    input  logic                lost_i,  // in alignment
    output logic [BITS_OUT-1:0] significand_o,
    output logic                negative_o,
    output logic                nothing_o,  // the magnitude is 0
    output logic                zero_o      // and so the sum is an exact zero
);
  localparam [31:0] HOLDS = TREE[mmasc_pkg::TREE_ACCUMULATOR_BITS+:32];
  localparam [31:0] SATURATES = TREE[mmasc_pkg::TREE_SATURATES+:32];
  localparam [31:0] CUT = TREE[mmasc_pkg::TREE_CUT_BITS+:32];
  localparam [31:0] CUT_MODE = TREE[mmasc_pkg::TREE_CUT_MODE+:32];

  wire [BITS-1:0] held;
  generate
    if (HOLDS == 0) begin : g_whole
      assign held = total_i;
      assign negative_o = held[BITS-1] != negated_i;
    end else begin : g_held
      wire [BITS-1:0] number = negated_i ? {BITS{1'b0}} - total_i : total_i;
      if (SATURATES != 0) begin : g_saturate
        wire fits = number[BITS-1:HOLDS-1] == {(BITS - HOLDS + 1) {number[BITS-1]}};
        assign held = fits ? number
                           : {{(BITS - HOLDS + 1) {number[BITS-1]}}, {(HOLDS - 1) {!number[BITS-1]}}};
      end else begin : g_wrap
        assign held = {{(BITS - HOLDS) {number[HOLDS-1]}}, number[HOLDS-1:0]};
      end
      assign negative_o = held[BITS-1];
    end
  endgenerate

  wire [BITS-1:0] magnitude = held[BITS-1] ? {BITS{1'b0}} - held : held;
  wire [BITS:0] kept;
  wire lost;
  generate
    if (CUT == 0) begin : g_uncut
      assign kept = {1'b0, magnitude};
      assign lost = lost_i;
    end else begin : g_cut
      mmasc_shift_right_rounded #(
          .BITS(BITS),
          .AMOUNT_BITS(32),
          .MODE(CUT_MODE)
      ) u_cut (
          .x_i(magnitude),
          .amount_i(CUT),
          .negative_i(negative_o),
          .random_i(1'b0),
          .y_o(kept)
      );
      wire [BITS-1:0] back = magnitude >> CUT << CUT;
      assign lost = lost_i || back != magnitude;
    end
  endgenerate
  assign nothing_o = kept == 0;
  assign zero_o = TREE[mmasc_pkg::TREE_CANCELS+:32] != 0 && nothing_o &&
                  !(TREE[mmasc_pkg::TREE_UNLESS_LOST+:32] != 0 && lost);
  generate
    if (TREE[mmasc_pkg::TREE_TELLS_LOST+:32] != 0) begin : g_lost
      wire [BITS+1:0] told = {kept, lost};
      assign significand_o = BITS_OUT'(told);
      wire unused = &{1'b0, told};
    end else begin : g_number
      assign significand_o = BITS_OUT'(kept);
      wire unused = &{1'b0, kept, lost};
    end
  endgenerate
endmodule
