// SPDX-License-Identifier: Apache-2.0
// Checks a design against mmasc by DPI-C, operands directed and random.
//     +unit=UNIT  an id, or FILE.toml
//     +count=N    random operations (20000)     +seed=N  others (1)
// Exit status 0 and a line PASS, or not 0 and a line FAIL. The first operation that fails is printed
// as a command, and again with the smallest operands on which the design fails.
module dpi_bench;
  parameter BROKEN = 0;
  localparam K = 4;  // the unit's formats
  localparam A_BITS = 16, B_BITS = 16, C_BITS = 32, D_BITS = 32;
  localparam DRAIN = 100;  // clocks after the last operation in which all results have come

  typedef struct packed {
    logic [K-1:0][A_BITS-1:0] a;  // lane 0 least significant
    logic [K-1:0][B_BITS-1:0] b;
    logic [C_BITS-1:0] c;
  } operands_t;

  logic clk = 0, rst = 1, vld_in = 0, vld_out;
  operands_t operands;
  logic [D_BITS-1:0] d;

  dut_dot_product #(
      .BROKEN(BROKEN)
  ) u_dut (
      .clk(clk),
      .rst(rst),
      .vld_in(vld_in),
      .x(operands.a),
      .w(operands.b),
      .acc(operands.c),
      .vld_out(vld_out),
      .q(d)
  );
  always #5 clk = !clk;

  mmasc_dpi_pkg::mmasc_predictor #(
      .A_BITS(K * A_BITS),
      .B_BITS(K * B_BITS),
      .C_BITS(C_BITS),
      .D_BITS(D_BITS)
  ) predictor;

  // The operations inside the design, in order.
  operands_t asked[$];
  logic [D_BITS-1:0] expected[$];
  int sent = 0, checked = 0, mismatches = 0;

  task automatic send(operands_t next);
    operands = next;
    asked.push_back(next);
    expected.push_back(predictor.predict(next.a, next.b, next.c));
    sent++;
    vld_in = 1;
    @(negedge clk);
    vld_in = 0;
    if (next_random() % 8 == 0) @(negedge clk);
  endtask

  // The same numbers in every simulator: xorshift64.
  longint unsigned state;
  function automatic int unsigned next_random();
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state[63:32];
  endfunction

  // Half of all elements have the exponents of numbers near 1, so that terms meet.
  function automatic logic [15:0] random_f16();
    logic [15:0] bits = 16'(next_random());
    if (next_random() % 2 == 0) bits[14:10] = 5'(13 + next_random() % 4);
    if (next_random() % 16 == 0) bits[14:0] = 0;
    return bits;
  endfunction
  function automatic logic [31:0] random_f32();
    logic [31:0] bits = next_random();
    if (next_random() % 2 == 0) bits[30:23] = 8'(110 + next_random() % 36);
    if (next_random() % 16 == 0) bits[30:0] = 0;
    return bits;
  endfunction

  // 0, -0, the least and the greatest subnormal and normal, 1, -1, 1 + an ulp, Inf, -Inf, NaN
  localparam int EDGES = 12;
  localparam logic [EDGES-1:0][15:0] F16 = {
    16'h0000, 16'h8000, 16'h0001, 16'h03ff, 16'h0400, 16'h7bff, 16'h3c00, 16'hbc00, 16'h3c01,
    16'h7c00, 16'hfc00, 16'h7e00};
  localparam logic [EDGES-1:0][31:0] F32 = {
    32'h00000000, 32'h80000000, 32'h00000001, 32'h007fffff, 32'h00800000, 32'h7f7fffff,
    32'h3f800000, 32'hbf800000, 32'h3f800001, 32'h7f800000, 32'hff800000, 32'h7fc00000};

  task automatic send_directed();  // each edge by each edge to each edge, alone and beside a one
    for (int i = 0; i < EDGES; i++)
      for (int j = 0; j < EDGES; j++)
        for (int k = 0; k < EDGES; k++) begin
          send('{a: {48'd0, F16[i]}, b: {48'd0, F16[j]}, c: F32[k]});
          send('{a: {16'h3c00, 32'd0, F16[i]}, b: {16'hbc00, 32'd0, F16[j]}, c: F32[k]});
        end
  endtask

  task automatic send_random(int count);
    operands_t next;
    repeat (count) begin
      for (int k = 0; k < K; k++) begin
        next.a[k] = random_f16();
        next.b[k] = random_f16();
      end
      next.c = random_f32();
      send(next);
    end
  endtask

  task automatic wait_for_result();
    for (int i = 0; i < DRAIN && checked != sent; i++) @(negedge clk);
  endtask

  // Runs the design on fewer and fewer bits of the first operands on which it failed.
  task automatic shrink();
    operands_t next = first_wrong;
    logic [0:0] others;
    bit more;
    int wrong;
    predictor.shrink(next.a, next.b, next.c);
    do begin
      wrong = mismatches;
      send(next);
      wait_for_result();
      more = predictor.shrink_next(mismatches != wrong, next.a, next.b, next.c, others);
    end while (more);
    $display("smallest: %s", predictor.replay(next.a, next.b, next.c));
  endtask

  string unit = "volta/mma.m8n8k4.f32.f16.f16.f32";
  int count = 20000, seed = 1;
  initial begin
    void'($value$plusargs("unit=%s", unit));
    void'($value$plusargs("count=%d", count));
    void'($value$plusargs("seed=%d", seed));
    state = 64'h9e3779b97f4a7c15 ^ 64'(seed);
    predictor = new(unit);
    repeat (4) @(negedge clk);
    rst = 0;
    send_directed();
    send_random(count);
    repeat (DRAIN) @(negedge clk);
    if (sent != 0 && checked == sent && mismatches == 0) begin
      $display("PASS: %0d operations, 0 mismatches, seed %0d", checked, seed);
      $finish;
    end else begin
      $display("FAIL: %0d operations, %0d results, %0d mismatches, seed %0d", sent, checked,
               mismatches, seed);
      if (mismatches != 0 && checked == sent) shrink();
      $fatal(1);
    end
  end

  operands_t was, first_wrong;
  logic [D_BITS-1:0] right;
  always @(posedge clk)
    if (!rst && vld_out) begin
      if (expected.size() == 0) $fatal(1, "FAIL: a result that nobody asked for");
      was = asked.pop_front();
      right = expected.pop_front();
      checked++;
      if (d !== right) begin
        if (mismatches == 0) begin
          $display("mismatch: d is %h, expected %h", d, right);
          $display("  %s", predictor.replay(was.a, was.b, was.c));
          first_wrong = was;
        end
        mismatches++;
      end
    end
endmodule
