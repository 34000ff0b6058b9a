// SPDX-License-Identifier: Apache-2.0
// Cuts a normalized significand to the fraction bits of a grid, by one rounding or two.
//
//     head          [ 1 x x x x | x x g s ]               s stands for all bits below
//     rounded       [ 1 x x x x ]                         fraction bits below the top
module mmasc_round_significand #(
    parameter [mmasc_pkg::ROUND_BITS-1:0] ROUND = 0,
    parameter BITS_IN = 26,
    parameter BITS_OUT = 25,   // with a carry on top
    parameter RANDOM_BITS = 0  // of both roundings
) (
    input  logic [  BITS_IN-1:0] head_i,
    input  logic                 negative_i,
    input  logic [RANDOM_BITS:0] random_i,  // the first rounding's lowest; the highest not used
    output logic [ BITS_OUT-1:0] rounded_o,
    output logic                 first_is_zero_o  // what the first of two roundings leaves
);
  localparam [31:0] FRACTION = ROUND[mmasc_pkg::ROUND_FRACTION_BITS+:32];
  localparam [31:0] MODE = ROUND[mmasc_pkg::ROUND_MODE+:32];
  localparam [31:0] PREROUNDING = ROUND[mmasc_pkg::ROUND_FIRST_FRACTION_BITS+:32];
  localparam [31:0] FIRST_FRACTION = PREROUNDING != 0 ? PREROUNDING : FRACTION;
  localparam [31:0] FIRST_MODE =
      PREROUNDING != 0 ? ROUND[mmasc_pkg::ROUND_FIRST_MODE+:32] : MODE;
  localparam [31:0] FIRST_RANDOM = mmasc_pkg::random_bits(FIRST_MODE);

  wire [BITS_IN:0] once;
  mmasc_shift_right_rounded #(
      .BITS(BITS_IN),
      .AMOUNT_BITS(32),
      .MODE(FIRST_MODE)
  ) u_first (
      .x_i(head_i),
      .amount_i(32'(BITS_IN) - 1 - FIRST_FRACTION),
      .negative_i(negative_i),
      .random_i(random_i[FIRST_RANDOM:0]),
      .y_o(once)
  );
  assign first_is_zero_o = once == 0;
  generate
    if (PREROUNDING != 0) begin : g_twice
      localparam [31:0] DROPPED = PREROUNDING - FRACTION;
      localparam [31:0] RANDOM = mmasc_pkg::random_bits(MODE);
      wire [PREROUNDING+2:0] twice;
      mmasc_shift_right_rounded #(
          .BITS(PREROUNDING + 2),
          .AMOUNT_BITS(32),
          .MODE(MODE)
      ) u_second (
          .x_i(once[PREROUNDING+1:0]),
          .amount_i(DROPPED),
          .negative_i(negative_i),
          .random_i(random_i[FIRST_RANDOM+:RANDOM+1]),
          .y_o(twice)
      );
      assign rounded_o = twice[BITS_OUT-1:0];
      wire unused = &{1'b0, once, twice};
    end else begin : g_once
      assign rounded_o = once[BITS_OUT-1:0];
      wire unused = &{1'b0, once, random_i};
    end
  endgenerate
endmodule
