// SPDX-License-Identifier: Apache-2.0
// Asserts of one side of a stage what the port contract says of all: what is offered stays until it
// is taken, and nothing is valid in reset.
module mmasc_assert_handshake #(
    parameter WIDTH = 1
) (
    input logic             clk_i,
    input logic             rst_ni,
    input logic             valid_i,
    input logic             ready_i,
    input logic [WIDTH-1:0] data_i
);
  logic waits_q;  // offered on the edge before, out of reset, and not taken
  logic [WIDTH-1:0] data_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) waits_q <= 1'b0;
    else waits_q <= valid_i && !ready_i;
  always_ff @(posedge clk_i) data_q <= data_i;

  always @(posedge clk_i)
    if (!rst_ni) begin
      valid_in_reset: assert (!valid_i);
    end else if (waits_q) begin
      withdrawn: assert (valid_i);
      changed: assert (data_i == data_q);
    end
endmodule
