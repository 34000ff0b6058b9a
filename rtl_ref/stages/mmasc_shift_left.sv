// SPDX-License-Identifier: Apache-2.0
// x_i << amount_i, a row of multiplexers for each bit of the amount, the greatest step first: where
// only the top of y_o is used, a row has only the bits that smaller steps may still move there.
module mmasc_shift_left #(
    parameter BITS = 8,
    parameter AMOUNT_BITS = 3
) (
    input  logic [       BITS-1:0] x_i,
    input  logic [AMOUNT_BITS-1:0] amount_i,
    output logic [       BITS-1:0] y_o
);
  generate
    genvar l;
    for (l = AMOUNT_BITS; l >= 0; l = l - 1) begin : g_step
      wire [BITS-1:0] shifted;  // by the bits of the amount from l on
      wire unused = &{1'b0, shifted};
      if (l == AMOUNT_BITS) begin : g_first
        assign shifted = x_i;
      end else begin : g_next
        assign shifted =
            amount_i[l] ? g_step[l+1].shifted << (1 << l) : g_step[l+1].shifted;
      end
    end
  endgenerate
  assign y_o = g_step[0].shifted;
endmodule
