// SPDX-License-Identifier: Apache-2.0
// Stage 4, normalizer, the last: rounds the root's term and packs it. Term -> d.
//
//     d_o    [ s ] [ exponent - least + hidden bit ] [ fraction ] [ 0 ... ]
//
// An integer d keeps the low bits of the root, or is clamped.
module mmasc_result_normalizer #(
    parameter REGISTERS = 1,
    parameter ID_BITS = 8,
    parameter [mmasc_pkg::ROUND_BITS-1:0] ROUND = 0,
    parameter [mmasc_pkg::FORMAT_BITS-1:0] D_FORMAT = 0,
    parameter EXPONENT_BITS = 10,
    parameter BITS_IN = 33,      // of the significand
    parameter ROUNDED_BITS = 24,
    parameter RANDOM_BITS = 0,
    parameter ZEROS_BITS = 0,
    parameter D_BITS = 32,       // stored
    parameter [D_BITS-1:0] NAN = 0,
    parameter TELLS_NANS_APART = 0  // each operation brings its own: d is nan_word_i where it is NaN
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic                     valid_i,
    output logic                     ready_o,
    input  logic [      ID_BITS-1:0] id_i,
    // Above it its anticipated leading zeros, then the random bits drawn here.
    input  logic [RANDOM_BITS+ZEROS_BITS+BITS_IN-1:0] significand_i,
    input  logic [EXPONENT_BITS-1:0] exponent_i,
    input  logic                     negative_i,
    input  logic                     zero_i,  // counted anew
    input  logic                     nan_i,
    input  logic                     infinite_i,
    input  logic [       D_BITS-1:0] nan_word_i,
    output logic                     valid_o,
    input  logic                     ready_i,
    output logic [      ID_BITS-1:0] id_o,
    output logic [       D_BITS-1:0] d_o
);
  localparam [31:0] EXPONENT = D_FORMAT[mmasc_pkg::FORMAT_EXPONENT_BITS+:32];
  localparam [31:0] FRACTION = D_FORMAT[mmasc_pkg::FORMAT_FRACTION_BITS+:32];
  localparam [31:0] BIAS = D_FORMAT[mmasc_pkg::FORMAT_BIAS+:32];
  localparam [31:0] LOW = D_FORMAT[mmasc_pkg::FORMAT_IGNORED_LOW_BITS+:32];
  // The least normal number's field is 1, and the hidden bit adds it.
  localparam [31:0] ORIGIN = 1 - BIAS;
  localparam [31:0] INTEGER = D_FORMAT[mmasc_pkg::FORMAT_INTEGER_BITS+:32];
  localparam [31:0] IS_SIGNED = D_FORMAT[mmasc_pkg::FORMAT_IS_SIGNED+:32];
  localparam [31:0] SATURATES = ROUND[mmasc_pkg::ROUND_SATURATES+:32];

  wire [D_BITS-1:0] d;
  generate
    if (INTEGER != 0) begin : g_integer
      // The low bits of two's complement; a magnitude beyond the limit of its sign is clamped first.
      localparam WIDE = BITS_IN > D_BITS ? BITS_IN : D_BITS;
      wire [WIDE-1:0] greatest = WIDE'({INTEGER{1'b1}});
      wire [WIDE-1:0] limit = !negative_i ? greatest : IS_SIGNED != 0 ? greatest + 1'b1 : 0;
      wire [WIDE-1:0] magnitude = WIDE'(significand_i[BITS_IN-1:0]);
      wire [WIDE-1:0] kept = SATURATES != 0 && magnitude > limit ? limit : magnitude;
      wire [WIDE-1:0] number = negative_i ? {WIDE{1'b0}} - kept : kept;
      assign d = D_BITS'(number);
      wire unused = &{1'b0, exponent_i, zero_i, nan_i, infinite_i, nan_word_i, number, limit};
    end else begin : g_float
      wire [RANDOM_BITS+ZEROS_BITS+BITS_IN:0] above = {1'b0, significand_i};
      wire [ROUNDED_BITS-1:0] significand;
      wire [EXPONENT_BITS-1:0] exponent;
      wire negative, zero, nan, infinite;
      mmasc_round #(
          .ROUND(ROUND),
          .EXPONENT_BITS(EXPONENT_BITS),
          .BITS_IN(BITS_IN),
          .BITS_OUT(ROUNDED_BITS),
          .RANDOM_BITS(RANDOM_BITS),
          .ZEROS_BITS(ZEROS_BITS)
      ) u_round (
          .significand_i(significand_i[BITS_IN-1:0]),
          .exponent_i(exponent_i),
          .zeros_i(above[ZEROS_BITS+BITS_IN:BITS_IN]),
          .negative_i(negative_i),
          .nan_i(nan_i),
          .infinite_i(infinite_i),
          .random_i(above[RANDOM_BITS+ZEROS_BITS+BITS_IN:ZEROS_BITS+BITS_IN]),
          .significand_o(significand),
          .exponent_o(exponent),
          .negative_o(negative),
          .zero_o(zero),
          .nan_o(nan),
          .infinite_o(infinite)
      );

      wire [EXPONENT_BITS-1:0] field = exponent - EXPONENT_BITS'(ORIGIN);
      wire [D_BITS-1:0] magnitude =
          (D_BITS'(field) << (LOW + FRACTION)) +
          (D_BITS'(significand) << (LOW + FRACTION + 1 - ROUNDED_BITS));
      wire [D_BITS-1:0] infinity = {D_BITS{1'b1}} >> (D_BITS - EXPONENT) << (LOW + FRACTION);
      wire [D_BITS-1:0] sign = D_BITS'(negative) << (LOW + FRACTION + EXPONENT);
      wire [D_BITS-1:0] nan_word = TELLS_NANS_APART != 0 ? nan_word_i : NAN;
      assign d = nan ? nan_word : sign + (infinite ? infinity : magnitude);
      wire unused = &{1'b0, zero, zero_i, field, above, nan_word_i};
    end
  endgenerate

  mmasc_elastic #(
      .REGISTERS(REGISTERS),
      .WIDTH(ID_BITS + D_BITS)
  ) u_registers (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .data_i({id_i, d}),
      .valid_o(valid_o),
      .ready_i(ready_i),
      .data_o({id_o, d_o})
  );
endmodule
