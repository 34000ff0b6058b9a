// SPDX-License-Identifier: Apache-2.0
// Says what a rounding to a floating-point grid does to one term, for coverage. Exponents are
// signed, of 32 bits. Written apart from mmasc_round: by the definition, with every bit at hand.
//
//     wide      [ significand | 0 0 0 0 0 ]               room for what lies below the last place
//     first     [ q q q q q q q | g s s s ]               by the first of two roundings
//     last      [ q q q q | g s s ]
//     cut       { above half, tie of an odd q, of an even q, below half, exact }
module mmasc_observe_round #(
    parameter [mmasc_pkg::ROUND_BITS-1:0] ROUND = 0,
    parameter EXPONENT_BITS = 10,
    parameter BITS = 33,  // of the significand
    parameter RANDOM_BITS = 0  // of both roundings
) (
    input  logic [         BITS-1:0] significand_i,
    input  logic [EXPONENT_BITS-1:0] exponent_i,
    input  logic                     negative_i,
    input  logic                     nan_i,
    input  logic                     infinite_i,
    input  logic [    RANDOM_BITS:0] random_i,  // the first rounding's lowest; the highest not used
    output logic                     nan_o,
    output logic                     infinity_o,
    output logic                     overflow_o,
    output logic                     plus_zero_o,
    output logic                     minus_zero_o,
    output logic                     flushed_o,
    output logic                     underflow_o,
    output logic                     subnormal_o,
    output logic                     normal_o,
    output logic                     least_normal_o,
    output logic                     greatest_o,
    output logic                     carries_o,
    output logic                     becomes_normal_o,
    output logic [              4:0] first_cut_o,
    output logic                     first_goes_up_o,
    output logic                     first_stays_o,
    output logic [              4:0] last_cut_o,
    output logic                     last_goes_up_o,
    output logic                     last_stays_o
);
  localparam [31:0] INPUT_FRACTION = ROUND[mmasc_pkg::ROUND_INPUT_FRACTION_BITS+:32];
  localparam [31:0] FRACTION = ROUND[mmasc_pkg::ROUND_FRACTION_BITS+:32];
  localparam [31:0] MODE = ROUND[mmasc_pkg::ROUND_MODE+:32];
  localparam [31:0] FIRST_BITS = ROUND[mmasc_pkg::ROUND_FIRST_FRACTION_BITS+:32];
  localparam [31:0] FIRST_MODE = ROUND[mmasc_pkg::ROUND_FIRST_MODE+:32];
  localparam [31:0] LEAST = ROUND[mmasc_pkg::ROUND_LEAST_EXPONENT+:32];
  localparam [31:0] GREATEST = ROUND[mmasc_pkg::ROUND_GREATEST_EXPONENT+:32];
  localparam [63:0] GREATEST_SIGNIFICAND = ROUND[mmasc_pkg::ROUND_GREATEST_SIGNIFICAND+:64];
  localparam [31:0] HAS_MINUS_ZERO = ROUND[mmasc_pkg::ROUND_HAS_MINUS_ZERO+:32];
  localparam [31:0] KEEPS_LAST_SIGN = ROUND[mmasc_pkg::ROUND_KEEPS_UNDERFLOW_SIGN+:32];
  localparam [31:0] KEEPS_FIRST_SIGN = ROUND[mmasc_pkg::ROUND_KEEPS_FIRST_SIGN+:32];
  localparam [31:0] FLUSH = ROUND[mmasc_pkg::ROUND_FLUSH+:32];
  localparam [31:0] IS_UNBOUNDED = ROUND[mmasc_pkg::ROUND_IS_UNBOUNDED+:32];
  localparam [31:0] HAS_LOST_BIT = ROUND[mmasc_pkg::ROUND_HAS_LOST_BIT+:32];

  // Bits that were lost stand far below, whatever the rounding keeps.
  localparam [31:0] DEEPEST = FIRST_BITS > FRACTION ? FIRST_BITS : FRACTION;
  localparam LOWER = HAS_LOST_BIT != 0 ? DEEPEST + 4 : 0;
  localparam NUMBER_BITS = HAS_LOST_BIT != 0 ? BITS - 1 : BITS;
  localparam IN_BITS = NUMBER_BITS + LOWER;
  wire [IN_BITS-1:0] in;
  generate
    if (HAS_LOST_BIT != 0) begin : g_lost
      assign in = significand_i[BITS-1:1] == 0 ? {IN_BITS{1'b0}}
                : {significand_i[BITS-1:1], {(LOWER - 1) {1'b0}}, significand_i[0]};
    end else begin : g_whole
      assign in = significand_i;
    end
  endgenerate
  localparam [31:0] IN_FRACTION = INPUT_FRACTION - (HAS_LOST_BIT != 0 ? 1 : 0) + LOWER;

  localparam ROOM = DEEPEST + 2 + mmasc_pkg::random_bits(MODE) + mmasc_pkg::random_bits(FIRST_MODE);
  localparam WIDTH = IN_BITS + ROOM;
  wire [WIDTH-1:0] wide = {in, {ROOM{1'b0}}};
  logic [31:0] length;  // of the number
  always_comb begin : count
    integer i;
    length = 0;
    for (i = 0; i < IN_BITS; i = i + 1) if (in[i]) length = i + 1;
  end
  wire [31:0] exponent = {{(32 - EXPONENT_BITS) {exponent_i[EXPONENT_BITS-1]}}, exponent_i};
  wire [31:0] unit = exponent - IN_FRACTION - ROOM;  // of the wide word
  wire [31:0] leading = in == 0 ? LEAST : exponent - IN_FRACTION + length - 1;
  wire below = $signed(leading) < $signed(LEAST);
  wire [31:0] normal = below ? LEAST : leading;

  // One rounding of a word: { q with its increment, sticky, guard, increments }.
  function automatic [WIDTH+3:0] cut(input [WIDTH-1:0] x, input [31:0] distance, input [31:0] mode,
                                    input [31:0] random);
    reg [31:0] amount, bits, drawn;
    reg [WIDTH-1:0] floored, lost;
    reg [WIDTH+31:0] high;
    reg guard, sticky, up, carry, unused;
    begin
      amount = $signed(distance) < 0 ? 0 : distance > WIDTH + 32 ? WIDTH + 32 : distance;
      floored = x >> amount;
      lost = x - (floored << amount);
      guard = amount != 0 && amount <= WIDTH && lost[amount-1];
      sticky = (guard ? lost - ({{(WIDTH - 1) {1'b0}}, 1'b1} << (amount - 1)) : lost) != 0;
      bits = mmasc_pkg::random_bits(mode);
      high = {32'd0, lost} >> (amount - bits);
      unused = &{1'b0, high};
      drawn = high[31:0] + random;
      carry = bits != 0 && amount >= bits && drawn[bits];
      up = mmasc_pkg::increments(mode, negative_i, floored[0], guard, sticky, carry);
      cut = {{1'b0, floored} + {{WIDTH{1'b0}}, up}, sticky, guard, up};
    end
  endfunction
  function automatic [4:0] cases(input guard, input sticky, input odd);
    cases = {guard && sticky, guard && !sticky && odd, guard && !sticky && !odd, !guard && sticky,
             !guard && !sticky};
  endfunction

  localparam FIRST_RANDOM = FIRST_BITS != 0 ? mmasc_pkg::random_bits(FIRST_MODE) : 0;
  localparam LAST_RANDOM = mmasc_pkg::random_bits(MODE);
  wire [31:0] random_first, random_last;
  wire [RANDOM_BITS+32:0] drawn = {32'd0, random_i};
  assign random_first = drawn[31:0] & ((32'd1 << FIRST_RANDOM) - 1);
  wire [RANDOM_BITS+32:0] later = drawn >> FIRST_RANDOM;
  assign random_last = later[31:0] & ((32'd1 << LAST_RANDOM) - 1);

  // A second rounding has room for its random bits below; one that keeps more bits than the first
  // cuts off none.
  function automatic [WIDTH+3:0] cut_last(input [WIDTH-1:0] x, input [31:0] distance);
    cut_last = $signed(distance) < 0 ? {1'b0, x, 3'b000} << (32'd0 - distance)
                                     : cut(x, distance, MODE, random_last);
  endfunction
  localparam [31:0] SECOND_UNIT = FIRST_BITS + LAST_RANDOM;  // below the leading bit's place

  wire [WIDTH+3:0] first =
      FIRST_BITS != 0 ? cut(wide, normal - FIRST_BITS - unit, FIRST_MODE, random_first)
                      : {1'b0, wide, 3'b000};
  wire [WIDTH-1:0] second = FIRST_BITS != 0 ? first[WIDTH+2:3] << LAST_RANDOM : wide;
  wire [31:0] last_distance = FIRST_BITS != 0 ? SECOND_UNIT - FRACTION : normal - FRACTION - unit;
  wire [WIDTH+3:0] last = cut_last(second, last_distance);
  wire [WIDTH:0] kept = last[WIDTH+3:3];

  wire [WIDTH:0] unbounded_kept;
  generate
    if (IS_UNBOUNDED != 0) begin : g_unbounded
      wire [WIDTH+3:0] unbounded_first =
          FIRST_BITS != 0 ? cut(wide, leading - FIRST_BITS - unit, FIRST_MODE, random_first)
                          : {1'b0, wide, 3'b000};
      wire [WIDTH+3:0] unbounded =
          FIRST_BITS != 0 ? cut_last(unbounded_first[WIDTH+2:3] << LAST_RANDOM,
                                     SECOND_UNIT - FRACTION)
                          : cut_last(wide, leading - FRACTION - unit);
      assign unbounded_kept = unbounded[WIDTH+3:3];
      wire unused = &{1'b0, unbounded, unbounded_first};
    end else begin : g_bounded
      assign unbounded_kept = {(WIDTH + 1) {1'b0}};
    end
  endgenerate
  // At the leading bit's own place no more than a carry reaches the least normal number.
  wire tiny = below && in != 0 && IS_UNBOUNDED != 0 &&
              !(unbounded_kept[FRACTION+1] && leading + 1 == LEAST);

  wire [31:0] reached = normal + {31'd0, kept[FRACTION+1]};  // of a number that is normal
  wire [WIDTH:0] significand = kept[FRACTION+1] ? kept >> 1 : kept;
  wire is_number = !nan_i && !infinite_i;
  wire overflows = is_number && ($signed(reached) > $signed(GREATEST) ||
                   (reached == GREATEST && significand > (WIDTH + 1)'(GREATEST_SIGNIFICAND)));
  wire is_subnormal = kept != 0 && kept >> FRACTION == 0;
  wire flushes = is_number && !overflows && FLUSH != mmasc_pkg::NO_FLUSH && (is_subnormal || tiny);
  wire zero = is_number && !overflows && (flushes || kept == 0);
  wire keeps_sign = HAS_MINUS_ZERO != 0 &&
                    (flushes ? FLUSH == mmasc_pkg::FLUSH_KEEP_SIGN
                     : in == 0 ? 1'b1
                     : (FIRST_BITS != 0 ? second == 0 : kept == 0) ? KEEPS_FIRST_SIGN != 0
                                                              : KEEPS_LAST_SIGN != 0);
  assign nan_o = nan_i;
  assign infinity_o = !nan_i && infinite_i;
  assign overflow_o = overflows;
  assign plus_zero_o = zero && !(negative_i && keeps_sign);
  assign minus_zero_o = zero && negative_i && keeps_sign;

  wire rounds = is_number && in != 0;
  assign first_cut_o = rounds && FIRST_BITS != 0 ? cases(first[1], first[2], first_floor[0]) : 5'd0;
  assign last_cut_o = rounds && second != 0 ? cases(last[1], last[2], last_floor[0]) : 5'd0;
  wire [WIDTH:0] first_floor = first[WIDTH+3:3] - (WIDTH + 1)'(first[0]);
  wire [WIDTH:0] last_floor = kept - (WIDTH + 1)'(last[0]);
  assign first_goes_up_o = |first_cut_o[4:1] && first[0];
  assign first_stays_o = |first_cut_o[4:1] && !first[0];
  assign last_goes_up_o = |last_cut_o[4:1] && last[0];
  assign last_stays_o = |last_cut_o[4:1] && !last[0];

  wire counts = rounds && !overflows;
  assign flushed_o = counts && flushes;
  assign underflow_o = counts && !flushes && kept == 0;
  wire is_result = counts && !flushes && kept != 0;
  wire is_normal = !is_subnormal;
  assign carries_o = is_result && !below && kept[FRACTION+1];
  assign becomes_normal_o = is_result && below && is_normal;
  assign subnormal_o = is_result && is_subnormal;
  assign normal_o = is_result && is_normal;
  assign least_normal_o =
      normal_o && reached == LEAST && significand == {{WIDTH{1'b0}}, 1'b1} << FRACTION;
  assign greatest_o = normal_o && reached == GREATEST &&
                      significand == (WIDTH + 1)'(GREATEST_SIGNIFICAND);
  wire unused = &{1'b0, drawn, later, first, last, first_floor, last_floor};
endmodule
