// SPDX-License-Identifier: Apache-2.0
// Ranks of registers with the valid/ready handshake; wires where there are none.
//
// A transfer happens on a rising edge with valid and ready high. Valid and data stay as they are
// until taken. ready_o depends on ready_i, never on valid_i.
module mmasc_elastic #(
    parameter REGISTERS = 1,
    parameter WIDTH = 1
) (
    input  logic             clk_i,
    input  logic             rst_ni,  // asynchronous, active low
    input  logic             valid_i,
    output logic             ready_o,
    input  logic [WIDTH-1:0] data_i,
    output logic             valid_o,
    input  logic             ready_i,
    output logic [WIDTH-1:0] data_o
);
  generate
    if (REGISTERS == 0) begin : g_wires
      assign valid_o = valid_i;
      assign ready_o = ready_i;
      assign data_o = data_i;
      wire unused = &{1'b0, clk_i, rst_ni};
    end else begin : g_rank
      logic             valid_q;
      logic [WIDTH-1:0] data_q;
      wire              ready;

      assign ready_o = !valid_q || ready;

      always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) valid_q <= 1'b0;
        else if (ready_o) valid_q <= valid_i;

      always_ff @(posedge clk_i) if (ready_o && valid_i) data_q <= data_i;

      mmasc_elastic #(
          .REGISTERS(REGISTERS - 1),
          .WIDTH(WIDTH)
      ) u_rest (
          .clk_i(clk_i),
          .rst_ni(rst_ni),
          .valid_i(valid_q),
          .ready_o(ready),
          .data_i (data_q),
          .valid_o(valid_o),
          .ready_i(ready_i),
          .data_o(data_o)
      );
    end
  endgenerate
endmodule
