// SPDX-License-Identifier: Apache-2.0
// One sum's alignment: the largest exponent e_max, and each term as a signed multiple of the weight
// of the sum's last bit.
//
//     term      [ i i . f f f f f f ]  * 2^exponent
//     pre_shift [ i i . f f f f f f 0 0 0 ]                      up to the fraction bits kept
//     shift               [ i i . f f f f f f | 0 0 0 ]          by e_max - exponent (+ post_shift)
//     addend     sign [ i i . f f f f f f f f ]
//                                              \_ dropped, rounded by alignment_rounding
module mmasc_align_sum #(
    parameter TERMS = 17,
    parameter GROUPS = 2,
    parameter [GROUPS*mmasc_pkg::GROUP_BITS-1:0] GROUP = 0,
    parameter SIGNIFICAND_BITS = 376,  // of all terms
    parameter EXPONENT_BITS = 10,
    parameter ADDEND_BITS = 33,        // of each
    parameter LAST_BITS = 33,          // but the last
    parameter RANDOM_BITS = 0,         // of all terms
    parameter [31:0] LEAST_EXPONENT = 0,
    parameter [31:0] ZERO_SIGN = mmasc_pkg::ZERO_IS_PLUS,
    parameter [31:0] COMPLEMENTS = 0,  // negates terms by ones' complement, in the frame of +
    parameter [31:0] HAS_FRAME = 0,    // or of the sign of
    parameter [31:0] FRAME = 0,        // this term
    parameter [31:0] GRID_STEP = 1,    // e_max is raised to the next multiple of this, a power of two,
    parameter [31:0] GRID_FIRST = 0    // beside this exponent
) (
    input  logic [   SIGNIFICAND_BITS-1:0] significand_i,
    input  logic [TERMS*EXPONENT_BITS-1:0] exponent_i,
    input  logic [              TERMS-1:0] negative_i,
    input  logic [              TERMS-1:0] zero_i,
    input  logic [              TERMS-1:0] nan_i,
    input  logic [              TERMS-1:0] infinite_i,
    input  logic [          RANDOM_BITS:0] random_i,  // term by term; the highest is not used
    output logic [(TERMS-1)*ADDEND_BITS+LAST_BITS-1:0] addend_o,
    output logic [      EXPONENT_BITS-1:0] exponent_o,
    output logic                           zero_o,
    output logic                           nan_o,
    output logic                           infinite_o,
    output logic                           negative_infinity_o,
    output logic                           negative_zero_o,
    output logic                           lost_o  // any bit that was shifted out is 1
);
  wire [TERMS*EXPONENT_BITS-1:0] exponent;  // as each takes part
  wire [EXPONENT_BITS-1:0] largest, e_max;
  wire [TERMS-1:0] negative;  // as each enters
  wire [TERMS-1:0] is_zero, lost;
  mmasc_max #(
      .COUNT(TERMS + 1),
      .BITS (EXPONENT_BITS)
  ) u_max (
      .x_i  ({EXPONENT_BITS'(LEAST_EXPONENT), exponent}),
      .max_o(largest)
  );
  generate
    if (GRID_STEP > 1) begin : g_grid
      wire [31:0] wide = {{(32 - EXPONENT_BITS) {largest[EXPONENT_BITS-1]}}, largest};
      wire [31:0] low = (wide - GRID_FIRST - 1) & (GRID_STEP - 1);
      wire [31:0] raised = wide + (GRID_STEP - 1) - low;
      // Where nothing takes part there is no exponent, and a floor stands on the grid.
      assign e_max = largest == EXPONENT_BITS'(LEAST_EXPONENT) ? largest : raised[EXPONENT_BITS-1:0];
      wire unused = &{1'b0, raised};
    end else begin : g_every
      assign e_max = largest;
    end
  endgenerate

  // The sign in whose frame terms are negated by ones' complement, q -> ~q = -q - 1.
  wire frame_negative;
  generate
    if (HAS_FRAME != 0) begin : g_frame
      assign frame_negative = negative[FRAME];
    end else begin : g_plus
      assign frame_negative = 1'b0;
    end
  endgenerate

  generate
    genvar g, i;
    for (g = 0; g < GROUPS; g = g + 1) begin : g_group
      localparam AT = g * mmasc_pkg::GROUP_BITS;
      localparam [31:0] FIRST = GROUP[AT+mmasc_pkg::GROUP_FIRST+:32];
      localparam [31:0] COUNT = GROUP[AT+mmasc_pkg::GROUP_COUNT+:32];
      localparam [31:0] LOW = GROUP[AT+mmasc_pkg::GROUP_LOW+:32];
      localparam [31:0] BITS = GROUP[AT+mmasc_pkg::GROUP_SIGNIFICAND_BITS+:32];
      localparam [31:0] PRE_SHIFT = GROUP[AT+mmasc_pkg::GROUP_PRE_SHIFT+:32];
      localparam [31:0] POST_SHIFT = GROUP[AT+mmasc_pkg::GROUP_POST_SHIFT+:32];
      localparam [31:0] SCALE_UP = GROUP[AT+mmasc_pkg::GROUP_SCALE_UP+:32];
      localparam [31:0] ALIGNMENT_ROUNDING = GROUP[AT+mmasc_pkg::GROUP_ALIGNMENT_ROUNDING+:32];
      localparam [31:0] OWN_ZERO = GROUP[AT+mmasc_pkg::GROUP_OWN_ZERO+:32];
      localparam [31:0] ZERO_EXPONENT = GROUP[AT+mmasc_pkg::GROUP_ZERO_EXPONENT+:32];
      localparam [31:0] VANISHES = GROUP[AT+mmasc_pkg::GROUP_VANISHES+:32];
      localparam [31:0] VANISHES_BELOW = GROUP[AT+mmasc_pkg::GROUP_VANISHES_BELOW+:32];
      localparam [31:0] RAISED = GROUP[AT+mmasc_pkg::GROUP_RAISED+:32];
      localparam [31:0] SHIFTS = GROUP[AT+mmasc_pkg::GROUP_SHIFTS+:32];
      localparam [31:0] NEGATED = GROUP[AT+mmasc_pkg::GROUP_NEGATED+:32];
      localparam SHIFTED_BITS = BITS + PRE_SHIFT;
      localparam [31:0] RANDOM = mmasc_pkg::random_bits(ALIGNMENT_ROUNDING);
      localparam [31:0] RANDOM_LOW = GROUP[AT+mmasc_pkg::GROUP_RANDOM_LOW+:32];
      for (i = 0; i < COUNT; i = i + 1) begin : g_term
        localparam K = FIRST + i;
        assign negative[K] = negative_i[K] != (NEGATED != 0);
        wire [EXPONENT_BITS-1:0] own = exponent_i[K*EXPONENT_BITS+:EXPONENT_BITS];
        // The exponent of a sum in which nothing took part is not raised.
        wire absent = OWN_ZERO == 0 || own == EXPONENT_BITS'(ZERO_EXPONENT);
        wire [EXPONENT_BITS-1:0] as_taken =
            absent && zero_i[K] ? EXPONENT_BITS'(ZERO_EXPONENT) : own + EXPONENT_BITS'(RAISED);
        assign exponent[K*EXPONENT_BITS+:EXPONENT_BITS] = as_taken;

        wire [EXPONENT_BITS-1:0] distance = e_max - as_taken;
        wire vanishes =
            VANISHES != 0 && $signed(distance) > $signed(EXPONENT_BITS'(VANISHES_BELOW));
        wire [SHIFTED_BITS-1:0] significand =
            SHIFTED_BITS'(significand_i[LOW+i*BITS+:BITS]) << PRE_SHIFT;
        wire [SHIFTED_BITS:0] shifted;
        if (SHIFTS != 0) begin : g_shift
          wire [EXPONENT_BITS-1:0] amount = distance + EXPONENT_BITS'(POST_SHIFT);
          wire [SHIFTED_BITS-1:0] stay = {SHIFTED_BITS{1'b1}} << amount;
          assign lost[K] = |(significand & ~stay) || (vanishes && significand != 0);
          mmasc_shift_right_rounded #(
              .BITS(SHIFTED_BITS),
              .AMOUNT_BITS(EXPONENT_BITS),
              .MODE(ALIGNMENT_ROUNDING)
          ) u_shift (
              .x_i(significand),
              .amount_i(amount),
              .negative_i(negative[K]),
              .random_i(random_i[RANDOM_LOW+i*RANDOM+:RANDOM+1]),
              .y_o(shifted)
          );
        end else begin : g_wire
          assign lost[K] = 1'b0;
          assign shifted = {1'b0, significand};
        end
        localparam OWN_BITS = K + 1 < TERMS ? ADDEND_BITS : LAST_BITS;
        wire [OWN_BITS-1:0] aligned =
            vanishes ? {OWN_BITS{1'b0}} : OWN_BITS'(shifted) << SCALE_UP;
        wire [OWN_BITS-1:0] addend;
        if (COMPLEMENTS != 0) begin : g_complement
          // In the frame of -, ~q becomes -q and q becomes q + 1: all carry. Zeros alone stay 0.
          wire carry = zero_o ? negative[K] : frame_negative;
          assign addend = (aligned ^ {OWN_BITS{negative[K]}}) + OWN_BITS'(carry);
        end else begin : g_magnitude
          assign addend = {negative[K], aligned[OWN_BITS-2:0]};
          wire unused_frame = &{1'b0, frame_negative, aligned[OWN_BITS-1]};
        end
        assign addend_o[K*ADDEND_BITS+:OWN_BITS] = addend;
        assign is_zero[K] = zero_i[K] || vanishes;
        wire unused = &{1'b0, shifted, distance};
      end
    end
  endgenerate

  wire unused_random = &{1'b0, random_i};
  wire plus_infinity = |(infinite_i & ~negative);
  wire minus_infinity = |(infinite_i & negative);
  assign lost_o = |lost;
  assign exponent_o = e_max;
  assign zero_o = &is_zero;
  assign nan_o = |nan_i || (plus_infinity && minus_infinity);
  assign infinite_o = plus_infinity || minus_infinity;
  assign negative_infinity_o = minus_infinity;
  assign negative_zero_o = ZERO_SIGN == mmasc_pkg::ZERO_IF_ALL_NEGATIVE ? &negative :
                           ZERO_SIGN == mmasc_pkg::ZERO_IF_ANY_NEGATIVE && |negative;
endmodule
