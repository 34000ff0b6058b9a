// SPDX-License-Identifier: Apache-2.0
// A sparse unit's RTL, as `mmasc emit-rtl --top dut` writes it, against the predictor. Metadata is
// random: places repeat and descend. With +broken two places are exchanged.
module sparse_bench;
  localparam string UNIT = "hopper/mma.sp.m16n8k32.f32.f16.f16.f32";
  localparam int A_BITS = 16 * 16, B_BITS = 32 * 16, C_BITS = 32, D_BITS = 32;
  localparam int METADATA_BITS = 16 * 2, COUNT = 20000, DRAIN = 100;

  typedef struct packed {
    logic [METADATA_BITS-1:0] metadata;
    logic [C_BITS-1:0] c;
    logic [B_BITS-1:0] b;
    logic [A_BITS-1:0] a;
  } operands_t;

  logic clk = 0, rst_n = 0, valid_in = 0, valid_out, ready;
  logic [D_BITS-1:0] d;
  operands_t operands;
  bit broken = $test$plusargs("broken") != 0;
  wire [METADATA_BITS-1:0] metadata = operands.metadata;
  dut u_dut (
      .clk_i(clk),
      .rst_ni(rst_n),
      .valid_i(valid_in),
      .ready_o(ready),
      .id_i(8'd0),
      .format_i(1'b0),
      .a_i(operands.a),
      .b_i(operands.b),
      .c_i(operands.c),
      .metadata_i(broken ? {metadata[METADATA_BITS-1:4], metadata[1:0], metadata[3:2]} : metadata),
      .c_is_input_i(1'b1),
      .valid_o(valid_out),
      .ready_i(1'b1),
      .id_o(),
      .d_o(d)
  );
  always #5 clk = !clk;

  mmasc_dpi_pkg::mmasc_predictor #(
      .A_BITS(A_BITS),
      .B_BITS(B_BITS),
      .C_BITS(C_BITS),
      .D_BITS(D_BITS),
      .OTHER_BITS(METADATA_BITS)
  ) predictor;

  operands_t next, asked[$];
  logic [D_BITS-1:0] expected[$];

  // Numbers near 1, so that terms meet.
  function automatic logic [15:0] random_f16();
    logic [15:0] bits = 16'($urandom);
    if ($urandom % 64 != 0) bits[14:10] = 5'(13 + $urandom % 4);
    return bits;
  endfunction

  initial begin
    predictor = new(UNIT);
    repeat (4) @(negedge clk);
    rst_n = 1;
    repeat (COUNT) begin
      for (int i = 0; i < A_BITS / 16; i++) next.a[16*i+:16] = random_f16();
      for (int i = 0; i < B_BITS / 16; i++) next.b[16*i+:16] = random_f16();
      next.c = $urandom;
      next.c[30:23] = 8'(120 + $urandom % 16);
      next.metadata = $urandom;
      operands = next;
      asked.push_back(next);
      expected.push_back(predictor.predict(next.a, next.b, next.c, next.metadata));
      valid_in = 1;
      @(negedge clk);
      while (!ready) @(negedge clk);
      valid_in = 0;
    end
    repeat (DRAIN) @(negedge clk);
    $display("%s: %0d operations, %0d mismatches",
             checked == COUNT && mismatches == 0 ? "PASS" : "FAIL", checked, mismatches);
    $finish;
  end

  int checked = 0, mismatches = 0;
  operands_t was;
  logic [D_BITS-1:0] right;
  always @(negedge clk)
    if (rst_n && valid_out) begin
      was = asked.pop_front();
      right = expected.pop_front();
      checked++;
      if (d !== right) begin
        if (mismatches == 0) begin
          $display("mismatch: d is %h, expected %h", d, right);
          $display("  %s", predictor.replay(was.a, was.b, was.c, was.metadata));
        end
        mismatches++;
      end
    end
endmodule
