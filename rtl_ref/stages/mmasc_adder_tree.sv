// SPDX-License-Identifier: Apache-2.0
// Stage 3, adder tree, its last level: the sums, each as a magnitude with a sign. Addends -> terms.
// bypass_i travels with the operation.
module mmasc_adder_tree #(
    parameter REGISTERS = 1,
    parameter ID_BITS = 8,
    parameter BYPASS_BITS = 1,
    parameter SUMS = 1,
    parameter [SUMS*mmasc_pkg::TREE_BITS-1:0] TREE = 0,
    parameter EXPONENT_BITS = 10,
    parameter ADDEND_BITS = 165,     // of all addends
    parameter SIGNIFICAND_BITS = 32, // of all sums
    parameter LOST_BITS = 0,         // what sums lost, above the addends
    parameter ZEROS_BITS = 0         // anticipated leading zeros, above the significands
) (
    input  logic                          clk_i,
    input  logic                          rst_ni,
    input  logic                          valid_i,
    output logic                          ready_o,
    input  logic [           ID_BITS-1:0] id_i,
    input  logic [       BYPASS_BITS-1:0] bypass_i,
    input  logic [LOST_BITS+ADDEND_BITS-1:0] addend_i,
    input  logic [SUMS*EXPONENT_BITS-1:0] sum_exponent_i,
    input  logic [              SUMS-1:0] sum_zero_i,
    input  logic [              SUMS-1:0] sum_nan_i,
    input  logic [              SUMS-1:0] sum_infinite_i,
    input  logic [              SUMS-1:0] sum_negative_infinity_i,
    input  logic [              SUMS-1:0] sum_negative_zero_i,
    output logic                          valid_o,
    input  logic                          ready_i,
    output logic [           ID_BITS-1:0] id_o,
    output logic [       BYPASS_BITS-1:0] bypass_o,
    output logic [ZEROS_BITS+SIGNIFICAND_BITS-1:0] significand_o,
    output logic [SUMS*EXPONENT_BITS-1:0] exponent_o,
    output logic [              SUMS-1:0] negative_o,
    output logic [              SUMS-1:0] zero_o,
    output logic [              SUMS-1:0] nan_o,
    output logic [              SUMS-1:0] infinite_o
);
  wire [ZEROS_BITS+SIGNIFICAND_BITS-1:0] significand;
  wire [SUMS-1:0] negative, zero;
  wire [LOST_BITS+ADDEND_BITS:0] above = {1'b0, addend_i};
  wire unused_above = &{1'b0, above};
  generate
    genvar s;
    for (s = 0; s < SUMS; s = s + 1) begin : g_sum
      localparam AT = s * mmasc_pkg::TREE_BITS;
      localparam [31:0] COUNT = TREE[AT+mmasc_pkg::TREE_ADDENDS+:32];
      localparam [31:0] BITS = TREE[AT+mmasc_pkg::TREE_ADDEND_BITS+:32];
      localparam [31:0] LAST_BITS = TREE[AT+mmasc_pkg::TREE_LAST_BITS+:32];
      localparam [31:0] TOTAL_BITS = TREE[AT+mmasc_pkg::TREE_SUM_BITS+:32];
      localparam [31:0] NODE_BITS = TREE[AT+mmasc_pkg::TREE_LAST_SUM_BITS+:32];  // as many
      localparam [31:0] ADDENDS_LOW = TREE[AT+mmasc_pkg::TREE_LOW+:32];
      localparam [31:0] LOW_OUT = TREE[AT+mmasc_pkg::TREE_LOW_OUT+:32];
      localparam [31:0] BITS_OUT = TREE[AT+mmasc_pkg::TREE_SIGNIFICAND_BITS+:32];
      localparam [31:0] ZEROS = TREE[AT+mmasc_pkg::TREE_ZEROS_BITS+:32];
      localparam [31:0] ZEROS_LOW = TREE[AT+mmasc_pkg::TREE_ZEROS_LOW+:32];
      localparam [31:0] FORM = TREE[AT+mmasc_pkg::TREE_FORM+:32];
      localparam SIGN = FORM == mmasc_pkg::SIGN_NUMBER ? 1 : 0;  // beside an addend's number
      wire [TOTAL_BITS-1:0] low, high;
      wire carry, negated;
      mmasc_halves #(
          .COUNT(COUNT),
          .BITS(BITS),
          .LAST_BITS(LAST_BITS),
          .SUM_BITS(NODE_BITS),
          .FORM(FORM)
      ) u_halves (
          .x_i(addend_i[ADDENDS_LOW+:(COUNT-1)*(BITS+SIGN)+LAST_BITS+SIGN]),
          .low_o(low),
          .high_o(high),
          .carry_o(carry),
          .negated_o(negated)
      );
      // A carry enters where two ones meet, below the lowest bit.
      wire [TOTAL_BITS:0] total = {low, 1'b1} + {high, carry};
      wire unused = &{1'b0, total[0]};
      if (ZEROS > 0) begin : g_zeros
        mmasc_anticipate #(
            .BITS(TOTAL_BITS),
            .ZEROS_BITS(ZEROS)
        ) u_anticipate (
            .x_i(low),
            .y_i(high),
            .zeros_o(significand[SIGNIFICAND_BITS+ZEROS_LOW+:ZEROS])
        );
      end
      wire is_negative, is_nothing, cancels;
      mmasc_total #(
          .TREE(TREE[AT+:mmasc_pkg::TREE_BITS]),
          .BITS(TOTAL_BITS),
          .BITS_OUT(BITS_OUT)
      ) u_total (
          .total_i(total[TOTAL_BITS:1]),
          .negated_i(negated),
          .lost_i(above[ADDEND_BITS+TREE[AT+mmasc_pkg::TREE_LOST+:32]]),
          .significand_o(significand[LOW_OUT+:BITS_OUT]),
          .negative_o(is_negative),
          .nothing_o(is_nothing),
          .zero_o(cancels)
      );
      assign negative[s] = sum_infinite_i[s] ? sum_negative_infinity_i[s] :
                           is_nothing        ? sum_negative_zero_i[s] : is_negative;
      assign zero[s] = sum_zero_i[s] || cancels;
    end
  endgenerate

  mmasc_elastic #(
      .REGISTERS(REGISTERS),
      .WIDTH(ID_BITS + BYPASS_BITS + ZEROS_BITS + SIGNIFICAND_BITS + SUMS * (EXPONENT_BITS + 4))
  ) u_registers (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .data_i({
        id_i, bypass_i, significand, sum_exponent_i, negative, zero, sum_nan_i, sum_infinite_i
      }),
      .valid_o(valid_o),
      .ready_i(ready_i),
      .data_o({id_o, bypass_o, significand_o, exponent_o, negative_o, zero_o, nan_o, infinite_o})
  );
endmodule
