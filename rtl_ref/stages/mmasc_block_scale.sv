// SPDX-License-Identifier: Apache-2.0
// The product of a block's two scales.
module mmasc_block_scale #(
    parameter [mmasc_pkg::FORMAT_BITS-1:0] FORMAT = 0,
    parameter STORED_BITS = 8,
    parameter SIGNIFICAND_BITS = 1,  // of one scale
    parameter EXPONENT_BITS = 8
) (
    input  logic [       STORED_BITS-1:0] sa_i,
    input  logic [       STORED_BITS-1:0] sb_i,
    output logic [2*SIGNIFICAND_BITS-1:0] significand_o,
    output logic [     EXPONENT_BITS-1:0] exponent_o,
    output logic                          zero_o,
    output logic                          nan_o
);
  wire [2*STORED_BITS-1:0] stored = {sb_i, sa_i};
  wire [2*SIGNIFICAND_BITS-1:0] significand;
  wire [2*EXPONENT_BITS-1:0] exponent;
  wire [1:0] negative, zero, nan, infinite;
  generate
    genvar s;
    for (s = 0; s < 2; s = s + 1) begin : g_scale
      mmasc_unpack #(
          .FORMAT(FORMAT),
          .STORED_BITS(STORED_BITS),
          .SIGNIFICAND_BITS(SIGNIFICAND_BITS),
          .EXPONENT_BITS(EXPONENT_BITS)
      ) u_unpack (
          .stored_i(stored[s*STORED_BITS+:STORED_BITS]),
          .flush_i(1'b0),
          .significand_o(significand[s*SIGNIFICAND_BITS+:SIGNIFICAND_BITS]),
          .exponent_o(exponent[s*EXPONENT_BITS+:EXPONENT_BITS]),
          .negative_o(negative[s]),
          .zero_o(zero[s]),
          .nan_o(nan[s]),
          .infinite_o(infinite[s])
      );
    end
  endgenerate
  localparam BITS = 2 * SIGNIFICAND_BITS;
  assign significand_o = BITS'(significand[SIGNIFICAND_BITS-1:0]) *
                         BITS'(significand[BITS-1:SIGNIFICAND_BITS]);
  assign exponent_o = exponent[EXPONENT_BITS-1:0] + exponent[2*EXPONENT_BITS-1:EXPONENT_BITS];
  assign zero_o = |zero;
  assign nan_o = |nan;
  wire unused = &{1'b0, negative, infinite};
endmodule
