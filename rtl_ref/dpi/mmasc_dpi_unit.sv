// SPDX-License-Identifier: Apache-2.0
// mmasc's result beside a design, for benches without classes. d_o is the result of the operands of
// LATENCY clocks ago. replay() returns the command that evaluates those operands, and flags() the
// status flags {NV, DZ, OF, UF, NX} that the unit raises with d_o; 0 where it raises none.
//
// Operands on which a design fails are made smaller as by the class. shrink() begins with those of
// d_o, and gives them:
//
//     if (d !== expected && mismatches == 0) mmasc.shrink(a_asked, b_asked, c_asked, others);
//     ...                               // later, with nothing else to run
//     do begin
//       ...                             // a_asked, b_asked and c_asked through the design
//       more = mmasc.shrink_next(d !== expected, a_asked, b_asked, c_asked, others);
//     end while (more);
//     $display("smallest: %s", mmasc.replay());
module mmasc_dpi_unit #(
    parameter string UNIT = "",       // see mmasc_dpi_pkg.sv
    parameter int    A_BITS = 1,      // of all lanes
    parameter int    B_BITS = 1,
    parameter int    C_BITS = 1,
    parameter int    D_BITS = 1,
    parameter int    OTHER_BITS = 0,  // of all other operands together; 0: the unit has none
    parameter int    LATENCY = 0      // 0: combinational
) (
    input  logic                                         clk_i,
    input  logic [                           A_BITS-1:0] a_i,
    input  logic [                           B_BITS-1:0] b_i,
    input  logic [                           C_BITS-1:0] c_i,
    input  logic [(OTHER_BITS > 0 ? OTHER_BITS : 1)-1:0] others_i,  // as {sb, sa}
    output logic [                           D_BITS-1:0] d_o
);
  localparam int WORDS = (A_BITS + B_BITS + C_BITS + OTHER_BITS + 63) / 64;
  localparam int BITS = 64 * WORDS;

  wire [BITS-1:0] words_now =
      OTHER_BITS > 0 ? BITS'({others_i, c_i, b_i, a_i}) : BITS'({c_i, b_i, a_i});
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

  int predictor = mmasc_dpi_pkg::mmasc_open(UNIT, A_BITS, B_BITS, C_BITS, D_BITS, OTHER_BITS);
  always_comb begin
    if ($isunknown(words)) begin
      d_o = 'x;
    end else begin
      for (int i = 0; i < WORDS; i++) mmasc_dpi_pkg::mmasc_put(predictor, i, words[64*i+:64]);
      d_o = D_BITS'(mmasc_dpi_pkg::mmasc_dot(predictor));
    end
  end

  function automatic logic [4:0] flags();
    return $isunknown(words) ? 'x : mmasc_dpi_pkg::mmasc_flags(predictor);
  endfunction

  function automatic string replay();
    return mmasc_dpi_pkg::mmasc_dpi_replay(predictor);
  endfunction

  typedef logic [(OTHER_BITS > 0 ? OTHER_BITS : 1)-1:0] others_t;

  function automatic void shrink(output logic [A_BITS-1:0] a, output logic [B_BITS-1:0] b,
                                 output logic [C_BITS-1:0] c, output others_t others);
    mmasc_dpi_pkg::mmasc_shrink(predictor);
    get(a, b, c, others);
  endfunction

  // Whether the design failed on the operands that were asked about, at first those of shrink().
  // Gives the next ones and 1, or the smallest on which it fails and 0.
  function automatic bit shrink_next(bit fails, output logic [A_BITS-1:0] a,
                                     output logic [B_BITS-1:0] b, output logic [C_BITS-1:0] c,
                                     output others_t others);
    bit asks = mmasc_dpi_pkg::mmasc_shrink_next(predictor, fails);
    get(a, b, c, others);
    return asks;
  endfunction

  function automatic void get(output logic [A_BITS-1:0] a, output logic [B_BITS-1:0] b,
                              output logic [C_BITS-1:0] c, output others_t others);
    logic [BITS-1:0] asked;
    for (int i = 0; i < WORDS; i++) asked[64*i+:64] = mmasc_dpi_pkg::mmasc_get(predictor, i);
    a = asked[A_BITS-1:0];
    b = asked[A_BITS+:B_BITS];
    c = asked[A_BITS+B_BITS+:C_BITS];
    others = others_t'(asked >> (A_BITS + B_BITS + C_BITS));
  endfunction
endmodule
