// SPDX-License-Identifier: Apache-2.0
// The sum of COUNT addends of BITS bits, the last one of LAST_BITS, by a tree of adders
// (mmasc_halves.sv): (-1)^negated_o sum_o. SUM_BITS hold every sum.
module mmasc_sum #(
    parameter COUNT = 2,
    parameter BITS = 8,       // at least 2; a SIGN_NUMBER's sign is one more
    parameter LAST_BITS = 8,  // too
    parameter SUM_BITS = 9,   // at least as many as any addend has
    parameter [31:0] FORM = mmasc_pkg::NUMBER,  // of the addends; NUMBERs' sum is never negated
    parameter EACH = BITS + (FORM == mmasc_pkg::SIGN_NUMBER ? 1 : 0),
    parameter LAST = LAST_BITS + (FORM == mmasc_pkg::SIGN_NUMBER ? 1 : 0)
) (
    input  logic [(COUNT-1)*EACH+LAST-1:0] x_i,
    output logic [           SUM_BITS-1:0] sum_o,
    output logic                           negated_o
);
  wire [SUM_BITS-1:0] low, high;
  wire carry;
  mmasc_halves #(
      .COUNT(COUNT),
      .BITS(BITS),
      .LAST_BITS(LAST_BITS),
      .SUM_BITS(SUM_BITS),
      .FORM(FORM)
  ) u_halves (
      .x_i(x_i),
      .low_o(low),
      .high_o(high),
      .carry_o(carry),
      .negated_o(negated_o)
  );
  // A carry enters where two ones meet, below the lowest bit.
  wire [SUM_BITS:0] sum = {low, 1'b1} + {high, carry};
  assign sum_o = sum[SUM_BITS:1];
  wire unused = &{1'b0, sum[0]};
endmodule
