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
  wire [LANES-1:0] a_negative, a_zero, a_nan, a_infinite, b_negative, b_zero, b_nan, b_infinite;
  wire c_nan;
  mmasc_operand_classes #(
      .LANES(LANES),
      .FORMATS(FORMATS),
      .SELECT_BITS(SELECT_BITS),
      .A_FORMATS(A_FORMATS),
      .B_FORMATS(B_FORMATS),
      .C_FORMAT(C_FORMAT),
      .A_BITS(A_BITS),
      .B_BITS(B_BITS),
      .C_BITS(C_BITS),
      .A_SIGNIFICAND_BITS(A_SIGNIFICAND_BITS),
      .B_SIGNIFICAND_BITS(B_SIGNIFICAND_BITS),
      .C_SIGNIFICAND_BITS(C_SIGNIFICAND_BITS),
      .EXPONENT_BITS(EXPONENT_BITS),
      .FLUSH(FLUSH)
  ) u_classes (
      .format_i(format_i),
      .a_i(a_i),
      .b_i(b_i),
      .c_i(c_i),
      .a_negative_o(a_negative),
      .a_zero_o(a_zero),
      .a_nan_o(a_nan),
      .a_infinite_o(a_infinite),
      .b_negative_o(b_negative),
      .b_zero_o(b_zero),
      .b_nan_o(b_nan),
      .b_infinite_o(b_infinite),
      .c_nan_o(c_nan)
  );

  wire [LANES-1:0] infinite = a_infinite | b_infinite;
  wire [LANES-1:0] is_plus = infinite & ~(a_negative ^ b_negative);
  wire [LANES-1:0] is_minus = infinite & (a_negative ^ b_negative);
  wire invalid = |(infinite & (a_zero | b_zero)) || (|is_plus && |is_minus);
  assign nan_word_o = |(a_nan | b_nan) ? FACTOR_NAN
                    : KEEPS_C != 0 && c_nan && !invalid ? D_BITS'(c_i) | QUIET_BIT
                    : NAN;
endmodule
