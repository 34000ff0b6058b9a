// SPDX-License-Identifier: Apache-2.0
// Offers operations to a unit with a fault (+fault=RULE, by its number; none without), 30 % of
// cycles without an offer and 30 % without a taker, and says which rules the checker found broken.
module bench;
  localparam OPERATIONS = 2000;
  localparam ID_BITS = 8;
  localparam BITS = 16;
  localparam PLANNED_BITS = 12;

  logic [31:0] fault;
  initial if (!$value$plusargs("fault=%d", fault)) fault = ~32'd0;

  logic clk = 1'b0, rst_n = 1'b0;
  initial forever #5 clk = !clk;
  initial begin
    #42 rst_n = 1'b1;
    #5000 rst_n = 1'b0;  // drops what is in flight
    #20 rst_n = 1'b1;
  end

  logic valid_q = 1'b0, sink_q = 1'b0, strike_q = 1'b0;
  logic [ID_BITS-1:0] id_q = 0;
  logic [BITS-1:0] payload_q = 0;
  wire ready, valid;
  wire [ID_BITS-1:0] id;
  wire [BITS-1:0] payload;
  wire stalled = valid_q && !ready && strike_q;

  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) valid_q <= 1'b0;
    else if (!valid_q || ready) valid_q <= $urandom % 10 < 7 && operations < OPERATIONS;
    else if (stalled && fault == mmasc_port_rule_pkg::IN_WITHDRAWN) valid_q <= 1'b0;

  always_ff @(posedge clk) begin
    sink_q   <= $urandom % 10 < 7;
    strike_q <= $urandom % 8 == 0;
    if (valid_q && ready) begin
      id_q <= id_q + 1'b1;
      payload_q <= BITS'(PLANNED_BITS'($urandom));
    end else if (stalled && fault == mmasc_port_rule_pkg::IN_CHANGED) payload_q[0] <= !payload_q[0];
  end

  faulty_unit #(
      .ID_BITS(ID_BITS),
      .BITS(BITS)
  ) u_unit (
      .fault_i(fault),
      .strike_i(strike_q),
      .clk_i(clk),
      .rst_ni(rst_n),
      .valid_i(valid_q),
      .ready_o(ready),
      .id_i(id_q),
      .payload_i(payload_q),
      .valid_o(valid),
      .ready_i(sink_q),
      .id_o(id),
      .payload_o(payload)
  );

  wire violation;
  wire [mmasc_port_rule_pkg::RULES-1:0] broken;
  mmasc_port_checker #(
      .ID_BITS(ID_BITS),
      .IN_BITS(BITS),
      .OUT_BITS(BITS),
      .LATENCY(3),
      .DEPTH(16),
      .LOST_AFTER(20),
      .IN_UNUSED(~BITS'({PLANNED_BITS{1'b1}})),
      .OUT_UNUSED(~BITS'({PLANNED_BITS{1'b1}}))
  ) u_checker (
      .clk_i(clk),
      .rst_ni(rst_n),
      .in_valid_i(valid_q),
      .in_ready_i(ready),
      .in_id_i(id_q),
      .in_payload_i(payload_q),
      .out_valid_i(valid),
      .out_ready_i(sink_q),
      .out_id_i(id),
      .out_payload_i(payload),
      .violation_o(violation),
      .rule_o(broken)
  );

  integer operations = 0, results = 0, last = 0, rule;
  always @(posedge clk) begin
    if (valid_q && ready) operations <= operations + 1;
    if (valid && sink_q) results <= results + 1;
    if (operations >= OPERATIONS) last <= last + 1;
    if (last == 100) begin
      $write("%0d operations, %0d results, violation %b; broken:", operations, results, violation);
      for (rule = 0; rule < mmasc_port_rule_pkg::RULES; rule = rule + 1)
        if (broken[rule]) $write(" %0s", mmasc_port_rule_pkg::name(rule));
      $write(".\n");
      $finish;
    end
  end
endmodule
