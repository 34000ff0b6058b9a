// SPDX-License-Identifier: Apache-2.0
// How many zeros lead the magnitude of x_i + y_i, or one or two fewer, without the sum; and so of
// x_i + y_i + 1.
//
//     x       [ s s s 0 1 x x x x x ]     two's complement, as their sum, which fits in as many bits
//     y       [ t t t 1 0 y y y y y ]
//     digit   [ 0 0 0 0 1 . . . . . ]     the highest 1: the sum's first digit that is not its sign's
//                                         stands here or one place lower
//     folded      [ 0 0 1 . . . . . ]     the magnitude's leading one stands here at the highest, as
//                                         that of -2^n does, or one or two places lower
//
// Where no digit is 1, the sum is 0 or -1.
module mmasc_anticipate #(
    parameter BITS = 8,                       // with the sign
    parameter ZEROS_BITS = $clog2(BITS - 1)
) (
    input  logic [      BITS-1:0] x_i,
    input  logic [      BITS-1:0] y_i,
    output logic [ZEROS_BITS-1:0] zeros_o  // of BITS - 1 bits
);
  generate
    if (BITS > 4) begin : g_digits
      wire [BITS:0] both = {x_i & y_i, 1'b0};
      wire [BITS:0] none = {~x_i & ~y_i, 1'b1};
      wire [BITS-1:0] one = x_i ^ y_i;
      wire [BITS-1:0] above = {one[BITS-1], one[BITS-1:1]};
      wire [BITS-1:0] ones_end = both[BITS:1] & ~none[BITS-1:0];
      wire [BITS-1:0] zeros_end = none[BITS:1] & ~both[BITS-1:0];
      wire [BITS-1:0] ones_begin = both[BITS:1] & ~both[BITS-1:0];
      wire [BITS-1:0] zeros_begin = none[BITS:1] & ~none[BITS-1:0];
      wire [BITS-1:0] digit =
          (above & (ones_end | zeros_end)) | (~above & (ones_begin | zeros_begin));
      wire [BITS-3:0] folded = {|digit[BITS-1:BITS-3], digit[BITS-4:0]};
      mmasc_leading_zeros #(
          .BITS(BITS - 2)
      ) u_zeros (
          .x_i(folded),
          .count_o(zeros_o)
      );
    end else begin : g_few
      assign zeros_o = {ZEROS_BITS{1'b0}};
      wire unused = &{1'b0, x_i, y_i};
    end
  endgenerate
endmodule
