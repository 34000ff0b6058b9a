// SPDX-License-Identifier: Apache-2.0
// mmasc's result beside a design, for benches without classes. d_o is the result of the operands of
// LATENCY clocks ago. replay() returns the command that evaluates those operands.
module mmasc_dpi_unit #(
    parameter string UNIT = "",       // see mmasc_dpi_pkg.sv
    parameter int    A_BITS = 1,      // of all lanes
    parameter int    B_BITS = 1,
    parameter int    C_BITS = 1,
    parameter int    D_BITS = 1,
    parameter int    SCALE_BITS = 0,  // of sa_i, and of sb_i; 0: the unit has no block scales
    parameter int    LATENCY = 0      // 0: combinational
) (
    input  logic                                         clk_i,
    input  logic [                           A_BITS-1:0] a_i,
    input  logic [                           B_BITS-1:0] b_i,
    input  logic [                           C_BITS-1:0] c_i,
    input  logic [(SCALE_BITS > 0 ? SCALE_BITS : 1)-1:0] sa_i,
    input  logic [(SCALE_BITS > 0 ? SCALE_BITS : 1)-1:0] sb_i,
    output logic [                           D_BITS-1:0] d_o
);
  localparam int BITS = A_BITS + B_BITS + C_BITS + $bits(sa_i) + $bits(sb_i);
  localparam int WORDS = (A_BITS + B_BITS + C_BITS + 2 * SCALE_BITS + 63) / 64;

  wire [BITS-1:0] operands;
  generate
    if (LATENCY == 0) begin : g_combinational
      assign operands = {sb_i, sa_i, c_i, b_i, a_i};
      wire unused = clk_i;
    end else begin : g_clocked
      logic [LATENCY*BITS-1:0] operands_q;  // the latest in the low bits
      always_ff @(posedge clk_i)
        operands_q <= (LATENCY * BITS)'({operands_q, sb_i, sa_i, c_i, b_i, a_i});
      assign operands = operands_q[LATENCY*BITS-1-:BITS];
    end
  endgenerate

  int predictor =
      mmasc_dpi_pkg::mmasc_open(UNIT, A_BITS, B_BITS, C_BITS, SCALE_BITS, D_BITS);
  wire [64*WORDS-1:0] words = (64 * WORDS)'(operands);
  always_comb begin
    if ($isunknown(operands)) begin
      d_o = 'x;
    end else begin
      for (int i = 0; i < WORDS; i++) mmasc_dpi_pkg::mmasc_put(predictor, i, words[64*i+:64]);
      d_o = D_BITS'(mmasc_dpi_pkg::mmasc_dot(predictor));
    end
  end

  function automatic string replay();
    return mmasc_dpi_pkg::mmasc_dpi_replay(predictor);
  endfunction
endmodule
