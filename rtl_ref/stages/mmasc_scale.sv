// SPDX-License-Identifier: Apache-2.0
// The product of the scales that a block of lanes shares: an element of each scale operand.
module mmasc_scale #(
    parameter SCALES = 2,  // operands
    parameter [SCALES*mmasc_pkg::SCALE_BITS-1:0] OPERANDS = 0,
    parameter PORT_BITS = 16,        // of all elements of all operands
    parameter BLOCK = 0,             // which block of lanes,
    parameter BLOCKS = 1,            // of so many
    parameter SIGNIFICAND_BITS = 2,  // of all scales of a lane together
    parameter EXPONENT_BITS = 8
) (
    input  logic [       PORT_BITS-1:0] scale_i,
    output logic [SIGNIFICAND_BITS-1:0] significand_o,
    output logic [   EXPONENT_BITS-1:0] exponent_o,
    output logic                        negative_o,
    output logic                        zero_o,
    output logic                        nan_o,
    output logic                        infinite_o
);
  wire [SCALES-1:0] negative, zero, nan, infinite;
  generate
    genvar s;
    for (s = 0; s < SCALES; s = s + 1) begin : g_scale
      localparam [mmasc_pkg::SCALE_BITS-1:0] OPERAND =
          OPERANDS[s*mmasc_pkg::SCALE_BITS+:mmasc_pkg::SCALE_BITS];
      localparam [mmasc_pkg::FORMAT_BITS-1:0] FORMAT = OPERAND[0+:mmasc_pkg::FORMAT_BITS];
      localparam [31:0] STORED_BITS = OPERAND[mmasc_pkg::SCALE_STORED_BITS+:32];
      localparam [31:0] ELEMENTS = OPERAND[mmasc_pkg::SCALE_ELEMENTS+:32];
      localparam [31:0] LOW = OPERAND[mmasc_pkg::SCALE_LOW+:32];
      localparam [31:0] OWN_BITS = FORMAT[mmasc_pkg::FORMAT_FRACTION_BITS+:32] + 1;
      wire [OWN_BITS-1:0] own;
      wire [EXPONENT_BITS-1:0] own_exponent;
      wire [SIGNIFICAND_BITS-1:0] significand;  // of this scale and those before
      wire [EXPONENT_BITS-1:0] exponent;
      mmasc_unpack #(
          .FORMAT(FORMAT),
          .STORED_BITS(STORED_BITS),
          .SIGNIFICAND_BITS(OWN_BITS),
          .EXPONENT_BITS(EXPONENT_BITS)
      ) u_unpack (
          .stored_i(scale_i[LOW+BLOCK*ELEMENTS/BLOCKS*STORED_BITS+:STORED_BITS]),
          .flush_i(1'b0),
          .significand_o(own),
          .exponent_o(own_exponent),
          .negative_o(negative[s]),
          .zero_o(zero[s]),
          .nan_o(nan[s]),
          .infinite_o(infinite[s])
      );
      if (s == 0) begin : g_first
        assign significand = SIGNIFICAND_BITS'(own);
        assign exponent = own_exponent;
      end else begin : g_later
        assign significand = g_scale[s-1].significand * SIGNIFICAND_BITS'(own);
        assign exponent = g_scale[s-1].exponent + own_exponent;
      end
    end
  endgenerate
  assign significand_o = g_scale[SCALES-1].significand;
  assign exponent_o = g_scale[SCALES-1].exponent;
  assign negative_o = ^negative;
  assign zero_o = |zero;
  assign infinite_o = |infinite;
  assign nan_o = |nan || (infinite_o && zero_o);
  wire unused = &{1'b0, scale_i};
endmodule
