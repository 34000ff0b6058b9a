// SPDX-License-Identifier: Apache-2.0
// Says what alignment does to one term, for coverage. Exponents are signed, of 32 bits.
//
//     pre_shift [ q q q q q q | g s s s s ]
//                               <- amount ->    g: guard bit, s: sticky bits
//     cut_o     { above half, tie of an odd q, of an even q, below half, exact }
module mmasc_observe_term #(
    parameter EXPONENT_BITS = 10,
    parameter BITS = 22,          // of the significand
    parameter PRE_SHIFT = 0,      // left, before the shift by the exponents
    parameter POST_SHIFT = 0,     // right, besides the exponents' distance
    parameter [31:0] MODE = mmasc_pkg::TOWARD_ZERO,
    parameter SHIFTS = 1,
    parameter OWN_ZERO = 0,       // zeros take part with their own exponent, not with
    parameter [31:0] ZERO_EXPONENT = 0,
    parameter [31:0] RAISED = 0,  // exponents take part in e_max higher by this
    parameter VANISHES = 0,       // a term is zero where it lies further below e_max
    parameter [31:0] VANISHES_BELOW = 0  // than this
) (
    input  logic [               BITS-1:0] significand_i,
    input  logic [      EXPONENT_BITS-1:0] exponent_i,
    input  logic                           negative_i,  // as it enters the sum
    input  logic                           zero_i,
    input  logic [mmasc_pkg::random_bits(MODE):0] random_i,  // the highest is not used
    input  logic [                   31:0] e_max_i,
    input  logic                           finite_i,  // the sum
    output logic [                   31:0] exponent_o,  // as it takes part
    output logic [                   31:0] distance_o,
    // Of terms of finite sums that are not zero:
    output logic                           number_o,
    output logic                           vanishes_o,
    output logic                           keeps_all_o,
    output logic                           loses_bits_o,
    output logic                           loses_all_o,
    output logic [                    4:0] cut_o,
    output logic                           goes_up_o,  // where bits are lost
    output logic                           stays_o
);
  localparam WIDE_BITS = BITS + PRE_SHIFT;
  wire [31:0] own = {{(32 - EXPONENT_BITS) {exponent_i[EXPONENT_BITS-1]}}, exponent_i};
  wire absent = OWN_ZERO == 0 || own == ZERO_EXPONENT;
  assign exponent_o = absent && zero_i ? ZERO_EXPONENT : own + RAISED;
  assign distance_o = e_max_i - exponent_o;

  wire [WIDE_BITS-1:0] wide = {{PRE_SHIFT{1'b0}}, significand_i} << PRE_SHIFT;
  wire [31:0] amount = SHIFTS != 0 ? distance_o + POST_SHIFT : 32'd0;
  wire [31:0] shift = amount > WIDE_BITS + 1 ? WIDE_BITS + 1 : amount;
  // Below the kept bits a guard bit and room for what is lost.
  wire [2*WIDE_BITS+1:0] moved = {wide, {(WIDE_BITS + 2) {1'b0}}} >> shift;
  wire [WIDE_BITS-1:0] floored = moved[2*WIDE_BITS+1:WIDE_BITS+2];
  wire guard = moved[WIDE_BITS+1];
  wire sticky = |moved[WIDE_BITS:0];
  wire [WIDE_BITS:0] kept;
  mmasc_shift_right_rounded #(
      .BITS(WIDE_BITS),
      .AMOUNT_BITS(32),
      .MODE(MODE)
  ) u_shift (
      .x_i(wide),
      .amount_i(amount),
      .negative_i(negative_i),
      .random_i(random_i),
      .y_o(kept)
  );
  assign number_o = finite_i && !zero_i && significand_i != 0;
  assign vanishes_o = number_o && VANISHES != 0 && $signed(distance_o) > $signed(VANISHES_BELOW);
  wire stays_in = number_o && !vanishes_o;
  wire loses = guard || sticky;
  assign keeps_all_o = stays_in && !loses;
  assign loses_bits_o = stays_in && loses;
  assign loses_all_o = stays_in && kept == 0;
  assign cut_o = {
    stays_in && guard && sticky, stays_in && guard && !sticky && floored[0],
    stays_in && guard && !sticky && !floored[0], stays_in && !guard && sticky, stays_in && !loses
  };
  assign goes_up_o = loses_bits_o && kept != {1'b0, floored};
  assign stays_o = loses_bits_o && kept == {1'b0, floored};
endmodule
