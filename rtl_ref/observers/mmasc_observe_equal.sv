// SPDX-License-Identifier: Apache-2.0
// Says whether any of some words that count is VALUE, for coverage.
module mmasc_observe_equal #(
    parameter COUNT = 1,
    parameter [31:0] VALUE = 0
) (
    input  logic [COUNT*32-1:0] x_i,
    input  logic [   COUNT-1:0] counts_i,
    output logic                any_o
);
  wire [COUNT-1:0] equal;
  generate
    genvar i;
    for (i = 0; i < COUNT; i = i + 1) begin : g_word
      assign equal[i] = counts_i[i] && x_i[i*32+:32] == VALUE;
    end
  endgenerate
  assign any_o = |equal;
endmodule
