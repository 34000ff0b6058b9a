// SPDX-License-Identifier: Apache-2.0
// The sum of COUNT numbers of BITS bits, which fits as many, by a tree of adders.
module mmasc_sum #(
    parameter COUNT = 2,
    parameter BITS  = 8
) (
    input  logic [COUNT*BITS-1:0] x_i,
    output logic [      BITS-1:0] sum_o
);
  localparam HALF = COUNT / 2;
  generate
    if (COUNT == 1) begin : g_one
      assign sum_o = x_i;
    end else begin : g_halves
      wire [BITS-1:0] low, high;
      mmasc_sum #(
          .COUNT(HALF),
          .BITS (BITS)
      ) u_low (
          .x_i  (x_i[HALF*BITS-1:0]),
          .sum_o(low)
      );
      mmasc_sum #(
          .COUNT(COUNT - HALF),
          .BITS (BITS)
      ) u_high (
          .x_i  (x_i[COUNT*BITS-1:HALF*BITS]),
          .sum_o(high)
      );
      assign sum_o = low + high;
    end
  endgenerate
endmodule
