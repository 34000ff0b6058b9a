// SPDX-License-Identifier: Apache-2.0
// A word of random bits for stochastic roundings: Marsaglia's xorshift with the shifts 13, 17, 5, of
// period 2^32 - 1. Words side by side have seeds of their own. Models draw other bits (Philox), which
// a bench drives: this is what a unit's generator costs.
module mmasc_random_word #(
    parameter [31:0] SEED = 1  // not 0
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        next_i,   // an operation takes the word
    output logic [31:0] random_o
);
  logic [31:0] state_q;  // is 0 after reset
  assign random_o = state_q ^ SEED;
  wire [31:0] x = random_o ^ (random_o << 13);
  wire [31:0] y = x ^ (x >> 17);
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) state_q <= '0;
    else if (next_i) state_q <= y ^ (y << 5) ^ SEED;
endmodule
