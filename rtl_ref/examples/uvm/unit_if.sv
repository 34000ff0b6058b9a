// SPDX-License-Identifier: Apache-2.0
// The two sides of a unit that `mmasc emit-rtl` wrote, for the environment of unit_env_pkg.sv.
interface unit_if (
    input logic clk,
    input logic rst_n
);
  import unit_widths_pkg::*;

  logic in_valid = 0, in_ready, c_is_input;
  logic [ID_BITS-1:0] in_id;
  logic [A_BITS-1:0] a;
  logic [B_BITS-1:0] b;
  logic [C_BITS-1:0] c;

  logic out_valid, out_ready = 0;
  logic [ID_BITS-1:0] out_id;
  logic [D_BITS-1:0] d;
endinterface
