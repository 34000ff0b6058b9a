// SPDX-License-Identifier: Apache-2.0
// Stage 2, aligner: each sum's terms on a common grid. Terms, in the order of the sums' addends,
// -> addends and what each sum knows beside them. bypass_i travels with the operation; the random
// bits that this stage draws, addend by addend, do not.
module mmasc_aligner #(
    parameter REGISTERS = 1,
    parameter ID_BITS = 8,
    parameter BYPASS_BITS = 1,
    parameter TERMS = 17,
    parameter SUMS = 1,
    parameter [SUMS*mmasc_pkg::SUM_BITS-1:0] SUM = 0,
    parameter GROUPS = 2,
    parameter [GROUPS*mmasc_pkg::GROUP_BITS-1:0] GROUP = 0,  // sum by sum
    parameter SIGNIFICAND_BITS = 376,  // of all terms
    parameter EXPONENT_BITS = 10,      // signed
    parameter ADDEND_BITS = 561,       // of all addends
    parameter RANDOM_BITS = 0,         // of all addends
    parameter LOST_BITS = 0            // one for each sum that tells whether it lost a bit
) (
    input  logic                           clk_i,
    input  logic                           rst_ni,
    input  logic                           valid_i,
    output logic                           ready_o,
    input  logic [            ID_BITS-1:0] id_i,
    input  logic [        BYPASS_BITS-1:0] bypass_i,
    input  logic [RANDOM_BITS+SIGNIFICAND_BITS-1:0] significand_i,  // above all: the random bits
    input  logic [TERMS*EXPONENT_BITS-1:0] exponent_i,
    input  logic [              TERMS-1:0] negative_i,
    input  logic [              TERMS-1:0] zero_i,
    input  logic [              TERMS-1:0] nan_i,
    input  logic [              TERMS-1:0] infinite_i,
    output logic                           valid_o,
    input  logic                           ready_i,
    output logic [            ID_BITS-1:0] id_o,
    output logic [        BYPASS_BITS-1:0] bypass_o,
    output logic [LOST_BITS+ADDEND_BITS-1:0] addend_o,  // signed; above all: what was lost
    output logic [ SUMS*EXPONENT_BITS-1:0] sum_exponent_o,
    output logic [               SUMS-1:0] sum_zero_o,
    output logic [               SUMS-1:0] sum_nan_o,
    output logic [               SUMS-1:0] sum_infinite_o,
    output logic [               SUMS-1:0] sum_negative_infinity_o,
    output logic [               SUMS-1:0] sum_negative_zero_o
);
  wire [RANDOM_BITS+SIGNIFICAND_BITS:0] above = {1'b0, significand_i};
  wire [LOST_BITS+ADDEND_BITS-1:0] addend;
  wire [SUMS-1:0] lost;
  wire unused = &{1'b0, above, lost};
  wire [SUMS*EXPONENT_BITS-1:0] exponent;
  wire [SUMS-1:0] zero, nan, infinite, negative_infinity, negative_zero;
  generate
    genvar s;
    for (s = 0; s < SUMS; s = s + 1) begin : g_sum
      localparam AT = s * mmasc_pkg::SUM_BITS;
      localparam [31:0] FIRST_GROUP = SUM[AT+mmasc_pkg::SUM_FIRST_GROUP+:32];
      localparam [31:0] GROUPS_OF_SUM = SUM[AT+mmasc_pkg::SUM_GROUPS+:32];
      localparam [31:0] FIRST = SUM[AT+mmasc_pkg::SUM_FIRST_TERM+:32];
      localparam [31:0] COUNT = SUM[AT+mmasc_pkg::SUM_TERMS+:32];
      localparam [31:0] LOW = SUM[AT+mmasc_pkg::SUM_LOW+:32];
      localparam [31:0] BITS = SUM[AT+mmasc_pkg::SUM_SIGNIFICAND_BITS+:32];
      localparam [31:0] EACH = SUM[AT+mmasc_pkg::SUM_ADDEND_BITS+:32];
      localparam [31:0] LAST_BITS = SUM[AT+mmasc_pkg::SUM_LAST_BITS+:32];
      localparam [31:0] ADDEND_LOW = SUM[AT+mmasc_pkg::SUM_ADDEND_LOW+:32];
      localparam [31:0] RANDOM_LOW = SUM[AT+mmasc_pkg::SUM_RANDOM_LOW+:32];
      localparam [31:0] RANDOM = SUM[AT+mmasc_pkg::SUM_RANDOM_BITS+:32];
      mmasc_align_sum #(
          .TERMS(COUNT),
          .GROUPS(GROUPS_OF_SUM),
          .GROUP(GROUP[FIRST_GROUP*mmasc_pkg::GROUP_BITS+:GROUPS_OF_SUM*mmasc_pkg::GROUP_BITS]),
          .SIGNIFICAND_BITS(BITS),
          .EXPONENT_BITS(EXPONENT_BITS),
          .ADDEND_BITS(EACH),
          .LAST_BITS(LAST_BITS),
          .RANDOM_BITS(RANDOM),
          .LEAST_EXPONENT(SUM[AT+mmasc_pkg::SUM_LEAST_EXPONENT+:32]),
          .ZERO_SIGN(SUM[AT+mmasc_pkg::SUM_ZERO_SIGN+:32]),
          .COMPLEMENTS(SUM[AT+mmasc_pkg::SUM_COMPLEMENTS+:32]),
          .HAS_FRAME(SUM[AT+mmasc_pkg::SUM_HAS_FRAME+:32]),
          .FRAME(SUM[AT+mmasc_pkg::SUM_FRAME+:32]),
          .GRID_STEP(SUM[AT+mmasc_pkg::SUM_GRID_STEP+:32]),
          .GRID_FIRST(SUM[AT+mmasc_pkg::SUM_GRID_FIRST+:32])
      ) u_align_sum (
          .significand_i(significand_i[LOW+:BITS]),
          .exponent_i(exponent_i[FIRST*EXPONENT_BITS+:COUNT*EXPONENT_BITS]),
          .negative_i(negative_i[FIRST+:COUNT]),
          .zero_i(zero_i[FIRST+:COUNT]),
          .nan_i(nan_i[FIRST+:COUNT]),
          .infinite_i(infinite_i[FIRST+:COUNT]),
          .random_i(above[SIGNIFICAND_BITS+RANDOM_LOW+:RANDOM+1]),
          .addend_o(addend[ADDEND_LOW+:(COUNT-1)*EACH+LAST_BITS]),
          .exponent_o(exponent[s*EXPONENT_BITS+:EXPONENT_BITS]),
          .zero_o(zero[s]),
          .nan_o(nan[s]),
          .infinite_o(infinite[s]),
          .negative_infinity_o(negative_infinity[s]),
          .negative_zero_o(negative_zero[s]),
          .lost_o(lost[s])
      );
      if (SUM[AT+mmasc_pkg::SUM_TELLS_LOST+:32] != 0) begin : g_lost
        assign addend[ADDEND_BITS+SUM[AT+mmasc_pkg::SUM_LOST+:32]] = lost[s];
      end
    end
  endgenerate

  mmasc_elastic #(
      .REGISTERS(REGISTERS),
      .WIDTH(ID_BITS + BYPASS_BITS + LOST_BITS + ADDEND_BITS + SUMS * (EXPONENT_BITS + 5))
  ) u_registers (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .data_i({
        id_i, bypass_i, addend, exponent, zero, nan, infinite, negative_infinity, negative_zero
      }),
      .valid_o(valid_o),
      .ready_i(ready_i),
      .data_o({
        id_o, bypass_o, addend_o, sum_exponent_o, sum_zero_o, sum_nan_o, sum_infinite_o,
        sum_negative_infinity_o, sum_negative_zero_o
      })
  );
endmodule
