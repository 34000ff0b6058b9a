// SPDX-License-Identifier: Apache-2.0
// The sum of COUNT addends of BITS bits, the last one of LAST_BITS, as what the last adder of their
// tree adds: (-1)^negated_o (low_o + high_o + carry_o), of one addend itself and 0. No addend is
// negated but by an adder that subtracts it: a sum has the sign of its first addend beside it.
//
//     low     (-1)^s [ n n n n n n ]
//     high    (-1)^t [ m m m m m m ]
//     sum     (-1)^s [ n n n n n n n ] = n + m, or n + ~m + 1 where s and t differ
//
// Every adder is as wide as its own addends need and no wider than SUM_BITS, which hold every sum.
module mmasc_halves #(
    parameter COUNT = 2,
    parameter BITS = 8,       // at least 2; a SIGN_NUMBER's sign is one more
    parameter LAST_BITS = 8,  // too
    parameter SUM_BITS = 9,   // at least as many as any addend has
    parameter [31:0] FORM = mmasc_pkg::NUMBER,
    parameter EACH = BITS + (FORM == mmasc_pkg::SIGN_NUMBER ? 1 : 0),
    parameter LAST = LAST_BITS + (FORM == mmasc_pkg::SIGN_NUMBER ? 1 : 0)
) (
    input  logic [(COUNT-1)*EACH+LAST-1:0] x_i,
    output logic [           SUM_BITS-1:0] low_o,
    output logic [           SUM_BITS-1:0] high_o,
    output logic                           carry_o,
    output logic                           negated_o
);
  localparam HALF = COUNT / 2;
  localparam WIDEST = COUNT - HALF > 1 && BITS > LAST_BITS ? BITS : LAST_BITS;
  localparam LOW_NEEDS = BITS + (HALF > 1 ? $clog2(HALF) : 0);
  localparam HIGH_NEEDS = WIDEST + $clog2(COUNT - HALF);
  localparam LOW_BITS = LOW_NEEDS < SUM_BITS ? LOW_NEEDS : SUM_BITS;
  localparam HIGH_BITS = HIGH_NEEDS < SUM_BITS ? HIGH_NEEDS : SUM_BITS;
  generate
    if (COUNT == 1) begin : g_one
      wire top = FORM == mmasc_pkg::SIGN_MAGNITUDE ? 1'b0 : x_i[LAST_BITS-1];
      assign low_o = {{(SUM_BITS - LAST_BITS + 1) {top}}, x_i[LAST_BITS-2:0]};
      assign high_o = {SUM_BITS{1'b0}};
      assign carry_o = 1'b0;
      assign negated_o = FORM == mmasc_pkg::NUMBER ? 1'b0 : x_i[LAST-1];
    end else begin : g_halves
      wire [LOW_BITS-1:0] low_x, low_y;
      wire [HIGH_BITS-1:0] high_x, high_y;
      wire low_carry, high_carry, high_negated;
      mmasc_halves #(
          .COUNT(HALF),
          .BITS(BITS),
          .LAST_BITS(BITS),
          .SUM_BITS(LOW_BITS),
          .FORM(FORM)
      ) u_low (
          .x_i(x_i[HALF*EACH-1:0]),
          .low_o(low_x),
          .high_o(low_y),
          .carry_o(low_carry),
          .negated_o(negated_o)
      );
      mmasc_halves #(
          .COUNT(COUNT - HALF),
          .BITS(BITS),
          .LAST_BITS(LAST_BITS),
          .SUM_BITS(HIGH_BITS),
          .FORM(FORM)
      ) u_high (
          .x_i(x_i[(COUNT-1)*EACH+LAST-1:HALF*EACH]),
          .low_o(high_x),
          .high_o(high_y),
          .carry_o(high_carry),
          .negated_o(high_negated)
      );
      // A carry enters where two ones meet, below the lowest bits.
      wire [LOW_BITS:0] low = {low_x, 1'b1} + {low_y, low_carry};
      wire [HIGH_BITS:0] high = {high_x, 1'b1} + {high_y, high_carry};
      wire unused = &{1'b0, low[0], high[0]};
      assign carry_o = negated_o != high_negated;
      assign low_o = {{(SUM_BITS - LOW_BITS + 1) {low[LOW_BITS]}}, low[LOW_BITS-1:1]};
      assign high_o = {{(SUM_BITS - HIGH_BITS + 1) {high[HIGH_BITS]}}, high[HIGH_BITS-1:1]} ^
                      {SUM_BITS{carry_o}};
    end
  endgenerate
endmodule
