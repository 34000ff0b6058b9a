// SPDX-License-Identifier: Apache-2.0
// Says whether a node of an adder tree's level fills FILLS bits with its magnitude, for coverage.
module mmasc_observe_nodes #(
    parameter COUNT = 2,
    parameter BITS = 8,   // of an addend and of every node, signed
    parameter SPAN = 2,   // neighbouring addends of a node
    parameter FILLS = 7
) (
    input  logic [COUNT*BITS-1:0] addend_i,
    output logic                  plus_o,
    output logic                  minus_o
);
  localparam NODES = (COUNT + SPAN - 1) / SPAN;
  wire [NODES-1:0] plus, minus;
  generate
    genvar n;
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam ADDENDS = COUNT - n * SPAN < SPAN ? COUNT - n * SPAN : SPAN;
      wire [BITS-1:0] sum;
      wire negated;
      mmasc_sum #(
          .COUNT(ADDENDS),
          .BITS(BITS),
          .LAST_BITS(BITS),
          .SUM_BITS(BITS)
      ) u_sum (
          .x_i(addend_i[n*SPAN*BITS+:ADDENDS*BITS]),
          .sum_o(sum),
          .negated_o(negated)
      );
      wire [BITS-1:0] magnitude = sum[BITS-1] ? {BITS{1'b0}} - sum : sum;
      wire fills = magnitude >> (FILLS - 1) == 1;
      wire unused = &{1'b0, negated};
      assign plus[n] = fills && !sum[BITS-1];
      assign minus[n] = fills && sum[BITS-1];
    end
  endgenerate
  assign plus_o = |plus;
  assign minus_o = |minus;
endmodule
