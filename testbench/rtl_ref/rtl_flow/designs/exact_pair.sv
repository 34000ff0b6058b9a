// SPDX-License-Identifier: Apache-2.0
// own.toml's own/pair with result.rounding = nearest_even, without a register: two products of e4m3
// and an f32, added exactly and rounded once. BROKEN: truncated.
module dut_dot_product #(
    parameter BROKEN = 0
) (
    input wire clk,
    input wire rst,
    input wire vld_in,
    input wire [15:0] x,
    input wire [15:0] w,
    input wire [31:0] acc,
    output wire vld_out,
    output reg [31:0] q
);
  assign vld_out = vld_in && !rst;
  wire unused = clk;

  function automatic [wide_pkg::BITS-1:0] product(input [7:0] p, input [7:0] r);
    reg [wide_pkg::BITS-1:0] magnitude;
    begin
      magnitude = wide_pkg::place({p[6:3] != 0, p[2:0]} * {28'd0, r[6:3] != 0, r[2:0]},
                                  (p[6:3] == 0 ? 1 : 32'(p[6:3])) + (r[6:3] == 0 ? 1 : 32'(r[6:3]))
                                      - 20);
      product = p[7] ^ r[7] ? -magnitude : magnitude;
    end
  endfunction

  wire [wide_pkg::BITS-1:0] c =
      wide_pkg::place({8'd0, acc[30:23] != 0, acc[22:0]},
                      (acc[30:23] == 0 ? 1 : 32'(acc[30:23])) - 150);
  wire nan = &x[6:0] || &x[14:8] || &w[6:0] || &w[14:8] || (&acc[30:23] && acc[22:0] != 0);

  always @* begin
    if (nan) q = 32'h7fc00000;
    else if (&acc[30:23]) q = acc;
    else
      q = wide_pkg::to_f32((acc[31] ? -c : c) + product(x[7:0], w[7:0]) + product(x[15:8], w[15:8]),
                           BROKEN == 0);
  end
endmodule
