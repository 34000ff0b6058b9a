// SPDX-License-Identifier: Apache-2.0
// The flags of +unit=UNIT, a multiply-add of f16, by the class and by the module; each operation
// prints a line "D FLAGS", of the class and of the module alike or FAIL.
module flags_bench #(
    parameter string UNIT = ""
);
  logic [15:0] a, b, c, d, expected;
  logic [4:0] flags;
  mmasc_dpi_unit #(
      .UNIT(UNIT),
      .A_BITS(16),
      .B_BITS(16),
      .C_BITS(16),
      .D_BITS(16)
  ) mmasc (
      .clk_i(1'b0),
      .a_i(a),
      .b_i(b),
      .c_i(c),
      .others_i(1'b0),
      .d_o(d)
  );

  mmasc_dpi_pkg::mmasc_predictor #(
      .A_BITS(16),
      .B_BITS(16),
      .C_BITS(16),
      .D_BITS(16)
  ) predictor;

  task automatic show(logic [15:0] a_now, logic [15:0] b_now, logic [15:0] c_now);
    a = a_now;
    b = b_now;
    c = c_now;
    #1;
    expected = predictor.predict_with_flags(a, b, c, flags);
    if (expected !== d || flags !== mmasc.flags()) $display("FAIL");
    $display("%h %b", expected, flags);
  endtask

  initial begin
    predictor = new(UNIT);
    $display("raises flags: %0d", predictor.raises_flags());
    if (!predictor.raises_flags()) begin
      a = 0;
      b = 0;
      c = 0;
      #1 $display("module: %b", mmasc.flags());
    end
    show(16'h7bff, 16'h4000, 16'h0000);  // 65504 * 2
    show(16'h3c00, 16'h3c00, 16'h0000);  // 1 * 1
    show(16'h0001, 16'h0001, 16'h0000);  // the least number, squared
    show(16'h0000, 16'h7c00, 16'h0000);  // 0 * inf
    $finish;
  end
endmodule
