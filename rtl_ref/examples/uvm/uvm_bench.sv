// SPDX-License-Identifier: Apache-2.0
// A unit that `mmasc emit-rtl --top unit` wrote, in the UVM environment of unit_env_pkg.sv.
//     +unit=UNIT  what the results are compared with: an id, or FILE.toml
//     +broken     the last bit of d is stuck at 0, which the scoreboard has to find
`include "uvm_macros.svh"

module uvm_bench;
  import uvm_pkg::*;
  import unit_widths_pkg::*;
  import unit_env_pkg::*;

  logic clk = 0, rst_n = 0;
  always #5 clk = !clk;
  initial #42 rst_n = 1;

  unit_if sides (
      .clk  (clk),
      .rst_n(rst_n)
  );

  wire [D_BITS-1:0] d;
  unit #(
      .ID_BITS(ID_BITS)
  ) u_unit (
      .clk_i(clk),
      .rst_ni(rst_n),
      .valid_i(sides.in_valid),
      .ready_o(sides.in_ready),
      .id_i(sides.in_id),
      .format_i(1'b0),
      .a_i(sides.a),
      .b_i(sides.b),
      .c_i(sides.c),
      .c_is_input_i(sides.c_is_input),
      .valid_o(sides.out_valid),
      .ready_i(sides.out_ready),
      .id_o(sides.out_id),
      .d_o(d)
  );
  bit broken = $test$plusargs("broken") != 0;
  assign sides.d = broken ? d & ~D_BITS'(1) : d;

  string unit = "volta/mma.m8n8k4.f32.f16.f16.f32";
  initial begin
    void'($value$plusargs("unit=%s", unit));
    uvm_config_db#(string)::set(null, "uvm_test_top.env.model", "unit", unit);
    uvm_config_db#(virtual unit_if)::set(null, "uvm_test_top.env", "vif", sides);
    run_test("unit_test");
  end
endmodule
