// SPDX-License-Identifier: Apache-2.0
// Says what alignment does to the terms of one group of a sum, for coverage: of each the exponent
// with which it takes part and how far it lies below e_max; of all together what happens to any.
module mmasc_observe_group #(
    parameter COUNT = 1,
    parameter EXPONENT_BITS = 10,
    parameter BITS = 22,          // of a significand
    parameter PRE_SHIFT = 0,
    parameter POST_SHIFT = 0,
    parameter [31:0] MODE = mmasc_pkg::TOWARD_ZERO,
    parameter SHIFTS = 1,
    parameter OWN_ZERO = 0,
    parameter [31:0] ZERO_EXPONENT = 0,
    parameter [31:0] RAISED = 0,
    parameter VANISHES = 0,
    parameter [31:0] VANISHES_BELOW = 0,
    parameter NEGATED = 0
) (
    input  logic [         COUNT*BITS-1:0] significand_i,
    input  logic [COUNT*EXPONENT_BITS-1:0] exponent_i,
    input  logic [              COUNT-1:0] negative_i,
    input  logic [              COUNT-1:0] zero_i,
    input  logic [              COUNT-1:0] infinite_i,
    // Term by term; the highest bit is not used.
    input  logic [COUNT*mmasc_pkg::random_bits(MODE):0] random_i,
    input  logic [                   31:0] e_max_i,
    input  logic                           finite_i,  // the sum
    output logic [           COUNT*32-1:0] exponent_o,
    output logic [           COUNT*32-1:0] distance_o,
    output logic [              COUNT-1:0] number_o,
    output logic                           vanishes_o,
    output logic                           keeps_all_o,
    output logic                           loses_bits_o,
    output logic                           loses_all_o,
    output logic [                    4:0] plus_cut_o,
    output logic [                    4:0] minus_cut_o,
    output logic                           goes_up_o,
    output logic                           stays_o,
    output logic                           plus_infinity_o,
    output logic                           minus_infinity_o
);
  localparam RANDOM = mmasc_pkg::random_bits(MODE);
  wire [COUNT-1:0] negative = negative_i ^ {COUNT{NEGATED != 0}};
  wire [COUNT-1:0] vanish, keeps_all, loses_bits, loses_all, goes_up, stays;
  wire [5*COUNT-1:0] plus, minus;  // case by case
  generate
    genvar i, c;
    for (i = 0; i < COUNT; i = i + 1) begin : g_term
      wire [4:0] cut;
      mmasc_observe_term #(
          .EXPONENT_BITS(EXPONENT_BITS),
          .BITS(BITS),
          .PRE_SHIFT(PRE_SHIFT),
          .POST_SHIFT(POST_SHIFT),
          .MODE(MODE),
          .SHIFTS(SHIFTS),
          .OWN_ZERO(OWN_ZERO),
          .ZERO_EXPONENT(ZERO_EXPONENT),
          .RAISED(RAISED),
          .VANISHES(VANISHES),
          .VANISHES_BELOW(VANISHES_BELOW)
      ) u_term (
          .significand_i(significand_i[i*BITS+:BITS]),
          .exponent_i(exponent_i[i*EXPONENT_BITS+:EXPONENT_BITS]),
          .negative_i(negative[i]),
          .zero_i(zero_i[i]),
          .random_i(random_i[i*RANDOM+:RANDOM+1]),
          .e_max_i(e_max_i),
          .finite_i(finite_i),
          .exponent_o(exponent_o[i*32+:32]),
          .distance_o(distance_o[i*32+:32]),
          .number_o(number_o[i]),
          .vanishes_o(vanish[i]),
          .keeps_all_o(keeps_all[i]),
          .loses_bits_o(loses_bits[i]),
          .loses_all_o(loses_all[i]),
          .cut_o(cut),
          .goes_up_o(goes_up[i]),
          .stays_o(stays[i])
      );
      for (c = 0; c < 5; c = c + 1) begin : g_case
        assign plus[c*COUNT+i] = cut[c] && !negative[i];
        assign minus[c*COUNT+i] = cut[c] && negative[i];
      end
    end
    for (c = 0; c < 5; c = c + 1) begin : g_any
      assign plus_cut_o[c] = |plus[c*COUNT+:COUNT];
      assign minus_cut_o[c] = |minus[c*COUNT+:COUNT];
    end
  endgenerate
  assign vanishes_o = |vanish;
  assign keeps_all_o = |keeps_all;
  assign loses_bits_o = |loses_bits;
  assign loses_all_o = |loses_all;
  assign goes_up_o = |goes_up;
  assign stays_o = |stays;
  assign plus_infinity_o = |(infinite_i & ~negative);
  assign minus_infinity_o = |(infinite_i & negative);
endmodule
