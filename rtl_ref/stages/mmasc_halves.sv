// SPDX-License-Identifier: Apache-2.0
// COUNT signed numbers of BITS bits, the last one of LAST_BITS, as the two numbers that the last
// adder of their tree adds: the sums of their halves; of one number itself and 0. Every adder is as
// wide as its own addends need and no wider than SUM_BITS, which hold every sum.
module mmasc_halves #(
    parameter COUNT = 2,
    parameter BITS = 8,       // at least 2
    parameter LAST_BITS = 8,  // too
    parameter SUM_BITS = 9    // at least as many as any addend has
) (
    input  logic [(COUNT-1)*BITS+LAST_BITS-1:0] x_i,
    output logic [                SUM_BITS-1:0] low_o,
    output logic [                SUM_BITS-1:0] high_o
);
  localparam HALF = COUNT / 2;
  localparam WIDEST = COUNT - HALF > 1 && BITS > LAST_BITS ? BITS : LAST_BITS;
  localparam LOW_NEEDS = BITS + (HALF > 1 ? $clog2(HALF) : 0);
  localparam HIGH_NEEDS = WIDEST + $clog2(COUNT - HALF);
  localparam LOW_BITS = LOW_NEEDS < SUM_BITS ? LOW_NEEDS : SUM_BITS;
  localparam HIGH_BITS = HIGH_NEEDS < SUM_BITS ? HIGH_NEEDS : SUM_BITS;
  generate
    if (COUNT == 1) begin : g_one
      assign low_o = {{(SUM_BITS - LAST_BITS + 1) {x_i[LAST_BITS-1]}}, x_i[LAST_BITS-2:0]};
      assign high_o = {SUM_BITS{1'b0}};
    end else begin : g_halves
      wire [LOW_BITS-1:0] low_x, low_y;
      mmasc_halves #(
          .COUNT(HALF),
          .BITS(BITS),
          .LAST_BITS(BITS),
          .SUM_BITS(LOW_BITS)
      ) u_low (
          .x_i(x_i[HALF*BITS-1:0]),
          .low_o(low_x),
          .high_o(low_y)
      );
      wire [HIGH_BITS-1:0] high_x, high_y;
      mmasc_halves #(
          .COUNT(COUNT - HALF),
          .BITS(BITS),
          .LAST_BITS(LAST_BITS),
          .SUM_BITS(HIGH_BITS)
      ) u_high (
          .x_i(x_i[(COUNT-1)*BITS+LAST_BITS-1:HALF*BITS]),
          .low_o(high_x),
          .high_o(high_y)
      );
      wire [LOW_BITS-1:0] low = low_x + low_y;
      wire [HIGH_BITS-1:0] high = high_x + high_y;
      assign low_o = {{(SUM_BITS - LOW_BITS + 1) {low[LOW_BITS-1]}}, low[LOW_BITS-2:0]};
      assign high_o = {{(SUM_BITS - HIGH_BITS + 1) {high[HIGH_BITS-1]}}, high[HIGH_BITS-2:0]};
    end
  endgenerate
endmodule
