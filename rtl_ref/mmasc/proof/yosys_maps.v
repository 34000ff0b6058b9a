// SPDX-License-Identifier: Apache-2.0
// Arithmetic as gates in the order in which models have it, so that both sides of a proof are alike
// wherever they can be: carries ripple, products are added row by row. Of maps for one cell Yosys
// takes the first by name; its own begin with _90_.
(* techmap_celltype = "$mul" *)
module _80_mmasc_rows (A, B, Y);
  parameter A_SIGNED = 0;
  parameter B_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter B_WIDTH = 1;
  parameter Y_WIDTH = 1;
  input [A_WIDTH-1:0] A;
  input [B_WIDTH-1:0] B;
  output [Y_WIDTH-1:0] Y;
  wire _TECHMAP_FAIL_ = A_SIGNED != 0 || B_SIGNED != 0;
  wire [Y_WIDTH-1:0] a = A;
  genvar i;
  generate
    for (i = 0; i < B_WIDTH; i = i + 1) begin : g_row
      wire [Y_WIDTH-1:0] partial = B[i] ? a << i : {Y_WIDTH{1'b0}};
      wire [Y_WIDTH-1:0] total;
      if (i == 0) assign total = partial;
      else assign total = g_row[i-1].total + partial;
    end
  endgenerate
  assign Y = g_row[B_WIDTH-1].total;
endmodule

(* techmap_celltype = "$lcu" *)
module _80_mmasc_ripple (P, G, CI, CO);
  parameter WIDTH = 2;
  input [WIDTH-1:0] P, G;
  input CI;
  output [WIDTH-1:0] CO;
  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : g_bit
      if (i == 0) assign CO[i] = G[i] | (P[i] & CI);
      else assign CO[i] = G[i] | (P[i] & CO[i-1]);
    end
  endgenerate
endmodule
