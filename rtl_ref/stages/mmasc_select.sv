// SPDX-License-Identifier: Apache-2.0
// The elements of b that meet a sparse A. Of every OF groups of TOGETHER neighbours, lane 0 in the
// least significant slice, A has KEEP; metadata says which, an index for each group that it has.
//
//     b_i         [ 0 ] [ 1 ] [ 2 ] [ 3 ] | [ 4 ] [ 5 ] [ 6 ] [ 7 ]       2 kept of 4
//     metadata_i     1     3              |    0     2
//     b_o         [ 1 ] [ 3 ]             |  [ 4 ] [ 6 ]
module mmasc_select #(
    parameter LANES = 16,
    parameter KEEP = 2,
    parameter OF = 4,        // a power of two
    parameter TOGETHER = 1,
    parameter BITS = 16      // of an element
) (
    input  logic [       LANES/KEEP*OF*BITS-1:0] b_i,
    input  logic [LANES/TOGETHER*$clog2(OF)-1:0] metadata_i,
    output logic [               LANES*BITS-1:0] b_o
);
  localparam INDEX_BITS = $clog2(OF);
  generate
    genvar k, i, s;
    for (k = 0; k < LANES; k = k + 1) begin : g_lane
      localparam GROUP = k / TOGETHER;
      localparam FIRST = GROUP / KEEP * OF * TOGETHER + k % TOGETHER;
      wire [INDEX_BITS-1:0] index = metadata_i[GROUP*INDEX_BITS+:INDEX_BITS];
      wire [OF*BITS-1:0] choices;
      for (i = 0; i < OF; i = i + 1) begin : g_choice
        assign choices[i*BITS+:BITS] = b_i[(FIRST+i*TOGETHER)*BITS+:BITS];
      end
      for (s = 0; s < INDEX_BITS; s = s + 1) begin : g_step  // one of every two
        localparam LEFT = OF >> (s + 1);
        wire [2*LEFT*BITS-1:0] pairs;
        wire [LEFT*BITS-1:0] chosen;
        if (s == 0) begin : g_first
          assign pairs = choices;
        end else begin : g_later
          assign pairs = g_step[s-1].chosen;
        end
        for (i = 0; i < LEFT; i = i + 1) begin : g_pair
          assign chosen[i*BITS+:BITS] =
              index[s] ? pairs[(2*i+1)*BITS+:BITS] : pairs[2*i*BITS+:BITS];
        end
      end
      assign b_o[k*BITS+:BITS] = g_step[INDEX_BITS-1].chosen;
    end
  endgenerate
endmodule
