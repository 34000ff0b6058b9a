// SPDX-License-Identifier: Apache-2.0
// A significand with its leading one on top, as a rounding's descriptor wants it.
//
//     significand   [ 0 0 0 1 x x x x x x x x x ]         * 2^exponent
//     normalized    [ 1 x x x x x x x x x 0 0 0 ]         leading zeros counted off the exponent
//     head          [ 1 x x x x g s ]                     the bits that count: s stands for the rest
module mmasc_normalize #(
    parameter [mmasc_pkg::ROUND_BITS-1:0] ROUND = 0,
    parameter EXPONENT_BITS = 10,
    parameter BITS_IN = 33,
    parameter HEAD_BITS = 26  // mmasc_pkg::head_bits(ROUND)
) (
    input  logic [      BITS_IN-1:0] significand_i,
    input  logic [EXPONENT_BITS-1:0] exponent_i,
    output logic [    HEAD_BITS-1:0] head_o,
    output logic [EXPONENT_BITS-1:0] exponent_o,  // of the leading bit
    output logic                     below_o,     // the least exponent,
    output logic [EXPONENT_BITS-1:0] denormal_o,  // by so much
    output logic                     nothing_o    // the significand is 0
);
  localparam [31:0] INPUT_FRACTION = ROUND[mmasc_pkg::ROUND_INPUT_FRACTION_BITS+:32];
  localparam [31:0] LEAST = ROUND[mmasc_pkg::ROUND_LEAST_EXPONENT+:32];
  localparam [31:0] WORK = ROUND[mmasc_pkg::ROUND_WORK_BITS+:32];
  localparam [31:0] HAS_LOST_BIT = ROUND[mmasc_pkg::ROUND_HAS_LOST_BIT+:32];

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
  wire [WORK-1:0] normalized = (significand << zeros) | WORK'(lost);
  assign nothing_o = significand == 0;
  assign exponent_o =
      exponent_i + EXPONENT_BITS'(WORK - 1 - INPUT_FRACTION) - EXPONENT_BITS'(zeros);
  assign below_o = $signed(exponent_o) < $signed(EXPONENT_BITS'(LEAST));
  assign denormal_o = below_o ? EXPONENT_BITS'(LEAST) - exponent_o : {EXPONENT_BITS{1'b0}};
  generate
    if (HEAD_BITS < WORK) begin : g_head
      assign head_o = {normalized[WORK-1-:HEAD_BITS-1], |normalized[WORK-HEAD_BITS:0]};
    end else begin : g_whole
      assign head_o = normalized;
    end
  endgenerate
endmodule
