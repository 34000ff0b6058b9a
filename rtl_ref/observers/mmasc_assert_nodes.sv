// SPDX-License-Identifier: Apache-2.0
// Asserts of a level of an adder tree that the sum of every RADIX neighbours fits its node, as the
// plan says: in as many bits as it may need, it is the number that the node's bits keep.
module mmasc_assert_nodes #(
    parameter COUNT = 2,
    parameter BITS = 8,           // of an addend, signed
    parameter RADIX = 2,
    parameter NODE_BITS = 8,      // of a node, signed
    parameter LAST_NODE_BITS = 8,  // of the last one
    parameter HAS_SIGN = 0,       // the node has a sign beside its bits: its negative fits, too
    parameter MAGNITUDE_BITS = 0  // to which the sum's magnitude is cut; 0: it is not
) (
    input logic                  clk_i,
    input logic                  rst_ni,
    input logic                  valid_i,
    input logic [COUNT*BITS-1:0] addend_i
);
  localparam WIDE_BITS = BITS + $clog2(RADIX + 1);
  localparam NODES = (COUNT + RADIX - 1) / RADIX;
  wire [NODES-1:0] fits, keeps;
  generate
    genvar n, i;
    for (n = 0; n < NODES; n = n + 1) begin : g_node
      localparam ADDENDS = COUNT - n * RADIX < RADIX ? COUNT - n * RADIX : RADIX;
      wire [ADDENDS*WIDE_BITS-1:0] wide;
      wire [WIDE_BITS-1:0] sum;
      wire negated;
      for (i = 0; i < ADDENDS; i = i + 1) begin : g_addend
        localparam LOW = (n * RADIX + i) * BITS;
        assign wide[i*WIDE_BITS+:WIDE_BITS] = {
          {(WIDE_BITS - BITS) {addend_i[LOW+BITS-1]}}, addend_i[LOW+:BITS]
        };
      end
      mmasc_sum #(
          .COUNT(ADDENDS),
          .BITS(WIDE_BITS),
          .LAST_BITS(WIDE_BITS),
          .SUM_BITS(WIDE_BITS)
      ) u_sum (
          .x_i(wide),
          .sum_o(sum),
          .negated_o(negated)
      );
      localparam KEPT = n + 1 < NODES ? NODE_BITS : LAST_NODE_BITS;
      wire is_least = sum[KEPT-1:0] == {1'b1, {(KEPT - 1) {1'b0}}};
      assign fits[n] = sum[WIDE_BITS-1:KEPT-1] == {(WIDE_BITS - KEPT + 1) {sum[KEPT-1]}} &&
                       !(HAS_SIGN != 0 && is_least);
      wire [WIDE_BITS-1:0] magnitude = sum[WIDE_BITS-1] ? {WIDE_BITS{1'b0}} - sum : sum;
      wire unused = &{1'b0, negated};
      assign keeps[n] = MAGNITUDE_BITS == 0 || magnitude >> MAGNITUDE_BITS == 0;
    end
  endgenerate
  always @(posedge clk_i)
    if (rst_ni && valid_i) begin
      overflows: assert (&fits);
      loses_top_bits: assert (&keeps);
    end
endmodule
