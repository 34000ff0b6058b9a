// SPDX-License-Identifier: Apache-2.0
// A significand with its leading one on top, as a rounding's descriptor wants it; below the least
// exponent with that exponent's bit on top. One shift does both: left by the leading zeros, or by
// as many bits as the least exponent leaves.
//
//     significand   [ 0 0 0 1 x x x x x x x x x ]         * 2^exponent
//     wide    [ 0 0 | 0 0 0 1 x x x x x x x x x | 0 ]     may stand so far below the least exponent
//     aligned [ 1 x x x x x x x x x 0 0 0 0 0 0 0 ]       leading zeros counted off the exponent
//     head    [ 1 x x x x g s ]                           the bits that count; s: of all others
module mmasc_normalize #(
    parameter [mmasc_pkg::ROUND_BITS-1:0] ROUND = 0,
    parameter EXPONENT_BITS = 10,
    parameter BITS_IN = 33,
    parameter HEAD_BITS = 27  // mmasc_pkg::head_bits(ROUND)
) (
    input  logic [      BITS_IN-1:0] significand_i,
    input  logic [EXPONENT_BITS-1:0] exponent_i,
    output logic [    HEAD_BITS-1:0] head_o,
    output logic [EXPONENT_BITS-1:0] exponent_o,  // of the head's top bit
    output logic                     below_o,     // the leading one lies below the least exponent
    output logic                     nothing_o    // the significand is 0
);
  localparam [31:0] INPUT_FRACTION = ROUND[mmasc_pkg::ROUND_INPUT_FRACTION_BITS+:32];
  localparam [31:0] LEAST = ROUND[mmasc_pkg::ROUND_LEAST_EXPONENT+:32];
  localparam [31:0] WORK = ROUND[mmasc_pkg::ROUND_WORK_BITS+:32];
  localparam [31:0] BELOW = ROUND[mmasc_pkg::ROUND_BELOW_BITS+:32];
  localparam [31:0] HAS_LOST_BIT = ROUND[mmasc_pkg::ROUND_HAS_LOST_BIT+:32];
  localparam [31:0] WIDE = mmasc_pkg::wide_bits(ROUND);
  localparam AMOUNT_BITS = $clog2(WIDE + 1);
  localparam LIMIT_BITS = EXPONENT_BITS + 2;

  // A bit that says that others were lost stands below all that are counted.
  wire [WORK-1:0] significand;
  wire lost;
  generate
    if (HAS_LOST_BIT != 0) begin : g_lost
      assign significand = WORK'(significand_i) >> 1 << 1;
      assign lost = significand_i[0] && significand != 0;
    end else begin : g_number
      assign significand = WORK'(significand_i);
      assign lost = 1'b0;
    end
  endgenerate
  wire [$clog2(WORK+1)-1:0] zeros;
  mmasc_leading_zeros #(
      .BITS(WORK)
  ) u_leading_zeros (
      .x_i(significand),
      .count_o(zeros)
  );
  assign nothing_o = significand == 0;

  // How far the top of `wide` lies above the least exponent.
  wire [LIMIT_BITS-1:0] limit = {{2{exponent_i[EXPONENT_BITS-1]}}, exponent_i} +
                                LIMIT_BITS'(WORK - 1 - INPUT_FRACTION - LEAST + BELOW);
  wire [LIMIT_BITS-1:0] leading = LIMIT_BITS'(zeros) + LIMIT_BITS'(BELOW);
  assign below_o = $signed(limit) < $signed(leading);
  wire [AMOUNT_BITS-1:0] amount = !below_o            ? AMOUNT_BITS'(leading) :
                                  limit[LIMIT_BITS-1] ? {AMOUNT_BITS{1'b0}} :
                                                        AMOUNT_BITS'(limit);
  assign exponent_o = below_o ? EXPONENT_BITS'(LEAST)
                              : exponent_i + EXPONENT_BITS'(WORK - 1 - INPUT_FRACTION) -
                                EXPONENT_BITS'(zeros);
  wire [WIDE-1:0] wide = WIDE'(significand) << 1;
  wire [WIDE-1:0] aligned;
  mmasc_shift_left #(
      .BITS(WIDE),
      .AMOUNT_BITS(AMOUNT_BITS)
  ) u_align (
      .x_i(wide),
      .amount_i(amount),
      .y_o(aligned)
  );
  generate
    if (HEAD_BITS < WIDE) begin : g_head
      localparam REST = WIDE - HEAD_BITS + 1;
      wire [REST-1:0] stay = {REST{1'b1}} >> amount;  // below the head
      assign head_o = {aligned[WIDE-1-:HEAD_BITS-1], lost || |(wide[REST-1:0] & stay)};
    end else begin : g_whole
      assign head_o = aligned | WIDE'(lost);
    end
  endgenerate
  wire unused = &{1'b0, limit, leading, aligned};
endmodule
