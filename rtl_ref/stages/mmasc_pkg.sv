// SPDX-License-Identifier: Apache-2.0
// The codes and descriptors that parametrise the stages.
//
// A descriptor is a vector of 32-bit fields; a stage takes one for each format, group, sum or
// rounding. The constants below are the fields' lowest bits, in the order of the fields.
package mmasc_pkg;

  // Rounding modes. STOCHASTIC + n draws n random bits.
  localparam [31:0] NEAREST_EVEN = 32'd0;
  localparam [31:0] NEAREST_AWAY = 32'd1;
  localparam [31:0] TOWARD_ZERO = 32'd2;
  localparam [31:0] DOWN = 32'd3;
  localparam [31:0] UP = 32'd4;
  localparam [31:0] AWAY = 32'd5;
  localparam [31:0] TO_ODD = 32'd6;
  localparam [31:0] STOCHASTIC = 32'd256;

  function automatic [31:0] random_bits(input [31:0] mode);
    random_bits = mode > STOCHASTIC ? mode - STOCHASTIC : 32'd0;
  endfunction

  // The table: whether a magnitude that loses bits goes up by one.
  //
  //     [ q q q q odd | guard s s s s ]      sticky: any s; carry: of guard s .. plus random bits
  function automatic increments(input [31:0] mode, input negative, input odd, input guard,
                                input sticky, input carry);
    case (mode)
      NEAREST_EVEN: increments = guard && (sticky || odd);
      NEAREST_AWAY: increments = guard;
      TOWARD_ZERO: increments = 1'b0;
      DOWN: increments = (guard || sticky) && negative;
      UP: increments = (guard || sticky) && !negative;
      AWAY: increments = guard || sticky;
      TO_ODD: increments = (guard || sticky) && !odd;
      default: increments = carry;  // STOCHASTIC + n
    endcase
  endfunction

  // The bit patterns that are not numbers: the top exponent; all ones; the pattern of -0; none.
  localparam [31:0] IEEE = 32'd0;
  localparam [31:0] NAN_ALL_ONES = 32'd1;
  localparam [31:0] NAN_MINUS_ZERO = 32'd2;
  localparam [31:0] NO_SPECIALS = 32'd3;

  // How subnormals are flushed.
  localparam [31:0] NO_FLUSH = 32'd0;
  localparam [31:0] FLUSH_TO_PLUS_ZERO = 32'd1;
  localparam [31:0] FLUSH_KEEP_SIGN = 32'd2;
  localparam [31:0] FLUSH_ALL_TO_PLUS_ZERO = 32'd3;  // operands alone: -0, too

  // The sign of a sum that is exactly zero: plus, or minus where all terms, or any, are negative.
  localparam [31:0] ZERO_IS_PLUS = 32'd0;
  localparam [31:0] ZERO_IF_ALL_NEGATIVE = 32'd1;
  localparam [31:0] ZERO_IF_ANY_NEGATIVE = 32'd2;

  // An element as stored: [ sign | exponent | fraction | ignored ], or an integer, in two's
  // complement where it is signed: then all other widths are 0.
  localparam FORMAT_BITS = 8 * 32;
  localparam FORMAT_EXPONENT_BITS = 0 * 32;
  localparam FORMAT_FRACTION_BITS = 1 * 32;
  localparam FORMAT_BIAS = 2 * 32;
  localparam FORMAT_SPECIALS = 3 * 32;
  localparam FORMAT_HAS_SUBNORMALS = 4 * 32;
  localparam FORMAT_IS_SIGNED = 5 * 32;
  localparam FORMAT_IGNORED_LOW_BITS = 6 * 32;
  localparam FORMAT_INTEGER_BITS = 7 * 32;  // beside the sign

  // An operand by whose elements products are multiplied: its format, and its port.
  localparam SCALE_BITS = FORMAT_BITS + 3 * 32;
  localparam SCALE_STORED_BITS = FORMAT_BITS;  // of an element
  localparam SCALE_ELEMENTS = FORMAT_BITS + 1 * 32;
  localparam SCALE_LOW = FORMAT_BITS + 2 * 32;  // first bit, within those of all scales

  // Terms of a sum that are aligned alike.
  localparam GROUP_BITS = 16 * 32;
  localparam GROUP_FIRST = 0 * 32;             // addend, within the sum
  localparam GROUP_COUNT = 1 * 32;
  localparam GROUP_LOW = 2 * 32;               // first bit of its significands, within the sum's
  localparam GROUP_SIGNIFICAND_BITS = 3 * 32;
  localparam GROUP_PRE_SHIFT = 4 * 32;         // left, before the shift by the exponents
  localparam GROUP_POST_SHIFT = 5 * 32;        // right, besides the exponents' distance
  localparam GROUP_SCALE_UP = 6 * 32;          // left, after it
  localparam GROUP_ALIGNMENT_ROUNDING = 7 * 32;         // rounding mode
  localparam GROUP_OWN_ZERO = 8 * 32;          // zeros take part with their own exponent, not with
  localparam GROUP_ZERO_EXPONENT = 9 * 32;
  localparam GROUP_VANISHES = 10 * 32;         // a term is zero where it lies further below e_max
  localparam GROUP_VANISHES_BELOW = 11 * 32;   // than this
  localparam GROUP_RANDOM_LOW = 12 * 32;       // first of its random bits, within the sum's
  localparam GROUP_SHIFTS = 13 * 32;           // whether any exponent may lie below e_max
  localparam GROUP_RAISED = 14 * 32;           // exponents take part in e_max higher by this
  localparam GROUP_NEGATED = 15 * 32;          // terms enter with the other sign

  // A sum of an aligner.
  localparam SUM_BITS = 20 * 32;
  localparam SUM_FIRST_GROUP = 0 * 32;
  localparam SUM_GROUPS = 1 * 32;
  localparam SUM_FIRST_TERM = 2 * 32;
  localparam SUM_TERMS = 3 * 32;
  localparam SUM_LOW = 4 * 32;                 // first bit of its significands
  localparam SUM_SIGNIFICAND_BITS = 5 * 32;    // of all its terms
  localparam SUM_ADDEND_LOW = 6 * 32;          // first bit of its addends
  localparam SUM_ADDEND_BITS = 7 * 32;         // of one of them, signed
  localparam SUM_LAST_BITS = 8 * 32;           // of the last
  localparam SUM_LEAST_EXPONENT = 9 * 32;      // of e_max
  localparam SUM_ZERO_SIGN = 10 * 32;
  localparam SUM_RANDOM_LOW = 11 * 32;         // first of its random bits
  localparam SUM_RANDOM_BITS = 12 * 32;        // of all its terms
  localparam SUM_COMPLEMENTS = 13 * 32;        // terms are negated by ones' complement
  localparam SUM_HAS_FRAME = 14 * 32;          // in the frame of a term's sign, not of +
  localparam SUM_FRAME = 15 * 32;              // that term, within the sum
  localparam SUM_GRID_STEP = 16 * 32;          // e_max is raised to a multiple of this power of two,
  localparam SUM_GRID_FIRST = 17 * 32;         // beside this exponent
  localparam SUM_TELLS_LOST = 18 * 32;         // whether any bit was shifted out is told
  localparam SUM_LOST = 19 * 32;               // by this bit above the addends

  // How an addend stands in an adder tree.
  //
  //     NUMBER           [ n n n n n n ]     two's complement
  //     SIGN_MAGNITUDE   [ s q q q q q ]     (-1)^s q
  //     SIGN_NUMBER    [ s n n n n n n ]     (-1)^s n: a partial sum, by the sign of its first addend
  localparam [31:0] NUMBER = 32'd0;
  localparam [31:0] SIGN_MAGNITUDE = 32'd1;
  localparam [31:0] SIGN_NUMBER = 32'd2;

  // A sum of an adder tree.
  localparam TREE_BITS = 19 * 32;
  localparam TREE_ADDENDS = 0 * 32;
  localparam TREE_ADDEND_BITS = 1 * 32;        // of one, signed
  localparam TREE_LAST_BITS = 2 * 32;          // of the last
  localparam TREE_SUM_BITS = 3 * 32;           // of a partial sum, or of the total, signed
  localparam TREE_LAST_SUM_BITS = 4 * 32;      // of the last, or of the total
  localparam TREE_LOW = 5 * 32;                // first bit of its addends
  localparam TREE_LOW_OUT = 6 * 32;            // of what leaves: partial sums, or the significand
  localparam TREE_SIGNIFICAND_BITS = 7 * 32;   // of the significand
  localparam TREE_ACCUMULATOR_BITS = 8 * 32;   // to which the total is cut above; 0: it stays
  localparam TREE_SATURATES = 9 * 32;          // it is clamped, and does not wrap
  localparam TREE_CUT_BITS = 10 * 32;          // that a cut rounds away
  localparam TREE_CUT_MODE = 11 * 32;          // rounding mode
  localparam TREE_CANCELS = 12 * 32;           // a total of 0 is an exact zero
  localparam TREE_UNLESS_LOST = 13 * 32;       // unless any bit was lost
  localparam TREE_TELLS_LOST = 14 * 32;        // the significand's lowest bit: any bit was lost
  localparam TREE_LOST = 15 * 32;              // in alignment, as says this bit above the addends
  localparam TREE_ZEROS_BITS = 16 * 32;        // of the anticipated leading zeros; 0: there are none
  localparam TREE_ZEROS_LOW = 17 * 32;         // their first bit above the significands
  localparam TREE_FORM = 18 * 32;              // of its addends

  // A rounding to a floating-point grid.
  localparam ROUND_BITS = 19 * 32;
  localparam ROUND_INPUT_FRACTION_BITS = 0 * 32;
  localparam ROUND_FRACTION_BITS = 1 * 32;
  localparam ROUND_MODE = 2 * 32;
  localparam ROUND_FIRST_FRACTION_BITS = 3 * 32;  // of a first rounding; 0: there is none
  localparam ROUND_FIRST_MODE = 4 * 32;
  localparam ROUND_LEAST_EXPONENT = 5 * 32;
  localparam ROUND_GREATEST_EXPONENT = 6 * 32;
  localparam ROUND_GREATEST_SIGNIFICAND = 7 * 32;  // 64 bits
  localparam ROUND_SATURATES = 9 * 32;             // overflow gives the greatest number: 1 of +, 2 of -
  localparam ROUND_HAS_INFINITY = 10 * 32;
  localparam ROUND_HAS_MINUS_ZERO = 11 * 32;
  localparam ROUND_KEEPS_UNDERFLOW_SIGN = 12 * 32;
  localparam ROUND_KEEPS_FIRST_SIGN = 13 * 32;     // of what the first rounding takes to zero
  localparam ROUND_FLUSH = 14 * 32;
  localparam ROUND_IS_UNBOUNDED = 15 * 32;         // a flush looks at results without a least exponent
  localparam ROUND_WORK_BITS = 16 * 32;            // of the normalized significand
  localparam ROUND_HAS_LOST_BIT = 17 * 32;         // the significand's lowest bit: any bit was lost
  localparam ROUND_BELOW_BITS = 18 * 32;           // by which it may lie below the least exponent

  // The bits in which a significand is normalized: all of it, as far below the least exponent as it
  // may lie, and a 0.
  function automatic [31:0] wide_bits(input [ROUND_BITS-1:0] round);
    reg unused;
    begin
      unused = &{1'b0, round};
      wide_bits = round[ROUND_BELOW_BITS+:32] + round[ROUND_WORK_BITS+:32] + 1;
    end
  endfunction

  // The bits of a normalized significand that the first rounding looks at: a guard bit and a sticky
  // bit round as all the bits they stand for; random bits meet as many. One more is for a rounding
  // as if there were no least exponent.
  function automatic [31:0] head_bits(input [ROUND_BITS-1:0] round);
    reg [31:0] first_fraction, first_mode, random, seen, wide;
    reg unused;
    begin
      unused = &{1'b0, round};
      first_fraction = round[ROUND_FIRST_FRACTION_BITS+:32];
      first_mode = first_fraction != 0 ? round[ROUND_FIRST_MODE+:32] : round[ROUND_MODE+:32];
      if (first_fraction == 0) first_fraction = round[ROUND_FRACTION_BITS+:32];
      random = random_bits(first_mode);
      seen = first_fraction + 3 + (random > 1 ? random : 1);
      wide = wide_bits(round);
      head_bits = wide > seen ? seen : wide;
    end
  endfunction

endpackage
