// SPDX-License-Identifier: Apache-2.0
// The sum of COUNT signed numbers of BITS bits, the last one of LAST_BITS, by a tree of adders
// (mmasc_halves.sv). SUM_BITS hold every sum.
module mmasc_sum #(
    parameter COUNT = 2,
    parameter BITS = 8,       // at least 2
    parameter LAST_BITS = 8,  // too
    parameter SUM_BITS = 9    // at least as many as any addend has
) (
    input  logic [(COUNT-1)*BITS+LAST_BITS-1:0] x_i,
    output logic [                SUM_BITS-1:0] sum_o
);
  wire [SUM_BITS-1:0] low, high;
  mmasc_halves #(
      .COUNT(COUNT),
      .BITS(BITS),
      .LAST_BITS(LAST_BITS),
      .SUM_BITS(SUM_BITS)
  ) u_halves (
      .x_i(x_i),
      .low_o(low),
      .high_o(high)
  );
  assign sum_o = low + high;
endmodule
