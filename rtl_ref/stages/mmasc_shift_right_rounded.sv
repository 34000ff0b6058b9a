// SPDX-License-Identifier: Apache-2.0
// The right shift with a rounding mode, the one place where bits are dropped. What is sticky is
// found beside the shift, of the bits that it will drop.
//
//     x_i       [ q q q q q q | g s s s s ]
//                               <- amount ->    g: guard bit, s: sticky bits
//     below     [ 0 0 0 0 0 0 | 0 1 1 1 1 ]
//                             + r r          the random bits of a stochastic MODE
//     y_o       q, or q + 1 where MODE says so of (-1)^negative_i * x
//
// Any amount from MOST on acts as MOST: nothing is kept, everything is sticky, and too low for
// random bits to carry. So an amount of more bits than MOST has becomes all ones.
module mmasc_shift_right_rounded #(
    parameter BITS = 8,
    parameter AMOUNT_BITS = 8,
    parameter [31:0] MODE = mmasc_pkg::TOWARD_ZERO
) (
    input  logic [                       BITS-1:0] x_i,
    input  logic [                AMOUNT_BITS-1:0] amount_i,
    input  logic                                   negative_i,
    input  logic [mmasc_pkg::random_bits(MODE):0] random_i,  // the highest is not used
    output logic [                         BITS:0] y_o
);
  localparam [31:0] RANDOM = mmasc_pkg::random_bits(MODE);
  localparam MOST = BITS + (RANDOM > 1 ? RANDOM : 1);
  localparam SHIFT_BITS = $clog2(MOST + 1);
  localparam WIDE_BITS = AMOUNT_BITS > SHIFT_BITS ? AMOUNT_BITS : SHIFT_BITS;
  wire [WIDE_BITS-1:0] wide = WIDE_BITS'(amount_i);
  wire is_far = |(wide >> SHIFT_BITS);
  wire [SHIFT_BITS-1:0] amount = SHIFT_BITS'(wide) | {SHIFT_BITS{is_far}};

  generate
    if (MODE == mmasc_pkg::TOWARD_ZERO) begin : g_truncated
      assign y_o = {1'b0, x_i >> amount};
      wire unused = &{1'b0, negative_i, random_i};
    end else if (RANDOM > 0) begin : g_stochastic
      wire [BITS+RANDOM-1:0] shifted = {x_i, {RANDOM{1'b0}}} >> amount;
      wire [RANDOM:0] sum = {1'b0, shifted[RANDOM-1:0]} + {1'b0, random_i[RANDOM-1:0]};
      wire [BITS-1:0] kept = shifted[RANDOM+:BITS];
      wire increments = mmasc_pkg::increments(MODE, negative_i, kept[0], 1'b0, 1'b0, sum[RANDOM]);
      assign y_o = {1'b0, kept} + (BITS + 1)'(increments);
      wire unused = &{1'b0, random_i, sum};
    end else begin : g_rounded
      wire [BITS:0] shifted = {x_i, 1'b0} >> amount;
      wire [BITS-1:0] kept = shifted[BITS:1];
      wire guard = shifted[0];
      wire [BITS:0] stay = {(BITS + 1) {1'b1}} << amount;
      wire [BITS-1:0] below = ~stay[BITS:1];
      wire sticky = |(x_i & below);
      wire increments = mmasc_pkg::increments(MODE, negative_i, kept[0], guard, sticky, 1'b0);
      assign y_o = {1'b0, kept} + (BITS + 1)'(increments);
      wire unused = &{1'b0, random_i, stay[0]};
    end
  endgenerate
endmodule
