// SPDX-License-Identifier: Apache-2.0
// Checks a design against a .vec file (`mmasc gen`), in plain Verilog: any simulator runs it.
//     +vectors=FILE.vec
//     +outputs=FILE.vec  what the design gives, for `mmasc check`
//     +unit=UNIT         the unit as `mmasc eval` takes it, where the file does not say
// Exit status 0 and a line PASS, or not 0 and a line FAIL. The first vector that fails is printed as a
// command, and so is the one with the fewest bits set. No file says what is right of others: `mmasc
// check` makes it smaller where a change of a field of the unit gives the outputs.
module vec_bench;
  parameter BROKEN = 0;
  parameter K = 4;  // the unit's formats
  parameter A_BITS = 16, B_BITS = 16, C_BITS = 32, D_BITS = 32;
  parameter D_EXPONENT = 8;  // bits of d's exponent, to know a NaN
  localparam DRAIN = 100;     // clocks after the last vector in which all results have come

  // Files have whole hex digits for each element, element 0 leftmost; ports have lane 0 rightmost.
  localparam A_DIGITS = 4 * ((A_BITS + 3) / 4), B_DIGITS = 4 * ((B_BITS + 3) / 4);
  localparam CASE_BITS = K * (A_DIGITS + B_DIGITS) + C_BITS + D_BITS;
  localparam TEXT_BITS = 8 * 1000;

  reg clk = 0, rst = 1, vld_in = 0;
  reg [K*A_BITS-1:0] a;
  reg [K*B_BITS-1:0] b;
  reg [K*A_DIGITS-1:0] a_digits, a_asked;
  reg [K*B_DIGITS-1:0] b_digits, b_asked;
  reg [C_BITS-1:0] c, c_digits, c_asked;
  reg [D_BITS-1:0] expected, expected_asked;
  wire vld_out;
  wire [D_BITS-1:0] d;

  dut_dot_product #(
      .BROKEN(BROKEN)
  ) u_dut (
      .clk(clk),
      .rst(rst),
      .vld_in(vld_in),
      .x(a),
      .w(b),
      .acc(c),
      .vld_out(vld_out),
      .q(d)
  );
  always #5 clk = !clk;

  // The operations inside the design, in order.
  localparam DEPTH = 256;
  reg [CASE_BITS-1:0] asked[0:DEPTH-1];
  integer sent = 0, checked = 0, mismatches = 0, announced = -1;  // vectors; by the header
  reg [CASE_BITS+D_BITS-1:0] smallest;  // {asked, d} of the mismatch with the fewest bits
  integer fewest = 0, bits;
  reg nan_any = 0, has_outputs;
  reg [8*200-1:0] key, instruction, rule, columns = 0;  // of the header
  reg [TEXT_BITS-1:0] unit = 0;            // a unit that is no id alone

  // Skips the header and reads the next vector; 0 at the end of the file. The outputs have the
  // header too, with a provenance of their own.
  integer file, outputs = 0;
  function integer next_vector;
    input unused;
    integer first, ignored;
    reg copied;
    begin
      first = $fgetc(file);
      while (first == "#") begin
        ignored = $fscanf(file, " %s", key);
        copied = outputs != 0 && key != "evidence:" && key != "provenance:" && key != "case:";
        if (copied) $fwrite(outputs, "# %0s", key);
        if (outputs != 0 && key == "provenance:")
          $fwrite(outputs, "# provenance: outputs of the design under vec_bench\n");
        if (key == "instruction:") begin
          ignored = $fscanf(file, " %s", instruction);
          if (copied) $fwrite(outputs, " %0s", instruction);
        end
        if (key == "vectors:") begin
          ignored = $fscanf(file, " %d", announced);
          if (copied) $fwrite(outputs, " %0d", announced);
        end
        if (key == "nan:") begin
          ignored = $fscanf(file, " %s", rule);
          if (copied) $fwrite(outputs, " %0s", rule);
          nan_any = rule == "any";
        end
        while (first != "\n" && first != -1) begin
          first = $fgetc(file);
          if (copied && first != -1) $fwrite(outputs, "%c", first[7:0]);
          if (key == "unit:" && first != "\n" && (unit != 0 || first != " "))
            unit = {unit[TEXT_BITS-9:0], first[7:0]};
          if (key == "columns:" && first != "\n" && (columns != 0 || first != " "))
            columns = {columns[8*199-1:0], first[7:0]};
        end
        if (key == "columns:" && columns != "a b c d") begin
          $display("FAIL: the columns of the file are %0s; this bench takes a b c d", columns);
          $fatal(1);
        end
        first = $fgetc(file);
      end
      next_vector = 0;
      if (first != -1) begin
        ignored = $ungetc(first, file);
        next_vector = $fscanf(file, "%h %h %h %h\n", a_digits, b_digits, c_digits, expected);
        if (next_vector != 4) begin
          $display("FAIL: vector %0d of the file is cut short", sent + 1);
          $fatal(1);
        end
      end
    end
  endfunction

  // Ports are assigned as a whole and by an assignment: what $fscanf or an assignment lane by lane
  // changes, Verilator 5.006 does not pass on to a design that is combinational.
  integer k;
  function [K*A_BITS-1:0] a_lanes;
    input [K*A_DIGITS-1:0] digits;
    for (k = 0; k < K; k = k + 1) a_lanes[A_BITS*k+:A_BITS] = digits[A_DIGITS*(K-1-k)+:A_BITS];
  endfunction
  function [K*B_BITS-1:0] b_lanes;
    input [K*B_DIGITS-1:0] digits;
    for (k = 0; k < K; k = k + 1) b_lanes[B_BITS*k+:B_BITS] = digits[B_DIGITS*(K-1-k)+:B_BITS];
  endfunction

  function is_nan;
    input [D_BITS-1:0] value;
    is_nan = &value[D_BITS-2-:D_EXPONENT] && |value[D_BITS-2-D_EXPONENT:0];
  endfunction

  integer place;
  function integer ones;
    input [CASE_BITS-D_BITS-1:0] operands;
    begin
      ones = 0;
      for (place = 0; place < CASE_BITS - D_BITS; place = place + 1)
        if (operands[place]) ones = ones + 1;
    end
  endfunction

  reg [TEXT_BITS-1:0] path;
  initial begin
    if (!$value$plusargs("vectors=%s", path)) begin
      $display("FAIL: no +vectors=FILE.vec");
      $fatal(1);
    end
    file = $fopen(path, "r");
    if (file == 0) begin
      $display("FAIL: %0s cannot be opened", path);
      $fatal(1);
    end
    if (!$value$plusargs("unit=%s", unit)) unit = 0;
    if ($value$plusargs("outputs=%s", path)) outputs = $fopen(path, "w");
    repeat (4) @(negedge clk);
    rst = 0;
    while (next_vector(0) != 0) begin
      a = a_lanes(a_digits);
      b = b_lanes(b_digits);
      c = c_digits;
      asked[sent%DEPTH] = {a_digits, b_digits, c_digits, expected};
      sent = sent + 1;
      vld_in = 1;
      @(negedge clk);
      vld_in = 0;
      if (sent % 7 == 0) @(negedge clk);  // a gap now and then
    end
    if (announced != -1 && announced != sent) begin
      $display("FAIL: the header says %0d vectors, the file has %0d", announced, sent);
      $fatal(1);
    end
    repeat (DRAIN) @(negedge clk);
    has_outputs = outputs != 0;
    if (has_outputs) $fclose(outputs);
    if (sent != 0 && checked == sent && mismatches == 0) begin
      $display("PASS: %0d vectors, 0 mismatches", checked);
      $finish;
    end else begin
      $display("FAIL: %0d vectors, %0d results, %0d mismatches", sent, checked, mismatches);
      if (mismatches != 0) begin
        {a_asked, b_asked, c_asked, expected_asked, expected} = smallest;
        $display("smallest in the file: mmasc eval %0s --a %h --b %h --c %h\n  d is %h, expected %h",
                 unit, a_asked, b_asked, c_asked, expected, expected_asked);
        if (has_outputs) $display("smaller: mmasc check %0s '%0s'", unit, path);
        else $display("smaller: with +outputs=FILE, by mmasc check %0s FILE", unit);
      end
      $fatal(1);
    end
  end

  always @(posedge clk)
    if (!rst && vld_out) begin
      {a_asked, b_asked, c_asked, expected_asked} = asked[checked%DEPTH];
      checked = checked + 1;
      if (outputs != 0) $fwrite(outputs, "%h %h %h %h\n", a_asked, b_asked, c_asked, d);
      if (d !== expected_asked && !(nan_any && is_nan(d) && is_nan(expected_asked))) begin
        if (mismatches == 0) begin
          if (unit == 0) unit = {{(TEXT_BITS - 8 * 200) {1'b0}}, instruction};
          $display("mismatch: d is %h, expected %h\n  mmasc eval %0s --a %h --b %h --c %h", d,
                   expected_asked, unit, a_asked, b_asked, c_asked);
        end
        bits = ones({a_asked, b_asked, c_asked});
        if (mismatches == 0 || bits < fewest) begin
          fewest = bits;
          smallest = {a_asked, b_asked, c_asked, expected_asked, d};
        end
        mismatches = mismatches + 1;
      end
    end
endmodule
