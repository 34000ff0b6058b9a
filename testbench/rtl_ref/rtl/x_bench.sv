// SPDX-License-Identifier: Apache-2.0
// A unit whose inputs are X whenever nothing is asked of it: before reset all of them, and the
// payload while valid_i is low. No X may reach valid_o, ready_o, or what leaves with valid_o high.
module x_bench;
  parameter A_BITS = 1;  // of the ports
  parameter B_BITS = 1;
  parameter C_BITS = 1;
  parameter D_BITS = 1;
  parameter SCALE_BITS = 1;
  parameter KEEP = 1;  // of a sparse A; an index for SHARE_BITS of b
  parameter OF = 2;
  parameter SHARE_BITS = 1;
  parameter METADATA_BITS = 1;
  parameter OPERATIONS = 300;

  reg clk = 0, rst_n = 1'bx;
  reg valid_i = 1'bx, ready_i = 1'bx, c_is_input = 1'bx, format = 1'bx;
  reg [A_BITS-1:0] a = {A_BITS{1'bx}};
  reg [B_BITS-1:0] b = {B_BITS{1'bx}};
  reg [C_BITS-1:0] c = {C_BITS{1'bx}};
  reg [SCALE_BITS-1:0] sa = {SCALE_BITS{1'bx}}, sb = {SCALE_BITS{1'bx}};
  reg [METADATA_BITS-1:0] metadata = {METADATA_BITS{1'bx}};
  reg [7:0] id_i = 8'hxx;
  wire ready_o, valid_o;
  wire [7:0] id_o;
  wire [D_BITS-1:0] d;
  unit u_unit (
      .clk_i(clk),
      .rst_ni(rst_n),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .id_i(id_i),
      .format_i(format),
      .a_i(a),
      .b_i(b),
      .c_i(c),
`ifdef HAS_SCALES
      .sa_i(sa),
      .sb_i(sb),
`endif
`ifdef IS_SPARSE
      .metadata_i(metadata),
`endif
      .c_is_input_i(c_is_input),
      .valid_o(valid_o),
      .ready_i(ready_i),
      .id_o(id_o),
      .d_o(d)
  );
  always #5 clk = !clk;

  integer seed = 1, asked = 0, done = 0, faults = 0, i, group, j;
  localparam INDEX_BITS = $clog2(OF);
  reg [OF-1:0] selected;
  // The groups of b that no index points at become x.
  task unselected_b;
    for (group = 0; group < METADATA_BITS / INDEX_BITS; group = group + KEEP) begin
      selected = 0;
      for (j = 0; j < KEEP; j = j + 1)
        selected[metadata[(group+j)*INDEX_BITS+:INDEX_BITS]] = 1'b1;
      for (j = 0; j < OF; j = j + 1)
        if (!selected[j]) b[(group/KEEP*OF+j)*SHARE_BITS+:SHARE_BITS] = {SHARE_BITS{1'bx}};
    end
  endtask
  task random_payload;
    begin
      for (i = 0; i < A_BITS; i = i + 1) a[i] = $random(seed);
      for (i = 0; i < B_BITS; i = i + 1) b[i] = $random(seed);
      for (i = 0; i < C_BITS; i = i + 1) c[i] = $random(seed);
      for (i = 0; i < SCALE_BITS; i = i + 1) {sa[i], sb[i]} = $random(seed);
      for (i = 0; i < METADATA_BITS; i = i + 1) metadata[i] = $random(seed);
`ifdef IS_SPARSE
      unselected_b;
`endif
      c_is_input = $random(seed);
      format = 0;
      id_i = asked;
    end
  endtask
  task no_payload;
    begin
      a = {A_BITS{1'bx}};
      b = {B_BITS{1'bx}};
      c = {C_BITS{1'bx}};
      sa = {SCALE_BITS{1'bx}};
      sb = {SCALE_BITS{1'bx}};
      metadata = {METADATA_BITS{1'bx}};
      c_is_input = 1'bx;
      format = 1'bx;
      id_i = 8'hxx;
    end
  endtask
  task fault(input [8*16-1:0] what);
    begin
      faults = faults + 1;
      $display("X on %0s at %0t", what, $time);
    end
  endtask

  initial begin
    repeat (3) @(negedge clk);  // X everywhere
    rst_n = 0;
    valid_i = 0;
    ready_i = 0;
    repeat (2) @(negedge clk);
    rst_n = 1;
    while (done < OPERATIONS && faults < 5) begin
      // An operation that was offered is held until it has been taken.
      if (!valid_i && asked < OPERATIONS && $random(seed) % 3 != 0) begin
        valid_i = 1;
        asked = asked + 1;
        random_payload;
      end
      ready_i = $random(seed) % 10 >= -6;
      #1;
      if (valid_o === 1'bx) fault("valid_o");
      if (ready_o === 1'bx) fault("ready_o");
      if (valid_o === 1'b1 && ^d === 1'bx) fault("d_o");
      if (valid_o === 1'b1 && ^id_o === 1'bx) fault("id_o");
      if (valid_o && ready_i) done = done + 1;
      if (valid_i && ready_o) begin
        @(posedge clk) #1 valid_i = 0;
        no_payload;
      end
      @(negedge clk);
    end
    $display("%0s: %0d operations, %0d faults", faults == 0 ? "PASS" : "FAIL", done, faults);
    $finish(0);
  end
  initial #1000000 begin
    $display("FAIL: %0d of %0d operations, then no more", done, OPERATIONS);
    $finish(0);
  end
endmodule
