// SPDX-License-Identifier: Apache-2.0
// Two places between a sender and a taker. ready_o, valid_o and data_o are registers: no path leads
// from one side to the other within a clock, and a transfer may still happen in every clock.
//
// A transfer happens on a rising edge with valid and ready high. Valid and data stay as they are
// until taken. Data comes out in order, one clock after it went in if the taker is ready.
module mmasc_skid_buffer #(
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
  logic valid_q;
  logic spare_valid_q;  // data_q waits, and what came behind it is in spare_q
  logic [WIDTH-1:0] data_q, spare_q;
  wire moving = ready_i || !valid_q;
  wire taken = valid_i && !spare_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      valid_q <= 1'b0;
      spare_valid_q <= 1'b0;
    end else if (moving) begin
      valid_q <= spare_valid_q || valid_i;
      spare_valid_q <= 1'b0;
    end else if (taken) spare_valid_q <= 1'b1;

  always_ff @(posedge clk_i) begin
    if (moving && (spare_valid_q || valid_i)) data_q <= spare_valid_q ? spare_q : data_i;
    if (taken) spare_q <= data_i;
  end

  assign ready_o = !spare_valid_q;
  assign valid_o = valid_q;
  assign data_o  = data_q;
endmodule
