// SPDX-License-Identifier: Apache-2.0
// Rounds a term to a floating-point grid.
//
//     head          [ 1 x x x x | x x s ]                 normalized (mmasc_normalize.sv)
//     rounded       [ 1 x x x x ]                         fraction bits below the top
module mmasc_round #(
    parameter [mmasc_pkg::ROUND_BITS-1:0] ROUND = 0,
    parameter EXPONENT_BITS = 10,
    parameter BITS_IN = 33,  // of the significand
    parameter BITS_OUT = 24,
    parameter RANDOM_BITS = 0,  // of both roundings
    parameter ZEROS_BITS = 0    // of anticipated leading zeros; 0: they are counted
) (
    input  logic [      BITS_IN-1:0] significand_i,
    input  logic [EXPONENT_BITS-1:0] exponent_i,
    input  logic [     ZEROS_BITS:0] zeros_i,  // the highest not used
    input  logic                     negative_i,
    input  logic                     nan_i,
    input  logic                     infinite_i,
    input  logic [    RANDOM_BITS:0] random_i,  // the first rounding's lowest; the highest not used
    output logic [     BITS_OUT-1:0] significand_o,
    output logic [EXPONENT_BITS-1:0] exponent_o,
    output logic                     negative_o,
    output logic                     zero_o,
    output logic                     nan_o,
    output logic                     infinite_o
);
  localparam [31:0] FRACTION = ROUND[mmasc_pkg::ROUND_FRACTION_BITS+:32];
  localparam [31:0] LEAST = ROUND[mmasc_pkg::ROUND_LEAST_EXPONENT+:32];
  localparam [31:0] GREATEST = ROUND[mmasc_pkg::ROUND_GREATEST_EXPONENT+:32];
  localparam [63:0] GREATEST_SIGNIFICAND = ROUND[mmasc_pkg::ROUND_GREATEST_SIGNIFICAND+:64];
  localparam [31:0] SATURATED_SIGNS = ROUND[mmasc_pkg::ROUND_SATURATES+:32];
  localparam [31:0] HAS_INFINITY = ROUND[mmasc_pkg::ROUND_HAS_INFINITY+:32];
  localparam [31:0] HAS_MINUS_ZERO = ROUND[mmasc_pkg::ROUND_HAS_MINUS_ZERO+:32];
  localparam [31:0] KEEPS_LAST_SIGN = ROUND[mmasc_pkg::ROUND_KEEPS_UNDERFLOW_SIGN+:32];
  localparam [31:0] KEEPS_FIRST_SIGN = ROUND[mmasc_pkg::ROUND_KEEPS_FIRST_SIGN+:32];
  localparam [31:0] IS_UNBOUNDED = ROUND[mmasc_pkg::ROUND_IS_UNBOUNDED+:32];
  localparam [31:0] FLUSH = ROUND[mmasc_pkg::ROUND_FLUSH+:32];
  localparam KEPT_BITS = FRACTION + 1;
  localparam [31:0] HEAD_BITS = mmasc_pkg::head_bits(ROUND);

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
      .significand_i(significand_i),
      .exponent_i(exponent_i),
      .zeros_i(zeros_i),
      .head_o(head),
      .exponent_o(exponent),
      .below_o(below),
      .nothing_o(nothing)
  );

  wire [KEPT_BITS:0] rounded;
  wire first_is_zero;
  mmasc_round_significand #(
      .ROUND(ROUND),
      .BITS_IN(HEAD_BITS),
      .BITS_OUT(KEPT_BITS + 1),
      .RANDOM_BITS(RANDOM_BITS)
  ) u_rounded (
      .head_i(head),
      .negative_i(negative_i),
      .random_i(random_i),
      .rounded_o(rounded),
      .first_is_zero_o(first_is_zero)
  );

  // Rounded as if there were no least exponent, it lies below the least normal number: it is more
  // than a bit below that, or does not carry.
  wire is_tiny;
  generate
    if (FLUSH != mmasc_pkg::NO_FLUSH && IS_UNBOUNDED != 0) begin : g_unbounded
      wire [KEPT_BITS:0] unbounded;
      wire unused_first_is_zero;
      mmasc_round_significand #(
          .ROUND(ROUND),
          .BITS_IN(HEAD_BITS),
          .BITS_OUT(KEPT_BITS + 1),
          .RANDOM_BITS(RANDOM_BITS)
      ) u_unbounded (
          .head_i(head << 1),
          .negative_i(negative_i),
          .random_i(random_i),
          .rounded_o(unbounded),
          .first_is_zero_o(unused_first_is_zero)
      );
      assign is_tiny = below && !nothing && !unbounded[KEPT_BITS];
      wire unused = &{1'b0, unbounded, unused_first_is_zero};
    end else begin : g_bounded
      assign is_tiny = 1'b0;
      wire unused = &{1'b0, below};
    end
  endgenerate

  // A carry out of the top leaves a power of two.
  wire carry = rounded[KEPT_BITS];
  wire [KEPT_BITS-1:0] kept = carry ? rounded[KEPT_BITS:1] : rounded[KEPT_BITS-1:0];
  wire normal = kept[KEPT_BITS-1];
  wire flushed = FLUSH != mmasc_pkg::NO_FLUSH && ((!normal && kept != 0) || is_tiny);
  wire [KEPT_BITS-1:0] number = flushed ? {KEPT_BITS{1'b0}} : kept;
  wire is_zero = number == 0;
  wire [EXPONENT_BITS-1:0] reached =
      is_zero ? EXPONENT_BITS'(LEAST)
              : exponent + EXPONENT_BITS'(carry);

  wire exceeds;  // with the greatest exponent
  generate
    if (KEPT_BITS'(GREATEST_SIGNIFICAND) == {KEPT_BITS{1'b1}}) begin : g_full
      assign exceeds = 1'b0;
    end else begin : g_cut
      assign exceeds = number > KEPT_BITS'(GREATEST_SIGNIFICAND);
    end
  endgenerate
  wire beyond = $signed(reached) > $signed(EXPONENT_BITS'(GREATEST)) ||
                (reached == EXPONENT_BITS'(GREATEST) && exceeds);
  wire overflow = beyond && !nan_i && !infinite_i;
  assign exponent_o = beyond ? EXPONENT_BITS'(GREATEST) : reached;
  wire saturates = negative_i ? SATURATED_SIGNS[1] : SATURATED_SIGNS[0];
  assign significand_o = BITS_OUT'(
      saturates && overflow ? KEPT_BITS'(GREATEST_SIGNIFICAND) : number);
  assign infinite_o = infinite_i || (!saturates && overflow);
  assign nan_o = nan_i || (HAS_INFINITY == 0 && infinite_o);
  assign zero_o = is_zero;

  wire unused_random = &{1'b0, random_i};
  wire underflows = !flushed && !nothing;
  wire keeps_sign = first_is_zero ? KEEPS_FIRST_SIGN != 0 : KEEPS_LAST_SIGN != 0;
  wire loses_sign = HAS_MINUS_ZERO == 0 || (!keeps_sign && underflows) ||
                    (FLUSH == mmasc_pkg::FLUSH_TO_PLUS_ZERO && flushed);
  assign negative_o = negative_i && !(loses_sign && is_zero && !infinite_o);
endmodule
