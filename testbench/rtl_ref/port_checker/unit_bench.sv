// SPDX-License-Identifier: Apache-2.0
// Random operations through a unit as emitted, 30 % of cycles without an offer and 30 % without a
// taker, the emitted checker beside it. OFF_BY: what the checker is told wrongly of the latency.
module unit_bench #(
    parameter OFF_BY = 0
);
  localparam A_BITS = 64, B_BITS = 64, C_BITS = 32, D_BITS = 32;  // of 4 x f16, f16, f32, f32
  localparam LATENCY = 5;
  localparam OPERATIONS = 1000;
  localparam ID_BITS = 8;
  localparam IN_BITS = A_BITS + B_BITS + C_BITS + 1;

  logic clk = 1'b0, rst_n = 1'b0;
  initial forever #5 clk = !clk;
  initial #42 rst_n = 1'b1;

  integer sent = 0, results = 0, word;
  logic valid_q = 1'b0, sink_q = 1'b0;
  logic [ID_BITS-1:0] id_q = 0;
  logic [IN_BITS-1:0] payload_q = 0;
  wire ready, valid, violation;
  wire [ID_BITS-1:0] id;
  wire [D_BITS-1:0] d;
  wire [A_BITS-1:0] a;
  wire [B_BITS-1:0] b;
  wire [C_BITS-1:0] c;
  wire c_is_input;
  assign {a, b, c, c_is_input} = payload_q;
  wire taken = valid_q && ready;

  always_ff @(posedge clk) begin
    if (!valid_q || ready) valid_q <= rst_n && sent + 32'(taken) < OPERATIONS && $urandom % 10 < 7;
    sink_q <= $urandom % 10 < 7;
    if (taken) begin
      sent <= sent + 1;
      id_q <= id_q + 1'b1;
      for (word = 0; word < IN_BITS; word = word + 1) payload_q[word] <= 1'($urandom);
    end
    if (valid && sink_q) results <= results + 1;
  end

  unit #(
      .ID_BITS(ID_BITS)
  ) u_unit (
      .clk_i(clk),
      .rst_ni(rst_n),
      .valid_i(valid_q),
      .ready_o(ready),
      .id_i(id_q),
      .format_i(1'b0),
      .a_i(a),
      .b_i(b),
      .c_i(c),
      .c_is_input_i(c_is_input),
      .valid_o(valid),
      .ready_i(sink_q),
      .id_o(id),
      .d_o(d)
  );

  unit_port_checker #(
      .ID_BITS(ID_BITS),
      .LATENCY(LATENCY + OFF_BY)
  ) u_checker (
      .clk_i(clk),
      .rst_ni(rst_n),
      .valid_i(valid_q),
      .ready_o(ready),
      .id_i(id_q),
      .format_i(1'b0),
      .a_i(a),
      .b_i(b),
      .c_i(c),
      .c_is_input_i(c_is_input),
      .valid_o(valid),
      .ready_i(sink_q),
      .id_o(id),
      .d_o(d),
      .violation_o(violation),
      .rule_o()
  );

  initial begin
    #30000 $write("%0d operations, %0d results, violation %b.\n", sent, results, violation);
    $finish;
  end
endmodule
