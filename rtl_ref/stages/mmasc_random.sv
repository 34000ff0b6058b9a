// SPDX-License-Identifier: Apache-2.0
// The random bits of an operation beside the multiplier, which draws none, and above them its NaN
// word, where there is one: they travel with the operation, in registers of their own.
module mmasc_random #(
    parameter REGISTERS = 1,
    parameter ID_BITS = 8,
    parameter RANDOM_BITS = 8
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic                   valid_i,
    output logic                   ready_o,
    input  logic [    ID_BITS-1:0] id_i,
    input  logic [RANDOM_BITS-1:0] random_i,
    output logic                   valid_o,
    input  logic                   ready_i,
    output logic [    ID_BITS-1:0] id_o,
    output logic [RANDOM_BITS-1:0] random_o
);
  mmasc_elastic #(
      .REGISTERS(REGISTERS),
      .WIDTH(ID_BITS + RANDOM_BITS)
  ) u_registers (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .data_i({id_i, random_i}),
      .valid_o(valid_o),
      .ready_i(ready_i),
      .data_o({id_o, random_o})
  );
endmodule
