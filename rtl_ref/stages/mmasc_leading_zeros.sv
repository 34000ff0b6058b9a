// SPDX-License-Identifier: Apache-2.0
// How many zeros precede the leading one; BITS where there is none. A tree: of two halves the high
// one counts unless it is all zeros.
module mmasc_leading_zeros #(
    parameter BITS = 8
) (
    input  logic [          BITS-1:0] x_i,
    output logic [$clog2(BITS+1)-1:0] count_o
);
  localparam LEVELS = $clog2(BITS);
  localparam PADDED = 1 << LEVELS;
  localparam PADS = PADDED - BITS;  // ones, below
  wire [PADDED-1:0] padded = (PADDED'(x_i) << PADS) | ((PADDED'(1) << PADS) - PADDED'(1));
  generate
    genvar l, i;
    for (l = 0; l <= LEVELS; l = l + 1) begin : g_level
      // Of 2^l bits each; the top bit is set where all of them are zero.
      wire [(PADDED>>l)*(l+1)-1:0] count;
      if (l == 0) begin : g_bits
        assign count = ~padded;
      end else begin : g_pairs
        for (i = 0; i < (PADDED >> l); i = i + 1) begin : g_node
          wire [l-1:0] low = g_level[l-1].count[2*i*l+:l];
          wire [l-1:0] high = g_level[l-1].count[(2*i+1)*l+:l];
          assign count[i*(l+1)+:l+1] =
              high[l-1] ? (l + 1)'(low) + (l + 1)'(1 << (l - 1)) : (l + 1)'(high);
        end
      end
    end
  endgenerate
  localparam COUNT_BITS = $clog2(BITS + 1);
  wire [LEVELS:0] count = g_level[LEVELS].count;
  assign count_o = COUNT_BITS'(count);
  wire unused = &{1'b0, count};
endmodule
