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
  mmasc_dpi_sparse_unit #(
      .UNIT(UNIT),
      .A_BITS(A_BITS),
      .B_BITS(B_BITS),
      .C_BITS(C_BITS),
      .D_BITS(D_BITS),
      .SCALE_BITS(SCALE_BITS),
      .LATENCY(LATENCY)
  ) u_unit (
      .clk_i(clk_i),
      .a_i(a_i),
      .b_i(b_i),
      .c_i(c_i),
      .sa_i(sa_i),
      .sb_i(sb_i),
      .metadata_i(1'b0),
      .d_o(d_o)
  );

  function automatic string replay();
    return u_unit.replay();
  endfunction
endmodule

// The same with the metadata of a sparse A.
module mmasc_dpi_sparse_unit #(
    parameter string UNIT = "",
    parameter int    A_BITS = 1,
    parameter int    B_BITS = 1,
    parameter int    C_BITS = 1,
    parameter int    D_BITS = 1,
    parameter int    SCALE_BITS = 0,
    parameter int    METADATA_BITS = 0,  // of metadata_i; 0: A is not sparse
    parameter int    LATENCY = 0
) (
    input  logic                                               clk_i,
    input  logic [                                 A_BITS-1:0] a_i,
    input  logic [                                 B_BITS-1:0] b_i,
    input  logic [                                 C_BITS-1:0] c_i,
    input  logic [      (SCALE_BITS > 0 ? SCALE_BITS : 1)-1:0] sa_i,
    input  logic [      (SCALE_BITS > 0 ? SCALE_BITS : 1)-1:0] sb_i,
    input  logic [(METADATA_BITS > 0 ? METADATA_BITS : 1)-1:0] metadata_i,
    output logic [                                 D_BITS-1:0] d_o
);
  localparam int SA_FROM = A_BITS + B_BITS + C_BITS;
  localparam int METADATA_FROM = SA_FROM + 2 * SCALE_BITS;
  localparam int WORDS = (METADATA_FROM + METADATA_BITS + 63) / 64;
  localparam int BITS = 64 * WORDS;

  wire [BITS-1:0] scales = SCALE_BITS > 0 ? BITS'({sb_i, sa_i}) << SA_FROM : '0;
  wire [BITS-1:0] metadata = METADATA_BITS > 0 ? BITS'(metadata_i) << METADATA_FROM : '0;
  wire [BITS-1:0] words_now = BITS'({c_i, b_i, a_i}) | scales | metadata;
  wire [BITS-1:0] words;
  generate
    if (LATENCY == 0) begin : g_combinational
      assign words = words_now;
      wire unused = clk_i;
    end else begin : g_clocked
      logic [LATENCY*BITS-1:0] words_q;  // the latest in the low bits
      always_ff @(posedge clk_i) words_q <= (LATENCY * BITS)'({words_q, words_now});
      assign words = words_q[LATENCY*BITS-1-:BITS];
    end
  endgenerate

  int predictor = mmasc_dpi_pkg::mmasc_open(
      UNIT, A_BITS, B_BITS, C_BITS, SCALE_BITS, D_BITS, METADATA_BITS);
  always_comb begin
    if ($isunknown(words)) begin
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
