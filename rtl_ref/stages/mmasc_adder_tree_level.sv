// SPDX-License-Identifier: Apache-2.0
// Stage 3, adder tree, an inner level: every RADIX neighbours of a sum become their partial sum.
// Addends -> addends. bypass_i, and what each sum knows, travel with the operation.
module mmasc_adder_tree_level #(
    parameter REGISTERS = 1,
    parameter ID_BITS = 8,
    parameter BYPASS_BITS = 1,
    parameter RADIX = 4,
    parameter SUMS = 1,
    parameter [SUMS*mmasc_pkg::TREE_BITS-1:0] TREE = 0,
    parameter EXPONENT_BITS = 10,
    parameter ADDEND_BITS = 561,     // of all addends
    parameter ADDEND_OUT_BITS = 165,  // of all partial sums
    parameter LOST_BITS = 0  // what sums lost, above the addends
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
    output logic [LOST_BITS+ADDEND_OUT_BITS-1:0] addend_o,
    output logic [SUMS*EXPONENT_BITS-1:0] sum_exponent_o,
    output logic [              SUMS-1:0] sum_zero_o,
    output logic [              SUMS-1:0] sum_nan_o,
    output logic [              SUMS-1:0] sum_infinite_o,
    output logic [              SUMS-1:0] sum_negative_infinity_o,
    output logic [              SUMS-1:0] sum_negative_zero_o
);
  wire [LOST_BITS+ADDEND_OUT_BITS-1:0] addend;
  generate
    if (LOST_BITS > 0) begin : g_lost
      assign addend[ADDEND_OUT_BITS+:LOST_BITS] = addend_i[ADDEND_BITS+:LOST_BITS];
    end
    genvar s, i;
    for (s = 0; s < SUMS; s = s + 1) begin : g_sum
      localparam AT = s * mmasc_pkg::TREE_BITS;
      localparam [31:0] COUNT = TREE[AT+mmasc_pkg::TREE_ADDENDS+:32];
      localparam [31:0] BITS = TREE[AT+mmasc_pkg::TREE_ADDEND_BITS+:32];
      localparam [31:0] LAST_BITS = TREE[AT+mmasc_pkg::TREE_LAST_BITS+:32];
      localparam [31:0] PARTIAL_BITS = TREE[AT+mmasc_pkg::TREE_SUM_BITS+:32];
      localparam [31:0] LAST_PARTIAL_BITS = TREE[AT+mmasc_pkg::TREE_LAST_SUM_BITS+:32];
      localparam [31:0] LOW = TREE[AT+mmasc_pkg::TREE_LOW+:32];
      localparam [31:0] LOW_OUT = TREE[AT+mmasc_pkg::TREE_LOW_OUT+:32];
      localparam [31:0] FORM = TREE[AT+mmasc_pkg::TREE_FORM+:32];
      localparam EACH = BITS + (FORM == mmasc_pkg::SIGN_NUMBER ? 1 : 0);
      localparam SIGN = FORM == mmasc_pkg::NUMBER ? 0 : 1;  // of a partial sum
      for (i = 0; i < COUNT; i = i + RADIX) begin : g_node
        localparam ADDENDS = COUNT - i < RADIX ? COUNT - i : RADIX;
        localparam IS_LAST = i + ADDENDS == COUNT;
        localparam [31:0] NODE_LAST_BITS = IS_LAST ? LAST_BITS : BITS;
        localparam [31:0] NODE_BITS = IS_LAST ? LAST_PARTIAL_BITS : PARTIAL_BITS;
        localparam NODE_LAST = NODE_LAST_BITS + EACH - BITS;
        localparam LOW_OF_NODE = LOW_OUT + i / RADIX * (PARTIAL_BITS + SIGN);
        wire negated;
        mmasc_sum #(
            .COUNT(ADDENDS),
            .BITS(BITS),
            .LAST_BITS(NODE_LAST_BITS),
            .SUM_BITS(NODE_BITS),
            .FORM(FORM)
        ) u_sum (
            .x_i      (addend_i[LOW+i*EACH+:(ADDENDS-1)*EACH+NODE_LAST]),
            .sum_o    (addend[LOW_OF_NODE+:NODE_BITS]),
            .negated_o(negated)
        );
        if (SIGN > 0) begin : g_sign
          assign addend[LOW_OF_NODE+NODE_BITS] = negated;
        end else begin : g_number
          wire unused = &{1'b0, negated};
        end
      end
    end
  endgenerate

  mmasc_elastic #(
      .REGISTERS(REGISTERS),
      .WIDTH(ID_BITS + BYPASS_BITS + LOST_BITS + ADDEND_OUT_BITS + SUMS * (EXPONENT_BITS + 5))
  ) u_registers (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .data_i({
        id_i, bypass_i, addend, sum_exponent_i, sum_zero_i, sum_nan_i, sum_infinite_i,
        sum_negative_infinity_i, sum_negative_zero_i
      }),
      .valid_o(valid_o),
      .ready_i(ready_i),
      .data_o({
        id_o, bypass_o, addend_o, sum_exponent_o, sum_zero_o, sum_nan_o, sum_infinite_o,
        sum_negative_infinity_o, sum_negative_zero_o
      })
  );
endmodule
