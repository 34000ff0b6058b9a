// SPDX-License-Identifier: Apache-2.0
// Stage 4 beside the result's normalizer, of a unit that raises flags: what IEEE 754 signals where
// the root's term, which is the exact sum, is rounded to d. The logic that both have alike is merged
// when they are synthesised together.
//
//     flags_o       [ invalid | 0 | overflow | underflow | inexact ]
//     head          [ 1 x x x x x | l s ]                 l, s: cut off
module mmasc_status_flags #(
    parameter REGISTERS = 1,
    parameter ID_BITS = 8,
    parameter [mmasc_pkg::ROUND_BITS-1:0] ROUND = 0,  // once, and by no random bits
    parameter EXPONENT_BITS = 10,
    parameter BITS_IN = 33,  // of the significand
    parameter ZEROS_BITS = 0
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic                     valid_i,
    output logic                     ready_o,
    input  logic [      ID_BITS-1:0] id_i,
    input  logic [ZEROS_BITS+BITS_IN-1:0] significand_i,  // above it its anticipated leading zeros
    input  logic [EXPONENT_BITS-1:0] exponent_i,
    input  logic                     negative_i,
    input  logic                     zero_i,  // counted anew
    input  logic                     nan_i,
    input  logic                     infinite_i,
    input  logic                     quiet_nan_i,  // a NaN comes of quiet operands alone
    output logic                     valid_o,
    input  logic                     ready_i,
    output logic [      ID_BITS-1:0] id_o,
    output logic [              4:0] flags_o
);
  localparam [31:0] FRACTION = ROUND[mmasc_pkg::ROUND_FRACTION_BITS+:32];
  localparam [31:0] GREATEST = ROUND[mmasc_pkg::ROUND_GREATEST_EXPONENT+:32];
  localparam [63:0] GREATEST_SIGNIFICAND = ROUND[mmasc_pkg::ROUND_GREATEST_SIGNIFICAND+:64];
  localparam KEPT = FRACTION + 1;
  localparam [31:0] HEAD_BITS = mmasc_pkg::head_bits(ROUND);

  wire [ZEROS_BITS+BITS_IN:0] above = {1'b0, significand_i};
  wire [HEAD_BITS-1:0] head;
  wire [EXPONENT_BITS-1:0] exponent;  // of the head's top bit
  wire below, nothing;
  mmasc_normalize #(
      .ROUND(ROUND),
      .EXPONENT_BITS(EXPONENT_BITS),
      .BITS_IN(BITS_IN),
      .HEAD_BITS(HEAD_BITS),
      .ZEROS_BITS(ZEROS_BITS)
  ) u_normalize (
      .significand_i(significand_i[BITS_IN-1:0]),
      .exponent_i(exponent_i),
      .zeros_i(above[ZEROS_BITS+BITS_IN:BITS_IN]),
      .head_o(head),
      .exponent_o(exponent),
      .below_o(below),
      .nothing_o(nothing)
  );

  wire [KEPT:0] rounded, unbounded;  // unbounded: one bit below the least exponent
  wire unused_rounded_is_zero, unused_unbounded_is_zero;
  mmasc_round_significand #(
      .ROUND(ROUND),
      .BITS_IN(HEAD_BITS),
      .BITS_OUT(KEPT + 1)
  ) u_rounded (
      .head_i(head),
      .negative_i(negative_i),
      .random_i(1'b0),
      .rounded_o(rounded),
      .first_is_zero_o(unused_rounded_is_zero)
  );
  mmasc_round_significand #(
      .ROUND(ROUND),
      .BITS_IN(HEAD_BITS),
      .BITS_OUT(KEPT + 1)
  ) u_unbounded (
      .head_i(head << 1),
      .negative_i(negative_i),
      .random_i(1'b0),
      .rounded_o(unbounded),
      .first_is_zero_o(unused_unbounded_is_zero)
  );

  wire is_number = !nan_i && !infinite_i && !nothing;
  wire lost = is_number && |head[HEAD_BITS-KEPT-1:0];
  wire tiny = below && !unbounded[KEPT];  // more than a bit below the least, or without a carry

  wire carry = rounded[KEPT];
  wire [KEPT-1:0] number = carry ? rounded[KEPT:1] : rounded[KEPT-1:0];
  wire [EXPONENT_BITS-1:0] reached = exponent + EXPONENT_BITS'(carry);
  wire exceeds;  // with the greatest exponent
  generate
    if (KEPT'(GREATEST_SIGNIFICAND) == {KEPT{1'b1}}) begin : g_full
      assign exceeds = 1'b0;
    end else begin : g_cut
      assign exceeds = number > KEPT'(GREATEST_SIGNIFICAND);
    end
  endgenerate
  wire overflow = is_number && ($signed(reached) > $signed(EXPONENT_BITS'(GREATEST)) ||
                                (reached == EXPONENT_BITS'(GREATEST) && exceeds));
  wire invalid = nan_i && !quiet_nan_i;
  wire [4:0] flags = {invalid, 1'b0, overflow, lost && tiny, lost || overflow};
  wire unused = &{1'b0, zero_i, unbounded, number, above};

  mmasc_elastic #(
      .REGISTERS(REGISTERS),
      .WIDTH(ID_BITS + 5)
  ) u_registers (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .data_i({id_i, flags}),
      .valid_o(valid_o),
      .ready_i(ready_i),
      .data_o({id_o, flags_o})
  );
endmodule
