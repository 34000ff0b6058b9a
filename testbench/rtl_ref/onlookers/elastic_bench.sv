// SPDX-License-Identifier: Apache-2.0
// The contract of mmasc_elastic, whatever is offered to it, for proof by induction: operations leave
// in their order, once each, after at least REGISTERS cycles and at most REGISTERS in which the
// output is ready. What is asserted of each rank makes it inductive: by its text the module is a
// rank in front of one with a rank less.
module elastic_bench #(
    parameter REGISTERS = 1
) (
    input logic clk_i,
    input logic rst_ni,
    input logic valid_i,
    input logic ready_i,
    input logic marks_i  // an operation whose age is known, one at a time
);
  localparam BITS = 4;  // of counters, which wrap: no more are in flight
  localparam WIDTH = 2 * BITS + 1;
  logic [BITS-1:0] taken_q, given_q, move_q, age_q;
  logic marked_q;  // one in flight is
  wire [REGISTERS:0] valid, ready;  // in front of each rank, and behind the last
  wire [(REGISTERS+1)*WIDTH-1:0] data;
  wire marks = marks_i && !marked_q;
  assign valid[0] = valid_i;
  assign ready[REGISTERS] = ready_i;
  assign data[WIDTH-1:0] = {taken_q, move_q, marks};

  mmasc_assert_handshake #(
      .WIDTH(WIDTH)
  ) u_out (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid[REGISTERS]),
      .ready_i(ready_i),
      .data_i(data[REGISTERS*WIDTH+:WIDTH])
  );

  wire [REGISTERS-1:0] in_order, in_time, marked;
  wire [(REGISTERS+1)*BITS-1:0] behind;  // operations in later ranks
  assign behind[REGISTERS*BITS+:BITS] = 0;
  generate
    genvar r;
    for (r = 0; r < REGISTERS; r = r + 1) begin : g_rank
      wire [BITS-1:0] operation, move;
      wire is_marked;
      mmasc_elastic #(
          .REGISTERS(1),
          .WIDTH(WIDTH)
      ) u_rank (
          .clk_i(clk_i),
          .rst_ni(rst_ni),
          .valid_i(valid[r]),
          .ready_o(ready[r]),
          .data_i(data[r*WIDTH+:WIDTH]),
          .valid_o(valid[r+1]),
          .ready_i(ready[r+1]),
          .data_o(data[(r+1)*WIDTH+:WIDTH])
      );
      assign {operation, move, is_marked} = data[(r+1)*WIDTH+:WIDTH];
      assign behind[r*BITS+:BITS] = behind[(r+1)*BITS+:BITS] + BITS'(valid[r+1]);
      wire [BITS-1:0] place = given_q + behind[(r+1)*BITS+:BITS];
      wire [BITS-1:0] moves = move_q - move;
      assign marked[r] = valid[r+1] && is_marked;
      assign in_order[r] = !valid[r+1] || operation == place;
      assign in_time[r] = !valid[r+1] || (moves <= r + 1 && (!is_marked || age_q >= r + 1));
    end
  endgenerate

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      taken_q <= 0;
      given_q <= 0;
      move_q <= 0;
      age_q <= 0;
      marked_q <= 1'b0;
    end else begin
      taken_q <= taken_q + BITS'(valid_i && ready[0]);
      given_q <= given_q + BITS'(valid[REGISTERS] && ready_i);
      move_q <= move_q + BITS'(ready_i);
      if (valid_i && ready[0] && marks) marked_q <= 1'b1;
      else if (marked[REGISTERS-1] && ready_i) marked_q <= 1'b0;
      age_q <= !marked_q ? 1 : age_q >= REGISTERS ? age_q : age_q + 1'b1;
    end
  wire [BITS-1:0] in_flight = taken_q - given_q;
  always @(posedge clk_i)
    if (rst_ni) begin
      none_lost_or_doubled: assert (in_flight == behind[BITS-1:0]);
      in_their_order: assert (&in_order);
      neither_early_nor_late: assert (&in_time);
      marks_one: assert (marked_q == |marked && (marked & (marked - 1'b1)) == 0);
    end
endmodule
