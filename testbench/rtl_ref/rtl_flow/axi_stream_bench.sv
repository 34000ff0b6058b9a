// SPDX-License-Identifier: Apache-2.0
// A unit between two AXI-streams, as `mmasc emit-rtl --axi-stream --top dut` writes it, against the
// predictor, with port checkers on both streams. All bits of a transfer are random, those between
// operands, too.
//     +full  no pauses: a result in every clock, LATENCY clocks behind its operation
module axi_stream_bench #(
    parameter string UNIT = "",
    parameter int A_BITS = 1,
    parameter int B_BITS = 1,
    parameter int C_BITS = 1,
    parameter int D_BITS = 1,
    parameter int OTHER_BITS = 0,
    parameter int LATENCY = 0  // of the unit between its streams
);
  localparam int COUNT = 5000, TID_BITS = 6;
  localparam int B_AT = 8 * ((A_BITS + 7) / 8), C_AT = B_AT + 8 * ((B_BITS + 7) / 8);
  localparam int OTHERS_AT = C_AT + 8 * ((C_BITS + 7) / 8);
  localparam int IN_BITS = OTHERS_AT + 8 * ((OTHER_BITS + 7) / 8), OUT_BITS = 8 * ((D_BITS + 7) / 8);
  localparam int OTHERS = OTHER_BITS > 0 ? OTHER_BITS : 1;

  logic clk = 0, rst_n = 0;
  always #5 clk = !clk;

  logic s_valid = 0, s_ready, s_last, m_valid, m_ready = 0, m_last;
  logic [IN_BITS-1:0] s_data;
  logic [TID_BITS-1:0] s_id, m_id;
  logic [OUT_BITS-1:0] m_data;
`ifdef FLAGS
  logic [4:0] m_flags;
`else
  wire [4:0] m_flags = 0;
`endif
  dut_axis #(
      .TID_BITS(TID_BITS)
  ) u_dut (
      .aclk(clk),
      .aresetn(rst_n),
      .s_axis_tvalid(s_valid),
      .s_axis_tready(s_ready),
      .s_axis_tdata(s_data),
      .s_axis_tuser(2'b01),
      .s_axis_tid(s_id),
      .s_axis_tlast(s_last),
      .m_axis_tvalid(m_valid),
      .m_axis_tready(m_ready),
      .m_axis_tdata(m_data),
`ifdef FLAGS
      .m_axis_tuser(m_flags),
`endif
      .m_axis_tid(m_id),
      .m_axis_tlast(m_last)
  );

  mmasc_port_checker #(
      .ID_BITS(TID_BITS),
      .IN_BITS(IN_BITS + 1),
      .OUT_BITS(OUT_BITS + 6),
      .LOST_AFTER(LATENCY + 8)  // more operations fit in than LATENCY
  ) u_checker (
      .clk_i(clk),
      .rst_ni(rst_n),
      .in_valid_i(s_valid),
      .in_ready_i(s_ready),
      .in_id_i(s_id),
      .in_payload_i({s_last, s_data}),
      .out_valid_i(m_valid),
      .out_ready_i(m_ready),
      .out_id_i(m_id),
      .out_payload_i({m_last, m_flags, m_data}),
      .violation_o(violation),
      .rule_o()
  );
  logic violation;

  mmasc_dpi_pkg::mmasc_predictor #(
      .A_BITS(A_BITS),
      .B_BITS(B_BITS),
      .C_BITS(C_BITS),
      .D_BITS(D_BITS),
      .OTHER_BITS(OTHER_BITS)
  ) predictor;

  typedef struct packed {
    logic last;
    logic [TID_BITS-1:0] id;
    logic [4:0] flags;
    logic [OUT_BITS-1:0] data;
  } result_t;
  result_t expected[$], right;
  int sent = 0, checked = 0, mismatches = 0, clocks = 0, first = 0;
  bit full;

  task automatic draw();
    for (int i = 0; i < IN_BITS; i++) s_data[i] = 1'($urandom);
    s_id = TID_BITS'(sent);
    s_last = 1'($urandom);
  endtask

  function automatic result_t predicted();
    logic [A_BITS-1:0] a = s_data[0+:A_BITS];
    logic [B_BITS-1:0] b = s_data[B_AT+:B_BITS];
    logic [C_BITS-1:0] c = s_data[C_AT+:C_BITS];
    logic [OTHERS-1:0] others = OTHER_BITS > 0 ? OTHERS'(s_data >> OTHERS_AT) : '0;
    predicted = '0;
    predicted.last = s_last;
    predicted.id = s_id;
`ifdef FLAGS
    predicted.data[D_BITS-1:0] =
        predictor.predict_with_flags(a, b, c, predicted.flags, others);
`else
    predicted.data[D_BITS-1:0] = predictor.predict(a, b, c, others);
`endif
  endfunction

  // What is driven on a falling edge stays until the rising edge has seen it.
  initial begin
    predictor = new(UNIT);
    full = $test$plusargs("full") != 0;
    repeat (4) @(negedge clk);
    rst_n = 1;
    while (checked < COUNT && clocks < 20 * COUNT) begin
      if (!s_valid && sent < COUNT && (full || $urandom % 10 < 7)) begin
        draw();
        s_valid = 1;
      end
      m_ready = full || $urandom % 10 < 7;
      #1;
      if (s_valid && s_ready) begin
        if (sent == 0) first = clocks;
        expected.push_back(predicted());
        sent++;
      end
      if (m_valid && m_ready) begin
        if (expected.size() == 0) $fatal(1, "FAIL: a result that nobody asked for");
        right = expected.pop_front();
        if ({m_last, m_id, m_flags, m_data} !== right) begin
          if (mismatches == 0) $display("mismatch: %h, expected %h of %0d", m_data, right, checked);
          mismatches++;
        end
        checked++;
      end
      if (s_valid && s_ready) begin
        @(posedge clk);
        #1 s_valid = 0;
      end
      clocks++;
      @(negedge clk);
    end
    if (full && clocks - first != COUNT + LATENCY) $display("FAIL: %0d clocks", clocks - first);
    $display("%s: %0d results, %0d mismatches, violation %b",
             checked == COUNT && mismatches == 0 && !violation ? "PASS" : "FAIL", checked,
             mismatches, violation);
    $finish;
  end
endmodule
