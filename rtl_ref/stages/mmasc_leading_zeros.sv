// SPDX-License-Identifier: Apache-2.0
// How many zeros precede the leading one; BITS where there is none. A tree: of two halves the high
// one counts unless it is all zeros. It is written for all windows of 2^l bits at once, bit p of a
// vector for the window that begins at p: tools then read a few wide operations and not thousands of
// nodes, and of the windows synthesis keeps those of the tree.
module mmasc_leading_zeros #(
    parameter BITS = 8
) (
    input  logic [          BITS-1:0] x_i,
    output logic [$clog2(BITS+1)-1:0] count_o
);
  localparam LEVELS = $clog2(BITS);
  localparam FULL = 1 << LEVELS;
  localparam PADS = FULL - BITS;  // ones, below
  wire [FULL-1:0] padded = (FULL'(x_i) << PADS) | ((FULL'(1) << PADS) - FULL'(1));
  generate
    genvar l, j;
    for (l = 0; l <= LEVELS; l = l + 1) begin : g_level
      localparam WINDOWS = FULL - (1 << l) + 1;
      wire [WINDOWS-1:0] zero;  // all of the window
      wire unused_zero = &{1'b0, zero};
      if (l == 0) begin : g_bits
        assign zero = ~padded;
      end else begin : g_pairs
        localparam HALF = 1 << (l - 1);
        wire [WINDOWS-1:0] low = g_level[l-1].zero[0+:WINDOWS];
        wire [WINDOWS-1:0] high = g_level[l-1].zero[HALF+:WINDOWS];
        assign zero = high & low;
        for (j = 0; j < l; j = j + 1) begin : g_bit  // of the counts
          wire [WINDOWS-1:0] count;
          wire unused_count = &{1'b0, count};
          if (j == l - 1) begin : g_top
            assign count = high & ~low;
          end else begin : g_half
            assign count = (high & g_level[l-1].g_pairs.g_bit[j].count[0+:WINDOWS]) |
                           (~high & g_level[l-1].g_pairs.g_bit[j].count[HALF+:WINDOWS]);
          end
        end
      end
    end
  endgenerate
  localparam COUNT_BITS = $clog2(BITS + 1);
  wire [LEVELS:0] count;
  assign count[LEVELS] = g_level[LEVELS].zero[0];
  generate
    for (j = 0; j < LEVELS; j = j + 1) begin : g_count
      assign count[j] = g_level[LEVELS].g_pairs.g_bit[j].count[0];
    end
  endgenerate
  assign count_o = COUNT_BITS'(count);
  wire unused = &{1'b0, count};
endmodule
