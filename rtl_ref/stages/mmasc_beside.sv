// SPDX-License-Identifier: Apache-2.0
// What travels beside the multiplier with an operation, in registers of its own: the random bits,
// of which the multiplier draws none, and above them the NaN word, where there is one.
module mmasc_beside #(
    parameter REGISTERS = 1,
    parameter ID_BITS = 8,
    parameter BESIDE_BITS = 8
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic                   valid_i,
    output logic                   ready_o,
    input  logic [    ID_BITS-1:0] id_i,
    input  logic [BESIDE_BITS-1:0] beside_i,
    output logic                   valid_o,
    input  logic                   ready_i,
    output logic [    ID_BITS-1:0] id_o,
    output logic [BESIDE_BITS-1:0] beside_o
);
  mmasc_elastic #(
      .REGISTERS(REGISTERS),
      .WIDTH(ID_BITS + BESIDE_BITS)
  ) u_registers (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .data_i({id_i, beside_i}),
      .valid_o(valid_o),
      .ready_i(ready_i),
      .data_o({id_o, beside_o})
  );
endmodule
