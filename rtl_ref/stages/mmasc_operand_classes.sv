// SPDX-License-Identifier: Apache-2.0
// The operands of a step told apart beside the multiplier, lane by lane: negative, zero, NaN or
// infinite. Combinational.
module mmasc_operand_classes #(
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
    parameter [31:0] FLUSH = mmasc_pkg::NO_FLUSH
) (
    input  logic [ SELECT_BITS-1:0] format_i,
    input  logic [LANES*A_BITS-1:0] a_i,
    input  logic [LANES*B_BITS-1:0] b_i,
    input  logic [      C_BITS-1:0] c_i,
    output logic [       LANES-1:0] a_negative_o,
    output logic [       LANES-1:0] a_zero_o,
    output logic [       LANES-1:0] a_nan_o,
    output logic [       LANES-1:0] a_infinite_o,
    output logic [       LANES-1:0] b_negative_o,
    output logic [       LANES-1:0] b_zero_o,
    output logic [       LANES-1:0] b_nan_o,
    output logic [       LANES-1:0] b_infinite_o,
    output logic                    c_nan_o
);
  generate
    genvar k;
    for (k = 0; k < LANES; k = k + 1) begin : g_lane
      wire [A_SIGNIFICAND_BITS-1:0] a_significand;
      wire [B_SIGNIFICAND_BITS-1:0] b_significand;
      wire [EXPONENT_BITS-1:0] a_exponent, b_exponent;
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
          .negative_o(a_negative_o[k]),
          .zero_o(a_zero_o[k]),
          .nan_o(a_nan_o[k]),
          .infinite_o(a_infinite_o[k])
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
          .negative_o(b_negative_o[k]),
          .zero_o(b_zero_o[k]),
          .nan_o(b_nan_o[k]),
          .infinite_o(b_infinite_o[k])
      );
      wire unused = &{1'b0, a_significand, b_significand, a_exponent, b_exponent};
    end
  endgenerate

  wire [C_SIGNIFICAND_BITS-1:0] c_significand;
  wire [EXPONENT_BITS-1:0] c_exponent;
  wire c_negative, c_zero, c_infinite;
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
      .nan_o(c_nan_o),
      .infinite_o(c_infinite)
  );
  wire unused_c = &{1'b0, c_significand, c_exponent, c_negative, c_zero, c_infinite};
endmodule
