// SPDX-License-Identifier: Apache-2.0
// Checks a design against mmasc as a module beside it, without classes: its LATENCY is the
// design's, and both results stand in the same clock.
// Exit status 0 and a line PASS, or not 0 and a line FAIL. The first operation that fails is printed
// as a command, and again with the smallest operands on which the design fails.
module dpi_module_bench;
  parameter BROKEN = 0;
  parameter LATENCY = 3;  // 0: the design is combinational
  localparam COUNT = 20000;

  logic clk = 0;
  logic [63:0] a, b;
  logic [31:0] c, d, expected;
  logic [159:0] first_wrong;  // {c, b, a}
  logic others;
  logic vld_out;

  dut_dot_product #(
      .BROKEN(BROKEN)
  ) u_dut (
      .clk(clk),
      .rst(1'b0),
      .vld_in(1'b1),
      .x(a),
      .w(b),
      .acc(c),
      .vld_out(vld_out),
      .q(d)
  );
  mmasc_dpi_unit #(
      .UNIT("volta/mma.m8n8k4.f32.f16.f16.f32"),
      .A_BITS(64),
      .B_BITS(64),
      .C_BITS(32),
      .D_BITS(32),
      .LATENCY(LATENCY)
  ) mmasc (
      .clk_i(clk),
      .a_i(a),
      .b_i(b),
      .c_i(c),
      .others_i(1'b0),
      .d_o(expected)
  );

  task automatic tick();
    #5 clk = 1;
    #5 clk = 0;
  endtask

  // Holds fewer and fewer bits of the first operands on which the design failed.
  task automatic shrink();
    bit more;
    {c, b, a} = first_wrong;
    do begin
      repeat (LATENCY + 1) tick();
      more = mmasc.shrink_next(d !== expected, a, b, c, others);
    end while (more);
    $display("smallest: %s", mmasc.replay());
  endtask

  int checked = 0, mismatches = 0;
  bit [3:0] kept;
  initial begin
    for (int i = 0; i < LATENCY + COUNT; i++) begin
      kept = 4'($urandom);  // the lanes of b that are not zero
      a = {$urandom, $urandom} & {4{16'hbfff}};  // below 2
      b = {$urandom, $urandom} & {{16{kept[3]}}, {16{kept[2]}}, {16{kept[1]}}, {16{kept[0]}}};
      c = $urandom & 32'hbfffffff;
      tick();
      if (i >= LATENCY - 1) begin
        checked++;
        if (d !== expected) begin
          if (mismatches == 0) begin
            $display("mismatch: d is %h, expected %h\n  %s", d, expected, mmasc.replay());
            mmasc.shrink(first_wrong[63:0], first_wrong[127:64], first_wrong[159:128], others);
          end
          mismatches++;
        end
      end
    end
    if (mismatches == 0) begin
      $display("PASS: %0d operations, 0 mismatches", checked);
      $finish;
    end else begin
      $display("FAIL: %0d operations, %0d mismatches", checked, mismatches);
      shrink();
      $fatal(1);
    end
  end
endmodule
