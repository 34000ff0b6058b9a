// SPDX-License-Identifier: Apache-2.0
// How many zeros precede the leading one; BITS where there is none. A tree: two halves, of which
// the high one counts unless it is zero.
module mmasc_leading_zeros #(
    parameter BITS = 8
) (
    input  logic [          BITS-1:0] x_i,
    output logic [$clog2(BITS+1)-1:0] count_o
);
  localparam LOW = BITS == 1 ? 1 : BITS / 2;
  localparam HIGH = BITS - LOW;
  localparam COUNT_BITS = $clog2(BITS + 1);
  generate
    if (BITS == 1) begin : g_one
      assign count_o = !x_i;
    end else begin : g_halves
      wire [ $clog2(LOW+1)-1:0] low;
      wire [$clog2(HIGH+1)-1:0] high;
      mmasc_leading_zeros #(
          .BITS(LOW)
      ) u_low (
          .x_i(x_i[LOW-1:0]),
          .count_o(low)
      );
      mmasc_leading_zeros #(
          .BITS(HIGH)
      ) u_high (
          .x_i(x_i[BITS-1:LOW]),
          .count_o(high)
      );
      assign count_o = |x_i[BITS-1:LOW] ? COUNT_BITS'(high) : COUNT_BITS'(HIGH) + COUNT_BITS'(low);
    end
  endgenerate
endmodule
