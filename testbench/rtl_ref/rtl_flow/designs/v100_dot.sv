// SPDX-License-Identifier: Apache-2.0
// volta/mma.m8n8k4.f32.f16.f16.f32 without a register. BROKEN: each term keeps a bit less.
module dut_dot_product #(
    parameter BROKEN = 0
) (
    input wire clk,
    input wire rst,
    input wire vld_in,
    input wire [63:0] x,
    input wire [63:0] w,
    input wire [31:0] acc,
    output wire vld_out,
    output reg [31:0] q
);
  assign vld_out = vld_in && !rst;
  wire unused = clk;

  wire [wide_pkg::BITS-1:0] c =
      wide_pkg::place({8'd0, acc[30:23] != 0, acc[22:0]},
                      (acc[30:23] == 0 ? 1 : 32'(acc[30:23])) - 150);
  reg [wide_pkg::BITS-1:0] term, mask, sum;
  reg [15:0] xk, wk;
  reg [10:0] mx, mw;
  reg nan, plus, minus;  // plus, minus: an infinity of this sign
  integer k, pass, ex, ew, largest;

  always @* begin
    term = 0;
    sum = 0;
    nan = &acc[30:23] && acc[22:0] != 0;
    plus = acc == 32'h7f800000;
    minus = acc == 32'hff800000;
    largest = acc[30:23] == 0 ? -126 : 32'(acc[30:23]) - 127;
    mask = 0;
    // The largest exponent, then the sum.
    for (pass = 0; pass < 2; pass = pass + 1) begin
      for (k = 0; k < 4; k = k + 1) begin
        xk = x[16*k+:16];
        wk = w[16*k+:16];
        mx = {xk[14:10] != 0, xk[9:0]};
        mw = {wk[14:10] != 0, wk[9:0]};
        ex = xk[14:10] == 0 ? -14 : 32'(xk[14:10]) - 15;
        ew = wk[14:10] == 0 ? -14 : 32'(wk[14:10]) - 15;
        if (&xk[14:10] || &wk[14:10]) begin
          nan = nan || mx == 0 || mw == 0 || (&xk[14:10] && xk[9:0] != 0)
              || (&wk[14:10] && wk[9:0] != 0);
          if (xk[15] ^ wk[15]) minus = 1;
          else plus = 1;
        end else if (mx != 0 && mw != 0) begin
          if (pass == 0 && ex + ew > largest) largest = ex + ew;
          term = wide_pkg::place(mx * mw, ex + ew - 20) & mask;
          sum = xk[15] ^ wk[15] ? sum - term : sum + term;
        end
      end
      if (pass == 0) begin
        mask = {wide_pkg::BITS{1'b1}} << (largest + 126 + (BROKEN != 0 ? 1 : 0));
        sum = acc[31] ? -(c & mask) : c & mask;
      end
    end
    q = wide_pkg::to_f32(sum, 1'b0);
    if (plus || minus) q = {minus, 31'h7f800000};
    if (nan || (plus && minus)) q = 32'h7fffffff;
  end
endmodule
