// SPDX-License-Identifier: Apache-2.0
// Watches both sides of a unit and names the rules of mmasc_port_rule_pkg that are broken.
//
// Samples on rising edges. If a broken rule costs cycles, later results are not called late for it:
// a fault is reported under its own name and no other.
module mmasc_port_checker #(
    parameter ID_BITS = 8,
    parameter IN_BITS = 1,  // of the payload
    parameter OUT_BITS = 1,
    parameter LATENCY = 0,  // cycles from an operation to its result; 0: not checked
    parameter DEPTH = 64,  // operations remembered, at least 2; their ids must differ
    parameter LOST_AFTER = 1024,  // a result is lost after so many cycles with ready; > LATENCY
    parameter [IN_BITS-1:0] IN_UNUSED = {IN_BITS{1'b0}},  // bits of a payload that are always 0
    parameter [OUT_BITS-1:0] OUT_UNUSED = {OUT_BITS{1'b0}}
) (
    input logic                clk_i,
    input logic                rst_ni,        // asynchronous, active low
    input logic                in_valid_i,
    input logic                in_ready_i,
    input logic [ ID_BITS-1:0] in_id_i,
    input logic [ IN_BITS-1:0] in_payload_i,
    input logic                out_valid_i,
    input logic                out_ready_i,
    input logic [ ID_BITS-1:0] out_id_i,
    input logic [OUT_BITS-1:0] out_payload_i,

    output logic                                  violation_o,  // a rule was broken, ever
    output logic [mmasc_port_rule_pkg::RULES-1:0] rule_o        // which
);
  // --- one side at a time ------------------------------------------------------------------------

  // Neither X nor Z is valid or ready.
  wire in_valid = in_valid_i === 1'b1;
  wire in_taken = in_valid && in_ready_i === 1'b1;
  wire out_valid = out_valid_i === 1'b1;
  wire out_ready = out_ready_i === 1'b1;
  wire out_taken = out_valid && out_ready;

  logic in_waits_q, out_waits_q;  // offered on the edge before, and not taken
  logic [ID_BITS-1:0] in_id_q, out_id_q;
  logic [ IN_BITS-1:0] in_payload_q;
  logic [OUT_BITS-1:0] out_payload_q;

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      in_waits_q  <= 1'b0;
      out_waits_q <= 1'b0;
    end else begin
      in_waits_q  <= in_valid && !in_taken;
      out_waits_q <= out_valid && !out_taken;
    end

  always_ff @(posedge clk_i) begin
    in_id_q <= in_id_i;
    in_payload_q <= in_payload_i;
    out_id_q <= out_id_i;
    out_payload_q <= out_payload_i;
  end

  wire in_differs = {in_id_i, in_payload_i} !== {in_id_q, in_payload_q};
  wire out_differs = {out_id_i, out_payload_i} !== {out_id_q, out_payload_q};
  wire out_withdrawn = out_waits_q && !out_valid;

  // --- from one side to the other ----------------------------------------------------------------

  // The last DEPTH operations, the latest in the lowest bits; without _q, with that of this edge.
  logic [DEPTH-1:0] awaited_q, delivered_q;
  logic [DEPTH*ID_BITS-1:0] ids_q;
  logic [DEPTH*32-1:0] starts_q;  // the cycle it was taken
  logic [DEPTH*32-1:0] moves_q;  // move_q after that
  wire [DEPTH-1:0] awaited = in_taken ? DEPTH'({awaited_q, 1'b1}) : awaited_q;
  wire [DEPTH-1:0] delivered = in_taken ? DEPTH'({delivered_q, 1'b0}) : delivered_q;
  wire [DEPTH*ID_BITS-1:0] ids = in_taken ? {ids_q[0+:(DEPTH-1)*ID_BITS], in_id_i} : ids_q;

  // The operation that the result belongs to: the oldest with its id.
  wire [DEPTH-1:0] same_id, match;
  wire [DEPTH-1:0] candidates = awaited & same_id;
  wire known = |candidates;
  wire [DEPTH-1:0] younger = match - DEPTH'(1);
  wire overtaken = |(delivered & younger);
  wire overtakes = |(awaited & ~younger & ~match);

  // In such a cycle every operation moves on by a rank, or its result is taken.
  wire moving = out_ready && !out_withdrawn && (known || !out_valid);
  logic [31:0] cycle_q, move_q, offered_q;
  wire [31:0] move = move_q + 32'(moving);
  wire [31:0] offered = out_waits_q ? offered_q : cycle_q;
  wire [DEPTH*32-1:0] starts = in_taken ? {starts_q[0+:(DEPTH-1)*32], cycle_q} : starts_q;
  wire [DEPTH*32-1:0] moves = in_taken ? {moves_q[0+:(DEPTH-1)*32], move} : moves_q;

  wire [DEPTH-1:0] early, late, overdue;
  generate
    genvar i;
    for (i = 0; i < DEPTH; i = i + 1) begin : g_operation
      wire [31:0] moved = move - moves[i*32+:32];
      assign same_id[i] = ids[i*ID_BITS+:ID_BITS] === out_id_i;
      assign match[i] = candidates[i] && !(|(candidates >> (i + 1)));
      assign early[i] = $signed(offered - starts[i*32+:32]) < LATENCY;
      assign late[i] = moved > LATENCY;
      assign overdue[i] = moved > LOST_AFTER;
    end
  endgenerate
  wire timed = LATENCY != 0 && out_taken && known && !overtaken && !overtakes;
  wire [DEPTH-1:0] remaining = out_taken ? awaited & ~match : awaited;
  wire [DEPTH-1:0] lost = remaining & overdue;
  wire forgotten = in_taken && awaited_q[DEPTH-1];  // so many came after it

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      awaited_q <= {DEPTH{1'b0}};
      delivered_q <= {DEPTH{1'b0}};
      cycle_q <= 32'd0;
      move_q <= 32'd0;
    end else begin
      awaited_q <= remaining & ~lost;
      delivered_q <= out_taken ? delivered | match : delivered;
      cycle_q <= cycle_q + 32'd1;
      move_q <= move;
    end

  always_ff @(posedge clk_i) begin
    ids_q <= ids;
    starts_q <= starts;
    moves_q <= moves;
    offered_q <= offered;
  end

  // --- the rules ---------------------------------------------------------------------------------

  logic [mmasc_port_rule_pkg::RULES-1:0] broken;
  always_comb begin
    broken = {mmasc_port_rule_pkg::RULES{1'b0}};
    if (rst_ni) begin
      broken[mmasc_port_rule_pkg::IN_WITHDRAWN] = in_waits_q && !in_valid;
      broken[mmasc_port_rule_pkg::IN_CHANGED] = in_waits_q && in_valid && in_differs;
      broken[mmasc_port_rule_pkg::OUT_WITHDRAWN] = out_withdrawn;
      broken[mmasc_port_rule_pkg::OUT_CHANGED] = out_waits_q && out_valid && out_differs;
      broken[mmasc_port_rule_pkg::OUT_OF_ORDER] = out_taken && known && overtaken;
      broken[mmasc_port_rule_pkg::LOST] = |lost || forgotten;
      broken[mmasc_port_rule_pkg::DOUBLED] = out_taken && !known && |(delivered & same_id);
      broken[mmasc_port_rule_pkg::INVENTED] = out_taken && !known && !(|(delivered & same_id));
      broken[mmasc_port_rule_pkg::TOO_EARLY] = timed && |(early & match);
      broken[mmasc_port_rule_pkg::TOO_LATE] = timed && |(late & match);
      broken[mmasc_port_rule_pkg::UNKNOWN_HANDSHAKE] =
          ^{in_valid_i, in_ready_i, out_valid_i, out_ready_i} === 1'bx;
      broken[mmasc_port_rule_pkg::UNKNOWN_PAYLOAD] =
          (in_valid && ^{in_id_i, in_payload_i} === 1'bx) ||
          (out_valid && ^{out_id_i, out_payload_i} === 1'bx);
      broken[mmasc_port_rule_pkg::BEYOND_WIDTH] =
          (in_valid && |(in_payload_i & IN_UNUSED) === 1'b1) ||
          (out_valid && |(out_payload_i & OUT_UNUSED) === 1'b1);
    end else broken[mmasc_port_rule_pkg::VALID_IN_RESET] = out_valid;
  end

  logic [mmasc_port_rule_pkg::RULES-1:0] rule_q;
  initial rule_q = {mmasc_port_rule_pkg::RULES{1'b0}};
  always @(posedge clk_i) rule_q <= rule_q | broken;  // never reset
  assign rule_o = rule_q;
  assign violation_o = |rule_q;

  // The id of the oldest lost operation, for the message.
  wire  [ID_BITS-1:0] forgotten_id = ids_q[(DEPTH-1)*ID_BITS+:ID_BITS];
  logic [ID_BITS-1:0] lost_id;
  always_comb begin : find_lost
    integer slot;
    lost_id = forgotten_id;
    if (!forgotten)
      for (slot = 0; slot < DEPTH; slot = slot + 1)
        if (lost[slot]) lost_id = ids[slot*ID_BITS+:ID_BITS];
  end

  always @(posedge clk_i) begin : report
    integer rule;
    for (rule = 0; rule < mmasc_port_rule_pkg::RULES; rule = rule + 1)
      assert (!broken[rule])
      else
        $error("mmasc_port_checker: %0s: id %h (in: %b%b %h, out: %b%b %h) in %m",
               mmasc_port_rule_pkg::name(rule),
               rule == mmasc_port_rule_pkg::LOST ? lost_id :
               rule <= mmasc_port_rule_pkg::IN_CHANGED ? in_id_q : out_id_i,
               in_valid_i, in_ready_i, in_id_i, out_valid_i, out_ready_i, out_id_i);
  end
endmodule
