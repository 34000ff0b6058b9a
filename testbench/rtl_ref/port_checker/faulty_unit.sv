// SPDX-License-Identifier: Apache-2.0
// Three ranks of registers that break, where fault_i says so, one rule of the port contract: each
// time strike_i is high and there is occasion.
module faulty_unit #(
    parameter ID_BITS = 8,
    parameter BITS = 16
) (
    input logic  [        31:0] fault_i,   // of mmasc_port_rule_pkg; any other number: none
    input logic                 strike_i,
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic                 valid_i,
    output logic                ready_o,
    input logic  [ ID_BITS-1:0] id_i,
    input logic  [    BITS-1:0] payload_i,
    output logic                valid_o,
    input logic                 ready_i,
    output logic [ ID_BITS-1:0] id_o,
    output logic [    BITS-1:0] payload_o
);
  localparam WIDTH = ID_BITS + BITS;
  wire first_valid, first_ready, second_valid, second_ready, ready;
  wire [ID_BITS-1:0] first_id, second_id;
  wire [BITS-1:0] first_payload, second_payload;
  logic valid_q, flip_q, hide_q, swap_q;
  logic [ID_BITS-1:0] id_q, swapped_id_q;
  logic [BITS-1:0] payload_q;

  // The last rank is free, or becomes free.
  wire leaves = valid_o && ready_i;
  wire free = !valid_q || leaves;

  wire double = leaves && strike_i && fault_i == mmasc_port_rule_pkg::DOUBLED;
  wire hold = strike_i && fault_i == mmasc_port_rule_pkg::TOO_LATE;
  assign second_ready = free && !double && !hold;
  wire takes = second_valid && second_ready;
  wire loses = takes && strike_i && fault_i == mmasc_port_rule_pkg::LOST;
  wire swaps = takes && first_valid && strike_i && fault_i == mmasc_port_rule_pkg::OUT_OF_ORDER;
  wire idle = free && !second_valid && strike_i;
  wire skip = idle && first_valid && fault_i == mmasc_port_rule_pkg::TOO_EARLY;
  wire invents = idle && fault_i == mmasc_port_rule_pkg::INVENTED;

  mmasc_elastic #(
      .WIDTH(WIDTH)
  ) u_first (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_i),
      .ready_o(ready),
      .data_i({id_i, payload_i}),
      .valid_o(first_valid),
      .ready_i(first_ready),
      .data_o({first_id, first_payload})
  );
  mmasc_elastic #(
      .WIDTH(WIDTH)
  ) u_second (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(first_valid && !skip),
      .ready_o(first_ready),
      .data_i({first_id, first_payload}),
      .valid_o(second_valid),
      .ready_i(second_ready),
      .data_o({second_id, second_payload})
  );

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      valid_q <= 1'b0;
      flip_q  <= 1'b0;
      hide_q  <= 1'b0;
      swap_q  <= 1'b0;
    end else begin
      if (free) valid_q <= (takes && !loses) || double || skip || invents;
      flip_q <= valid_o && !ready_i && strike_i && fault_i == mmasc_port_rule_pkg::OUT_CHANGED;
      hide_q <= valid_o && !ready_i && strike_i && fault_i == mmasc_port_rule_pkg::OUT_WITHDRAWN;
      if (takes) swap_q <= swaps && !swap_q;
    end

  always_ff @(posedge clk_i)
    if (takes) begin
      id_q <= swap_q ? swapped_id_q : swaps ? first_id : second_id;
      swapped_id_q <= second_id;
      payload_q <= second_payload;
      if (strike_i && fault_i == mmasc_port_rule_pkg::UNKNOWN_PAYLOAD) payload_q[BITS-1] <= 1'bx;
      if (strike_i && fault_i == mmasc_port_rule_pkg::BEYOND_WIDTH) payload_q[BITS-1] <= 1'b1;
    end else if (skip) {id_q, payload_q} <= {first_id, first_payload};
    else if (invents) id_q <= {!id_i[ID_BITS-1], id_i[ID_BITS-2:0]};  // far from all in flight

  wire in_reset = !rst_ni && fault_i == mmasc_port_rule_pkg::VALID_IN_RESET;
  wire unknown = !valid_i && strike_i && fault_i == mmasc_port_rule_pkg::UNKNOWN_HANDSHAKE;
  assign valid_o = (valid_q && !hide_q) || in_reset;
  assign id_o = id_q;
  assign payload_o = payload_q ^ BITS'(flip_q);
  assign ready_o = unknown ? 1'bx : ready;
endmodule
