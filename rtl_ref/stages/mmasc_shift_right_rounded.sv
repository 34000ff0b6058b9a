// SPDX-License-Identifier: Apache-2.0
// The right shift with a rounding mode, the one place where bits are dropped.
//
//     x_i       [ q q q q q q | g s s s s ]
//                               <- amount ->    g: guard bit, s: sticky bits
//     y_o       q, or q + 1 where MODE says so of (-1)^negative_i * x
//
// Any amount beyond BITS + 1 acts as BITS + 1: nothing is kept, everything is sticky.
module mmasc_shift_right_rounded #(
    parameter BITS = 8,
    parameter AMOUNT_BITS = 8,
    parameter [31:0] MODE = mmasc_pkg::TOWARD_ZERO
) (
    input  logic [       BITS-1:0] x_i,
    input  logic [AMOUNT_BITS-1:0] amount_i,
    input  logic                   negative_i,
    output logic [         BITS:0] y_o
);
  localparam MOST = BITS + 1;
  localparam SHIFT_BITS = $clog2(MOST + 1);
  localparam WIDE_BITS = AMOUNT_BITS > SHIFT_BITS ? AMOUNT_BITS : SHIFT_BITS;
  wire [WIDE_BITS-1:0] wide = WIDE_BITS'(amount_i);
  wire [SHIFT_BITS-1:0] amount =
      wide > WIDE_BITS'(MOST) ? SHIFT_BITS'(MOST) : SHIFT_BITS'(wide);

  generate
    if (MODE == mmasc_pkg::TOWARD_ZERO) begin : g_truncated
      assign y_o = {1'b0, x_i >> amount};
      wire unused = &{1'b0, negative_i};
    end else begin : g_rounded
      wire [2*BITS+1:0] shifted = {x_i, {(BITS + 2) {1'b0}}} >> amount;
      wire [BITS-1:0] kept = shifted[BITS+2+:BITS];
      wire guard = shifted[BITS+1];
      wire sticky = |shifted[BITS:0];
      logic increments;
      if (MODE == mmasc_pkg::NEAREST_EVEN) begin : g_nearest_even
        assign increments = guard && (sticky || kept[0]);
      end else if (MODE == mmasc_pkg::NEAREST_AWAY) begin : g_nearest_away
        assign increments = guard;
      end else if (MODE == mmasc_pkg::DOWN) begin : g_down
        assign increments = (guard || sticky) && negative_i;
      end else if (MODE == mmasc_pkg::UP) begin : g_up
        assign increments = (guard || sticky) && !negative_i;
      end else if (MODE == mmasc_pkg::AWAY) begin : g_away
        assign increments = guard || sticky;
      end else if (MODE == mmasc_pkg::TO_ODD) begin : g_to_odd
        assign increments = (guard || sticky) && !kept[0];
      end
      assign y_o = {1'b0, kept} + (BITS + 1)'(increments);
      wire unused = &{1'b0, negative_i, sticky};
    end
  endgenerate
endmodule
