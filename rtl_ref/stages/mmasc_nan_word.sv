// SPDX-License-Identifier: Apache-2.0
// Beside the multiplier: the NaN that d is if it is one, by its cause, the first of
//   1. a factor is NaN                                    FACTOR_NAN
//   2. 0 times infinity, or products of both infinities   NAN
//   3. c is NaN                                           c with its highest fraction bit set
//   4. what else makes a NaN                              NAN
// Combinational; the word travels with the operation (mmasc_beside.sv).
module mmasc_nan_word #(
    parameter LANES = 4,
    parameter FORMATS = 1,  // that a and b may have; format_i selects one
    parameter SELECT_BITS = 1,
    parameter [FORMATS*mmasc_pkg::FORMAT_BITS-1:0] A_FORMATS = 0,
    parameter [FORMATS*mmasc_pkg::FORMAT_BITS-1:0] B_FORMATS = 0,
    parameter [mmasc_pkg::FORMAT_BITS-1:0] C_FORMAT = 0,
    parameter A_BITS = 16,  // of an element as stored
    parameter B_BITS = 16,
    parameter C_BITS = 32,
    parameter A_SIGNIFICAND_BITS = 11,
    parameter B_SIGNIFICAND_BITS = 11,
    parameter C_SIGNIFICAND_BITS = 24,
    parameter EXPONENT_BITS = 10,
    parameter [31:0] FLUSH = mmasc_pkg::NO_FLUSH,
    parameter D_BITS = 32,
    parameter [D_BITS-1:0] NAN = 0,
    parameter [D_BITS-1:0] FACTOR_NAN = 0,
    parameter KEEPS_C = 0,               // whether the third cause is told apart
    parameter [D_BITS-1:0] QUIET_BIT = 0
) (
    input  logic [ SELECT_BITS-1:0] format_i,
    input  logic [LANES*A_BITS-1:0] a_i,
    input  logic [LANES*B_BITS-1:0] b_i,
    input  logic [      C_BITS-1:0] c_i,
    output logic [      D_BITS-1:0] nan_word_o
);
  wire [LANES-1:0] factor_is_nan, is_invalid, is_plus, is_minus;
  generate
    genvar k;
    for (k = 0; k < LANES; k = k + 1) begin : g_lane
      wire [A_SIGNIFICAND_BITS-1:0] a_significand;
      wire [B_SIGNIFICAND_BITS-1:0] b_significand;
      wire [EXPONENT_BITS-1:0] a_exponent, b_exponent;
      wire a_negative, a_zero, a_nan, a_infinite, b_negative, b_zero, b_nan, b_infinite;
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
          .stored_i(a_i[k*A_BITS+:A_BITS]),
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
          .stored_i(b_i[k*B_BITS+:B_BITS]),
          .significand_o(b_significand),
          .exponent_o(b_exponent),
          .negative_o(b_negative),
          .zero_o(b_zero),
          .nan_o(b_nan),
          .infinite_o(b_infinite)
      );
      wire infinite = a_infinite || b_infinite;
      assign factor_is_nan[k] = a_nan || b_nan;
      assign is_invalid[k] = infinite && (a_zero || b_zero);
      assign is_plus[k] = infinite && a_negative == b_negative;
      assign is_minus[k] = infinite && a_negative != b_negative;
      wire unused = &{1'b0, a_significand, b_significand, a_exponent, b_exponent};
    end
  endgenerate

  wire [C_SIGNIFICAND_BITS-1:0] c_significand;
  wire [EXPONENT_BITS-1:0] c_exponent;
  wire c_negative, c_zero, c_nan, c_infinite;
  mmasc_unpack #(
      .FORMAT(C_FORMAT),
      .STORED_BITS(C_BITS),
      .SIGNIFICAND_BITS(C_SIGNIFICAND_BITS),
      .EXPONENT_BITS(EXPONENT_BITS)
  ) u_c (
      .stored_i(c_i),
      .flush_i(1'b0),
      .significand_o(c_significand),
      .exponent_o(c_exponent),
      .negative_o(c_negative),
      .zero_o(c_zero),
      .nan_o(c_nan),
      .infinite_o(c_infinite)
  );
  wire unused_c = &{1'b0, c_significand, c_exponent, c_negative, c_zero, c_infinite};

  wire invalid = |is_invalid || (|is_plus && |is_minus);
  assign nan_word_o = |factor_is_nan ? FACTOR_NAN
                    : KEEPS_C != 0 && c_nan && !invalid ? D_BITS'(c_i) | QUIET_BIT
                    : NAN;
endmodule
