// SPDX-License-Identifier: Apache-2.0
// Beside the multiplier, of a unit that raises flags: whether a NaN among the operands is all that
// makes d NaN. It is not where a NaN signals or a product is 0 times infinity. Combinational; the
// bit travels with the operation (mmasc_beside.sv).
module mmasc_quiet_nan #(
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
    // Of each format the bits of which a quiet NaN has one.
    parameter [FORMATS*A_BITS-1:0] A_QUIET = 0,
    parameter [FORMATS*B_BITS-1:0] B_QUIET = 0,
    parameter [C_BITS-1:0] C_QUIET = 0
) (
    input  logic [ SELECT_BITS-1:0] format_i,
    input  logic [LANES*A_BITS-1:0] a_i,
    input  logic [LANES*B_BITS-1:0] b_i,
    input  logic [      C_BITS-1:0] c_i,
    output logic                    quiet_nan_o
);
  wire [A_BITS-1:0] a_quiet;
  wire [B_BITS-1:0] b_quiet;
  generate
    genvar f;
    for (f = 0; f < FORMATS; f = f + 1) begin : g_format
      wire [A_BITS+B_BITS-1:0] chosen;  // among the formats so far
      wire [A_BITS+B_BITS-1:0] own = {A_QUIET[f*A_BITS+:A_BITS], B_QUIET[f*B_BITS+:B_BITS]};
      if (f == 0) begin : g_first
        assign chosen = own;
      end else begin : g_later
        assign chosen = format_i == SELECT_BITS'(f) ? own : g_format[f-1].chosen;
      end
    end
  endgenerate
  assign {a_quiet, b_quiet} = g_format[FORMATS-1].chosen;

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
      .EXPONENT_BITS(EXPONENT_BITS)
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

  wire [LANES-1:0] signals;  // an a or b of the lane
  generate
    genvar k;
    for (k = 0; k < LANES; k = k + 1) begin : g_lane
      assign signals[k] = (a_nan[k] && ~|(a_i[k*A_BITS+:A_BITS] & a_quiet)) ||
                          (b_nan[k] && ~|(b_i[k*B_BITS+:B_BITS] & b_quiet));
    end
  endgenerate
  wire no_value = |((a_infinite & b_zero) | (a_zero & b_infinite));
  wire invalid = |signals || no_value || (c_nan && ~|(c_i & C_QUIET));
  wire unused = &{1'b0, a_negative, b_negative};
  assign quiet_nan_o = (|(a_nan | b_nan) || c_nan) && !invalid;
endmodule
