// SPDX-License-Identifier: Apache-2.0
// The contract of mmasc_skid_buffer, for Yosys to prove by induction over all inputs: a queue of two
// places beside it holds the same, what waits stays, and each side is a register's.
module skid_buffer_proof #(
    parameter WIDTH = 4
) (
    input logic clk_i,
    input logic valid_i,
    input logic [WIDTH-1:0] data_i,
    input logic ready_i
);
  logic rst_n = 1'b0;  // in reset at first
  always @(posedge clk_i) rst_n <= 1'b1;

  wire ready, valid;
  wire [WIDTH-1:0] data;
  mmasc_skid_buffer #(
      .WIDTH(WIDTH)
  ) u_buffer (
      .clk_i(clk_i),
      .rst_ni(rst_n),
      .valid_i(valid_i),
      .ready_o(ready),
      .data_i(data_i),
      .valid_o(valid),
      .ready_i(ready_i),
      .data_o(data)
  );

  // The queue, its head in the low bits.
  logic [1:0] count_q = 2'd0;
  logic [2*WIDTH-1:0] queue_q;
  wire taken = valid_i && ready, given = valid && ready_i;
  wire [1:0] left = count_q - 2'(given);
  wire [2*WIDTH-1:0] rest = given ? {queue_q[WIDTH+:WIDTH], queue_q[WIDTH+:WIDTH]} : queue_q;
  always @(posedge clk_i)
    if (!rst_n) count_q <= 2'd0;
    else begin
      count_q <= left + 2'(taken);
      queue_q <= taken ? (left == 2'd0 ? {rest[WIDTH+:WIDTH], data_i} : {data_i, rest[0+:WIDTH]}) : rest;
    end

  (* keep *) wire [WIDTH-1:0] spare;  // u_buffer.spare_q, which the script connects
  logic waited_q = 1'b0;
  logic [WIDTH-1:0] data_q;
  always @(posedge clk_i) begin
    waited_q <= rst_n && valid && !ready_i;
    data_q <= data;
  end

  always @* begin
    assert (count_q <= 2'd2);
    if (rst_n) begin
      assert (valid == (count_q != 2'd0));  // nothing is lost or invented, and no clock is wasted
      assert (ready == (count_q != 2'd2));  // so it takes one in each clock while the taker is ready
      if (valid) assert (data == queue_q[0+:WIDTH]);  // in order
      if (count_q == 2'd2) assert (spare == queue_q[WIDTH+:WIDTH]);
      if (waited_q) assert (valid && data == data_q);
    end
  end
endmodule
