// SPDX-License-Identifier: Apache-2.0
// The greatest of COUNT signed numbers, by a tree of comparisons.
module mmasc_max #(
    parameter COUNT = 2,
    parameter BITS  = 8
) (
    input  logic [COUNT*BITS-1:0] x_i,
    output logic [      BITS-1:0] max_o
);
  localparam HALF = COUNT / 2;
  generate
    if (COUNT == 1) begin : g_one
      assign max_o = x_i;
    end else begin : g_halves
      wire [BITS-1:0] low, high;
      mmasc_max #(
          .COUNT(HALF),
          .BITS (BITS)
      ) u_low (
          .x_i  (x_i[HALF*BITS-1:0]),
          .max_o(low)
      );
      mmasc_max #(
          .COUNT(COUNT - HALF),
          .BITS (BITS)
      ) u_high (
          .x_i  (x_i[COUNT*BITS-1:HALF*BITS]),
          .max_o(high)
      );
      assign max_o = $signed(low) < $signed(high) ? high : low;
    end
  endgenerate
endmodule
