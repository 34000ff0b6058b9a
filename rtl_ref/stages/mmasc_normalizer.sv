// SPDX-License-Identifier: Apache-2.0
// Stage 4, normalizer, of products or of a level's sums: rounds each term to a grid. Terms ->
// terms. bypass_i travels with the operation; the random bits that this stage draws, term by term,
// do not.
module mmasc_normalizer #(
    parameter REGISTERS = 1,
    parameter ID_BITS = 8,
    parameter BYPASS_BITS = 1,
    parameter TERMS = 1,
    parameter [mmasc_pkg::ROUND_BITS-1:0] ROUND = 0,
    parameter EXPONENT_BITS = 10,
    parameter BITS_IN = 33,  // of one significand
    parameter BITS_OUT = 24,
    parameter RANDOM_BITS = 0,  // of one term
    parameter ZEROS_BITS = 0    // of one term
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    input  logic                           valid_i,
    output logic                           ready_o,
    input  logic [            ID_BITS-1:0] id_i,
    input  logic [        BYPASS_BITS-1:0] bypass_i,
    // Above all of them their anticipated leading zeros, then the random bits.
    input  logic [TERMS*(RANDOM_BITS+ZEROS_BITS+BITS_IN)-1:0] significand_i,
    input  logic [TERMS*EXPONENT_BITS-1:0] exponent_i,
    input  logic [              TERMS-1:0] negative_i,
    input  logic [              TERMS-1:0] zero_i,  // counted anew
    input  logic [              TERMS-1:0] nan_i,
    input  logic [              TERMS-1:0] infinite_i,
    output logic                           valid_o,
    input  logic                           ready_i,
    output logic [            ID_BITS-1:0] id_o,
    output logic [        BYPASS_BITS-1:0] bypass_o,
    output logic [     TERMS*BITS_OUT-1:0] significand_o,
    output logic [TERMS*EXPONENT_BITS-1:0] exponent_o,
    output logic [              TERMS-1:0] negative_o,
    output logic [              TERMS-1:0] zero_o,
    output logic [              TERMS-1:0] nan_o,
    output logic [              TERMS-1:0] infinite_o
);
  localparam RANDOM = TERMS * (ZEROS_BITS + BITS_IN);
  wire [TERMS*RANDOM_BITS+RANDOM:0] above = {1'b0, significand_i};
  wire [TERMS*BITS_OUT-1:0] significand;
  wire [TERMS*EXPONENT_BITS-1:0] exponent;
  wire [TERMS-1:0] negative, zero, nan, infinite;
  generate
    genvar t;
    for (t = 0; t < TERMS; t = t + 1) begin : g_term
      mmasc_round #(
          .ROUND(ROUND),
          .EXPONENT_BITS(EXPONENT_BITS),
          .BITS_IN(BITS_IN),
          .BITS_OUT(BITS_OUT),
          .RANDOM_BITS(RANDOM_BITS),
          .ZEROS_BITS(ZEROS_BITS)
      ) u_round (
          .significand_i(significand_i[t*BITS_IN+:BITS_IN]),
          .exponent_i(exponent_i[t*EXPONENT_BITS+:EXPONENT_BITS]),
          .zeros_i(above[TERMS*BITS_IN+t*ZEROS_BITS+:ZEROS_BITS+1]),
          .negative_i(negative_i[t]),
          .nan_i(nan_i[t]),
          .infinite_i(infinite_i[t]),
          .random_i(above[RANDOM+t*RANDOM_BITS+:RANDOM_BITS+1]),
          .significand_o(significand[t*BITS_OUT+:BITS_OUT]),
          .exponent_o(exponent[t*EXPONENT_BITS+:EXPONENT_BITS]),
          .negative_o(negative[t]),
          .zero_o(zero[t]),
          .nan_o(nan[t]),
          .infinite_o(infinite[t])
      );
    end
  endgenerate

  wire unused = &{1'b0, zero_i, above};

  mmasc_elastic #(
      .REGISTERS(REGISTERS),
      .WIDTH(ID_BITS + BYPASS_BITS + TERMS * (BITS_OUT + EXPONENT_BITS + 4))
  ) u_registers (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .data_i({id_i, bypass_i, significand, exponent, negative, zero, nan, infinite}),
      .valid_o(valid_o),
      .ready_i(ready_i),
      .data_o({id_o, bypass_o, significand_o, exponent_o, negative_o, zero_o, nan_o, infinite_o})
  );
endmodule
