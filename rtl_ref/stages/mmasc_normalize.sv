// SPDX-License-Identifier: Apache-2.0
// A significand with its leading one on top, as a rounding's descriptor wants it; below the least
// exponent with that exponent's bit on top. One shift does both: left by the leading zeros, or by
// as many bits as the least exponent leaves. Anticipated leading zeros may be one or two too few:
// as many places follow that shift.
//
//     significand   [ 0 0 0 1 x x x x x x x x x ]         * 2^exponent
//     wide    [ 0 0 | 0 0 0 1 x x x x x x x x x | 0 ]     may stand so far below the least exponent
//     aligned [ 1 x x x x x x x x x 0 0 0 0 0 0 0 ]       leading zeros counted off the exponent
//     head    [ 1 x x x x g s ]                           the bits that count; s: of all others
module mmasc_normalize #(
    parameter [mmasc_pkg::ROUND_BITS-1:0] ROUND = 0,
    parameter EXPONENT_BITS = 10,
    parameter BITS_IN = 33,
    parameter HEAD_BITS = 27,  // mmasc_pkg::head_bits(ROUND)
    parameter ZEROS_BITS = 0   // of anticipated leading zeros; 0: they are counted
) (
    input  logic [      BITS_IN-1:0] significand_i,
    input  logic [EXPONENT_BITS-1:0] exponent_i,
    input  logic [     ZEROS_BITS:0] zeros_i,  // the highest not used
    output logic [    HEAD_BITS-1:0] head_o,
    output logic [EXPONENT_BITS-1:0] exponent_o,  // of the head's top bit
    output logic                     below_o,     // the leading one lies below the least exponent
    output logic                     nothing_o    // the significand is 0
);
  localparam [31:0] INPUT_FRACTION = ROUND[mmasc_pkg::ROUND_INPUT_FRACTION_BITS+:32];
  localparam [31:0] LEAST = ROUND[mmasc_pkg::ROUND_LEAST_EXPONENT+:32];
  localparam [31:0] WORK = ROUND[mmasc_pkg::ROUND_WORK_BITS+:32];
  localparam [31:0] BELOW_BITS = ROUND[mmasc_pkg::ROUND_BELOW_BITS+:32];
  localparam [31:0] HAS_LOST_BIT = ROUND[mmasc_pkg::ROUND_HAS_LOST_BIT+:32];
  localparam [31:0] WIDE_BITS = mmasc_pkg::wide_bits(ROUND);
  localparam AMOUNT_BITS = $clog2(WIDE_BITS + 1);
  localparam LIMIT_BITS = EXPONENT_BITS + 2;
  localparam COUNT_BITS = $clog2(WORK + 1);

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
  wire [COUNT_BITS-1:0] zeros;
  generate
    if (ZEROS_BITS == 0) begin : g_counted
      mmasc_leading_zeros #(
          .BITS(WORK)
      ) u_leading_zeros (
          .x_i(significand),
          .count_o(zeros)
      );
    end else begin : g_anticipated
      assign zeros = COUNT_BITS'(zeros_i[ZEROS_BITS-1:0]) + COUNT_BITS'(WORK - BITS_IN);
    end
  endgenerate
  assign nothing_o = significand == 0;

  // How far the top of `wide` lies above the least exponent.
  wire [LIMIT_BITS-1:0] limit = {{2{exponent_i[EXPONENT_BITS-1]}}, exponent_i} +
                                LIMIT_BITS'(WORK - 1 - INPUT_FRACTION - LEAST + BELOW_BITS);
  wire [LIMIT_BITS-1:0] leading = LIMIT_BITS'(zeros) + LIMIT_BITS'(BELOW_BITS);
  wire below = $signed(limit) < $signed(leading);
  wire [AMOUNT_BITS-1:0] amount = !below              ? AMOUNT_BITS'(leading) :
                                  limit[LIMIT_BITS-1] ? {AMOUNT_BITS{1'b0}} :
                                                        AMOUNT_BITS'(limit);
  wire [EXPONENT_BITS-1:0] exponent = exponent_i + EXPONENT_BITS'(WORK - 1 - INPUT_FRACTION) -
                                      EXPONENT_BITS'(zeros);
  wire [WIDE_BITS-1:0] wide = WIDE_BITS'(significand) << 1;
  wire [WIDE_BITS-1:0] aligned;
  mmasc_shift_left #(
      .BITS(WIDE_BITS),
      .AMOUNT_BITS(AMOUNT_BITS)
  ) u_align (
      .x_i(wide),
      .amount_i(amount),
      .y_o(aligned)
  );

  // The places by which the leading one is still too low, and of these the ones that the least
  // exponent leaves.
  wire moves_one, moves_two;
  generate
    if (ZEROS_BITS == 0) begin : g_exact
      assign {moves_one, moves_two} = 2'd0;
      assign below_o = below;
    end else begin : g_places
      wire [LIMIT_BITS-1:0] room = limit - leading;
      wire has_room = !below && room != 0;
      wire has_more = has_room && room != LIMIT_BITS'(1);
      wire [WORK-1:0] top = {1'b1, {(WORK - 1) {1'b0}}} >> zeros;  // known before the shift is done
      wire one_low = (significand & top) == 0;
      wire two_low = one_low && (significand & top >> 1) == 0;
      assign moves_one = one_low && has_room;
      assign moves_two = two_low && has_more;
      assign below_o = below || (one_low && !has_room) || (two_low && !has_more);
    end
  endgenerate
  assign exponent_o = below_o   ? EXPONENT_BITS'(LEAST) :
                      moves_two ? exponent - EXPONENT_BITS'(2) :
                      moves_one ? exponent - EXPONENT_BITS'(1) :
                                  exponent;
  wire [WIDE_BITS-1:0] placed = moves_two ? aligned << 2 : moves_one ? aligned << 1 : aligned;
  generate
    if (HEAD_BITS < WIDE_BITS) begin : g_head
      localparam REST_BITS = WIDE_BITS - HEAD_BITS + 1;
      wire [REST_BITS-1:0] stay = {REST_BITS{1'b1}} >> amount;  // below the head, unless it moves
      wire rest_of_two = |(wide[REST_BITS-1:0] & stay >> 2);
      wire rest = moves_two ? rest_of_two :
                  moves_one ? rest_of_two || aligned[REST_BITS-2] :
                              |(wide[REST_BITS-1:0] & stay);
      assign head_o = {placed[WIDE_BITS-1-:HEAD_BITS-1], lost || rest};
    end else begin : g_whole
      assign head_o = placed | WIDE_BITS'(lost);
    end
  endgenerate
  wire unused = &{1'b0, limit, leading, aligned, placed, zeros_i};
endmodule
