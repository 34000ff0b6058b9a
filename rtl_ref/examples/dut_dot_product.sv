// SPDX-License-Identifier: Apache-2.0
// The design under test of the benches beside it, to be replaced by yours: written by hand and in
// another style than mmasc's stages. q = acc + x0*w0 + x1*w1 + x2*w2 + x3*w3 of f16 into f32 as the
// V100 has it (volta/mma.m8n8k4.f32.f16.f16.f32): terms keep 23 fraction bits below the largest
// exponent, all the rest is truncated. Three clocks, one operation each clock, no stalls.
//
// BROKEN puts a fault in, which a bench has to find:
//   1  the last fraction bit is missing
//   2  a product that is zero takes part in the largest exponent
//   3  negative terms are truncated in two's complement, towards minus infinity
module dut_dot_product #(
    parameter BROKEN = 0
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        vld_in,
    input  wire [63:0] x,
    input  wire [63:0] w,
    input  wire [31:0] acc,
    output wire        vld_out,
    output reg  [31:0] q
);
  reg [2:0] vld;
  always @(posedge clk) vld <= rst ? 3'b0 : {vld[1:0], vld_in};
  assign vld_out = vld[2];

  // First clock: five terms. Exponents have the bias of f32, and are 0 for a zero.
  reg [5*25-1:0] mag_1;  // 2 integer, 23 fraction bits
  reg [ 5*8-1:0] exp_1;
  reg [     4:0] neg_1, nan_1, inf_1;

  genvar k;
  generate
    for (k = 0; k < 4; k = k + 1) begin : lane
      wire [15:0] xk = x[16*k+:16];
      wire [15:0] wk = w[16*k+:16];
      wire [10:0] mx = {xk[14:10] != 0, xk[9:0]};
      wire [10:0] mw = {wk[14:10] != 0, wk[9:0]};
      wire [ 7:0] ex = xk[14:10] == 0 ? 8'd1 : {3'b0, xk[14:10]};
      wire [ 7:0] ew = wk[14:10] == 0 ? 8'd1 : {3'b0, wk[14:10]};
      wire zero = mx == 0 || mw == 0;
      wire nan_x = xk[14:10] == 31 && xk[9:0] != 0;
      wire nan_w = wk[14:10] == 31 && wk[9:0] != 0;
      wire inf_x = xk[14:10] == 31 && xk[9:0] == 0;
      wire inf_w = wk[14:10] == 31 && wk[9:0] == 0;
      wire [21:0] m = {11'b0, mx} * {11'b0, mw};
      always @(posedge clk) begin
        mag_1[25*k+:25] <= {m, 3'b0};
        exp_1[8*k+:8] <= zero && BROKEN != 2 ? 8'd0 : ex + ew + 8'd97;
        neg_1[k] <= xk[15] ^ wk[15];
        nan_1[k] <= nan_x || nan_w || ((inf_x || inf_w) && zero);
        inf_1[k] <= inf_x || inf_w;
      end
    end
  endgenerate
  always @(posedge clk) begin
    mag_1[100+:25] <= {1'b0, acc[30:23] != 0, acc[22:0]};
    exp_1[32+:8] <= acc[30:23] == 0 && acc[22:0] != 0 ? 8'd1 : acc[30:23];
    neg_1[4] <= acc[31];
    nan_1[4] <= acc[30:23] == 255 && acc[22:0] != 0;
    inf_1[4] <= acc[30:23] == 255 && acc[22:0] == 0;
  end

  // Second clock: shifted to the largest exponent, and added.
  function signed [28:0] aligned;
    input [24:0] mag;
    input neg;
    input [7:0] shift;
    reg [24:0] kept;
    reg signed [28:0] whole;
    begin
      kept = mag >> shift;
      if (BROKEN == 1) kept[0] = 1'b0;
      whole = $signed({4'b0, mag});
      if (BROKEN == 3) aligned = (neg ? -whole : whole) >>> shift;
      else aligned = neg ? -$signed({4'b0, kept}) : $signed({4'b0, kept});
    end
  endfunction

  reg [7:0] top;
  reg signed [28:0] sum;
  integer i;
  always @* begin
    top = exp_1[7:0];
    for (i = 1; i < 5; i = i + 1) if (exp_1[8*i+:8] > top) top = exp_1[8*i+:8];
    sum = 29'd0;
    for (i = 0; i < 5; i = i + 1)
      sum = sum + aligned(mag_1[25*i+:25], neg_1[i], top - exp_1[8*i+:8]);
  end

  reg [7:0] top_2;
  reg [27:0] mag_2;  // 5 integer, 23 fraction bits
  reg neg_2, nan_2, inf_2, inf_neg_2;
  always @(posedge clk) begin
    top_2 <= top;
    mag_2 <= sum[28] ? -sum[27:0] : sum[27:0];
    neg_2 <= sum[28];
    nan_2 <= nan_1 != 0 || ((inf_1 & neg_1) != 0 && (inf_1 & ~neg_1) != 0);
    inf_2 <= inf_1 != 0;
    inf_neg_2 <= (inf_1 & neg_1) != 0;
  end

  // Third clock: normalized, truncated, packed.
  reg [27:0] norm;
  reg [9:0] exp;  // of q, biased; not above 0: subnormal
  always @* begin
    norm = mag_2;
    exp = {2'b0, top_2} + 10'd4;
    for (i = 0; i < 27; i = i + 1)
      if (!norm[27]) begin
        norm = {norm[26:0], 1'b0};
        exp = exp - 10'd1;
      end
  end
  wire subnormal = exp[9] || exp == 0;
  always @(posedge clk)
    if (nan_2) q <= 32'h7fffffff;
    else if (inf_2) q <= {inf_neg_2, 31'h7f800000};
    else if (mag_2 == 0) q <= 32'd0;
    else if (!subnormal && exp >= 255) q <= {neg_2, 31'h7f800000};
    else if (subnormal) q <= {neg_2, 8'd0, mag_2[22:0]};
    else q <= {neg_2, exp[7:0], norm[26:4]};
endmodule
