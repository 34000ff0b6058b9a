// SPDX-License-Identifier: Apache-2.0
// Asserts of the terms of a sum that their exponents and distances to the largest, which are signed
// and here of 32 bits, fit the EXPONENT_BITS that the plan gives them, and that none is above it.
module mmasc_assert_distances #(
    parameter COUNT = 1,
    parameter EXPONENT_BITS = 10,
    parameter BY_EXPONENTS = 1  // whether terms are shifted by their distances
) (
    input logic                clk_i,
    input logic                rst_ni,
    input logic                valid_i,
    input logic [COUNT*32-1:0] exponent_i,
    input logic [COUNT*32-1:0] distance_i
);
  wire [COUNT-1:0] exponent_fits, distance_fits;
  generate
    genvar i;
    for (i = 0; i < COUNT; i = i + 1) begin : g_term
      wire [31:0] exponent = exponent_i[i*32+:32], distance = distance_i[i*32+:32];
      wire [31:0] above = $signed(exponent) >>> (EXPONENT_BITS - 1);
      assign exponent_fits[i] = above == 0 || &above;
      assign distance_fits[i] = BY_EXPONENTS == 0 || distance >> (EXPONENT_BITS - 1) == 0;
    end
  endgenerate
  always @(posedge clk_i)
    if (rst_ni && valid_i) begin
      exponent_overflows: assert (&exponent_fits);
      distance_overflows: assert (&distance_fits);
    end
endmodule
