// SPDX-License-Identifier: Apache-2.0
// One lane of the multiplier: a * b, exactly, times the scales of its block.
//
// With a FIXED_POINT_SHIFT the significand first moves left by the product's exponent less
// LEAST_EXPONENT, at most by that shift: only the scale's exponent is left.
module mmasc_product #(
    parameter FORMATS = 1,
    parameter SELECT_BITS = 1,
    parameter [FORMATS*mmasc_pkg::FORMAT_BITS-1:0] A_FORMATS = 0,
    parameter [FORMATS*mmasc_pkg::FORMAT_BITS-1:0] B_FORMATS = 0,
    parameter A_BITS = 16,
    parameter B_BITS = 16,
    parameter A_SIGNIFICAND_BITS = 11,
    parameter B_SIGNIFICAND_BITS = 11,
    parameter SCALE_SIGNIFICAND_BITS = 0,  // of a block's scales multiplied; 0: no scales
    parameter SCALE_PORT_BITS = 1,
    parameter EXPONENT_BITS = 8,
    parameter PRODUCT_BITS = 22,
    parameter [31:0] FLUSH = mmasc_pkg::NO_FLUSH,
    parameter IS_FIXED_POINT = 0,
    parameter FIXED_POINT_SHIFT = 0,
    parameter [31:0] LEAST_EXPONENT = 0,
    parameter HAS_OVERFLOW = 0,            // |product| >= 2^INFINITY_AT is infinite
    parameter [31:0] INFINITY_AT = 0,
    parameter MOVES_ZERO_FACTORS = 0,      // an a or b that is 0 has the exponent
    parameter [31:0] ZERO_FACTOR_EXPONENT = 0,
    parameter [31:0] GRID_STEP = 1,        // exponents of a and b are raised to the next multiple of
    parameter [31:0] GRID_FIRST = 0,       // this, a power of two, beside that exponent
    parameter [31:0] INTEGER_BITS = 0      // of the product
) (
    input  logic [    SELECT_BITS-1:0] format_i,
    input  logic [         A_BITS-1:0] a_i,
    input  logic [         B_BITS-1:0] b_i,
    input  logic [SCALE_PORT_BITS-1:0] scale_significand_i,
    input  logic [  EXPONENT_BITS-1:0] scale_exponent_i,
    input  logic                       scale_negative_i,
    input  logic                       scale_zero_i,
    input  logic                       scale_nan_i,
    input  logic                       scale_infinite_i,
    input  logic                       yields_i,  // a product that overflows is a number
    output logic [   PRODUCT_BITS-1:0] significand_o,
    output logic [  EXPONENT_BITS-1:0] exponent_o,
    output logic                       negative_o,
    output logic                       zero_o,
    output logic                       nan_o,
    output logic                       infinite_o,
    output logic                       of_infinity_o  // infinite without an overflow
);
  wire [A_SIGNIFICAND_BITS-1:0] a_significand;
  wire [B_SIGNIFICAND_BITS-1:0] b_significand;
  wire [EXPONENT_BITS-1:0] a_exponent, b_exponent;
  wire a_negative, a_zero, a_nan, a_infinite;
  wire b_negative, b_zero, b_nan, b_infinite;
  mmasc_unpack_selected #(
      .COUNT(FORMATS),
      .FORMATS(A_FORMATS),
      .SELECT_BITS(SELECT_BITS),
      .STORED_BITS(A_BITS),
      .SIGNIFICAND_BITS(A_SIGNIFICAND_BITS),
      .EXPONENT_BITS(EXPONENT_BITS),
      .FLUSH(FLUSH)
  ) u_a (
      .format_i(format_i),
      .stored_i(a_i),
      .significand_o(a_significand),
      .exponent_o(a_exponent),
      .negative_o(a_negative),
      .zero_o(a_zero),
      .nan_o(a_nan),
      .infinite_o(a_infinite)
  );
  mmasc_unpack_selected #(
      .COUNT(FORMATS),
      .FORMATS(B_FORMATS),
      .SELECT_BITS(SELECT_BITS),
      .STORED_BITS(B_BITS),
      .SIGNIFICAND_BITS(B_SIGNIFICAND_BITS),
      .EXPONENT_BITS(EXPONENT_BITS),
      .FLUSH(FLUSH)
  ) u_b (
      .format_i(format_i),
      .stored_i(b_i),
      .significand_o(b_significand),
      .exponent_o(b_exponent),
      .negative_o(b_negative),
      .zero_o(b_zero),
      .nan_o(b_nan),
      .infinite_o(b_infinite)
  );

  localparam MOVES = MOVES_ZERO_FACTORS != 0;
  wire [EXPONENT_BITS-1:0] a_moved =
      MOVES && a_zero ? EXPONENT_BITS'(ZERO_FACTOR_EXPONENT) : a_exponent;
  wire [EXPONENT_BITS-1:0] b_moved =
      MOVES && b_zero ? EXPONENT_BITS'(ZERO_FACTOR_EXPONENT) : b_exponent;
  // A raised factor moves right in a word with a step's bits more: left by what it is not raised.
  localparam MORE = GRID_STEP - 1;
  localparam BITS = A_SIGNIFICAND_BITS + B_SIGNIFICAND_BITS + 2 * MORE;
  wire [A_SIGNIFICAND_BITS+MORE-1:0] a_factor;
  wire [B_SIGNIFICAND_BITS+MORE-1:0] b_factor;
  wire [EXPONENT_BITS-1:0] a_raised, b_raised;
  generate
    if (GRID_STEP > 1) begin : g_coarse
      wire [31:0] a_wide = {{(32 - EXPONENT_BITS) {a_moved[EXPONENT_BITS-1]}}, a_moved};
      wire [31:0] b_wide = {{(32 - EXPONENT_BITS) {b_moved[EXPONENT_BITS-1]}}, b_moved};
      wire [31:0] a_left = (a_wide - GRID_FIRST - 1) & MORE;
      wire [31:0] b_left = (b_wide - GRID_FIRST - 1) & MORE;
      assign a_factor = {{MORE{1'b0}}, a_significand} << a_left;
      assign b_factor = {{MORE{1'b0}}, b_significand} << b_left;
      assign a_raised = EXPONENT_BITS'(a_wide + MORE - a_left);
      assign b_raised = EXPONENT_BITS'(b_wide + MORE - b_left);
    end else begin : g_fine
      assign a_factor = a_significand;
      assign b_factor = b_significand;
      assign a_raised = a_moved;
      assign b_raised = b_moved;
    end
  endgenerate
  wire [BITS-1:0] significand = BITS'(a_factor) * BITS'(b_factor);
  wire [EXPONENT_BITS-1:0] exponent = a_raised + b_raised;
  wire infinite = a_infinite || b_infinite || scale_infinite_i;
  assign zero_o = a_zero || b_zero || scale_zero_i;
  assign nan_o = a_nan || b_nan || scale_nan_i || (infinite && zero_o);
  assign negative_o = a_negative ^ b_negative ^ scale_negative_i;
  assign of_infinity_o = infinite;

  localparam FIXED_BITS = BITS + (IS_FIXED_POINT != 0 ? FIXED_POINT_SHIFT : 0);
  wire [FIXED_BITS-1:0] fixed;
  wire [EXPONENT_BITS-1:0] fixed_exponent;
  generate
    if (IS_FIXED_POINT != 0) begin : g_fixed_point
      wire [EXPONENT_BITS-1:0] distance = exponent - EXPONENT_BITS'(LEAST_EXPONENT);
      wire [EXPONENT_BITS-1:0] shift =  // of NaN and Inf it would be more
          distance > EXPONENT_BITS'(FIXED_POINT_SHIFT) ? EXPONENT_BITS'(FIXED_POINT_SHIFT)
                                                       : distance;
      assign fixed = FIXED_BITS'(significand) << shift;
      assign fixed_exponent = {EXPONENT_BITS{1'b0}};
    end else begin : g_floating_point
      assign fixed = significand;
      assign fixed_exponent = exponent;
    end
    if (SCALE_SIGNIFICAND_BITS != 0) begin : g_scaled
      localparam SCALED_BITS = FIXED_BITS + SCALE_SIGNIFICAND_BITS;
      wire [SCALED_BITS-1:0] scaled = SCALED_BITS'(fixed) * SCALED_BITS'(scale_significand_i);
      assign significand_o = PRODUCT_BITS'(scaled);
      assign exponent_o = fixed_exponent + scale_exponent_i;
      wire unused = &{1'b0, scaled};
    end else begin : g_unscaled
      assign significand_o = PRODUCT_BITS'(fixed);
      assign exponent_o = fixed_exponent;
      wire unused = &{1'b0, fixed, scale_significand_i, scale_exponent_i};
    end
    if (HAS_OVERFLOW != 0) begin : g_overflow
      wire [$clog2(PRODUCT_BITS+1)-1:0] zeros;
      mmasc_leading_zeros #(
          .BITS(PRODUCT_BITS)
      ) u_leading_zeros (
          .x_i(significand_o),
          .count_o(zeros)
      );
      wire [EXPONENT_BITS-1:0] leading_bit =
          exponent_o + EXPONENT_BITS'(INTEGER_BITS - 1) - EXPONENT_BITS'(zeros);
      wire overflows = $signed(leading_bit) >= $signed(EXPONENT_BITS'(INFINITY_AT)) &&
                       significand_o != 0;
      assign infinite_o = infinite || (overflows && !nan_o && !yields_i);
    end else begin : g_no_overflow
      assign infinite_o = infinite;
      wire unused = &{1'b0, yields_i};
    end
  endgenerate
endmodule
