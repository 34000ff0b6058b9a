// SPDX-License-Identifier: Apache-2.0
// Faults planted in the text of stages, each with the stage at which a proof ends.
#pragma once

#include "mmasc/rtl/emit.h"

namespace mmasc::testing {

inline constexpr const char* kTruncating = "volta/mma.m8n8k4.f32.f16.f16.f32";
inline constexpr const char* kRounding = "cdna2/v_mfma_f32_32x32x8f16";
inline constexpr const char* kIntegers = "x86/vpdpbusd";
inline constexpr const char* kPairs = "hopper/mma.sp.m16n8k32.f32.f16.f16.f32";
inline constexpr const char* kNibbles = "ampere/mma.sp.m16n8k64.satfinite.s32.s4.u4.s32";

struct TextFault {
  const char *name, *unit, *stage, *file, *from, *to;
};

inline constexpr TextFault kTextFaults[] = {
    {"SignsJoined", kTruncating, "multiplier", "mmasc_product", "a_negative ^ b_negative",
     "a_negative | b_negative"},
    {"OneInfinityOnlyTimesZero", kTruncating, "multiplier", "mmasc_product", "(infinite && zero_o)",
     "(a_infinite && b_zero)"},
    {"ZeroOfBLost", kTruncating, "multiplier", "mmasc_product", "assign zero_o = a_zero || b_zero",
     "assign zero_o = a_zero"},
    {"InfiniteOnlyIfBothAre", kTruncating, "multiplier", "mmasc_product",
     "a_infinite || b_infinite", "a_infinite && b_infinite"},
    {"SubnormalsOneBinadeLower", kTruncating, "multiplier", "mmasc_unpack",
     "EXPONENT_BITS'(subnormal) -", "EXPONENT_BITS'(0) -"},
    {"HiddenBitStuck", kTruncating, "multiplier", "mmasc_unpack", "{!subnormal, fraction}",
     "{1'b1, fraction}"},
    {"SmallestFractionTakenForZero", kTruncating, "multiplier", "mmasc_unpack",
     "assign fraction_is_zero = fraction == 0", "assign fraction_is_zero = fraction <= 1"},
    {"TopWithoutItsLastBit", kTruncating, "multiplier", "mmasc_unpack", "wire top = &field",
     "wire top = &field[EXPONENT-1:1]"},
    {"SignFromTheExponent", kTruncating, "multiplier", "mmasc_unpack",
     "assign negative = stored_i[SIGN]", "assign negative = stored_i[SIGN-1]"},
    {"LanesOfASwapped", kTruncating, "multiplier", "mmasc_multiplier",
     ".a_i(a_i[k*A_BITS+:A_BITS])", ".a_i(a_i[(k^1)*A_BITS+:A_BITS])"},
    {"OneBitFurther", kTruncating, "aligner_0", "mmasc_align_sum", "EXPONENT_BITS'(POST_SHIFT);",
     "EXPONENT_BITS'(POST_SHIFT + 1);"},
    {"NumbersTakePartAsZeros", kTruncating, "aligner_0", "mmasc_align_sum", "absent && zero_i[K]",
     "absent && !zero_i[K]"},
    {"ExponentsWithoutSign", kTruncating, "aligner_0", "mmasc_max", "$signed(low) < $signed(high)",
     "low < high"},
    {"TheLeastExponent", kTruncating, "aligner_0", "mmasc_max", "high : low", "low : high"},
    {"ZeroWhereAnyIs", kTruncating, "aligner_0", "mmasc_align_sum", "assign zero_o = &is_zero",
     "assign zero_o = |is_zero"},
    {"InfinitiesOfBothSigns", kTruncating, "aligner_0", "mmasc_align_sum",
     "|nan_i || (plus_infinity && minus_infinity)", "|nan_i"},
    {"SignOfInfinity", kTruncating, "aligner_0", "mmasc_align_sum",
     "assign negative_infinity_o = minus_infinity", "assign negative_infinity_o = !plus_infinity"},
    {"SignOfAnAddendLost", kTruncating, "aligner_0", "mmasc_align_sum", "{negative[K], aligned[",
     "{1'b0, aligned["},
    {"FarTermsWrapRound", kTruncating, "aligner_0", "mmasc_shift_right_rounded",
     "wide >> SHIFT_BITS", "wide >> (SHIFT_BITS + 3)"},
    {"OneGuardBitFewer", kTruncating, "aligner_0", "mmasc_align_sum", "<< PRE_SHIFT;",
     "<< (PRE_SHIFT > 0 ? PRE_SHIFT - 1 : 0);"},
    {"Subtracts", kTruncating, "adder_tree_0_0", "mmasc_sum", "{low, 1'b1} + {high, carry}",
     "{low, 1'b1} - {high, carry}"},
    {"WithoutCarries", kTruncating, "adder_tree_0_0", "mmasc_sum", "{low, 1'b1} + {high, carry}",
     "{low, 1'b1} | {high, carry}"},
    {"ACarryIntoPairs", kTruncating, "adder_tree_0_0", "mmasc_halves", "{low_y, low_carry}",
     "{low_y, low_carry || HALF == 2}"},
    {"OnesComplement", kTruncating, "adder_tree_0_0", "mmasc_sum", "{high, carry}", "{high, 1'b0}"},
    {"TwoSignsSubtractNothing", kTruncating, "adder_tree_0_0", "mmasc_halves",
     "negated_o != high_negated", "negated_o && high_negated"},
    {"SignOfAPartialSumLost", kTruncating, "adder_tree_0_0", "mmasc_adder_tree_level",
     "NODE_BITS] = negated", "NODE_BITS] = 1'b0"},
    {"InnerCarryLost", kTruncating, "adder_tree_0_0", "mmasc_halves", "{high_y, high_carry}",
     "{high_y, 1'b0}"},
    {"LastCarryLost", kTruncating, "adder_tree_0_1", "mmasc_adder_tree", "{high, carry}",
     "{high, 1'b0}"},
    {"SignOfTheTotalLost", kTruncating, "adder_tree_0_1", "mmasc_total",
     "held[BITS-1] != negated_i", "held[BITS-1]"},
    {"MagnitudeOneLess", kTruncating, "adder_tree_0_1", "mmasc_total", "{BITS{1'b0}} - held : held",
     "~held : held"},
    {"TheSmallestTotalTakenForNone", kTruncating, "adder_tree_0_1", "mmasc_total",
     "assign nothing_o = kept == 0", "assign nothing_o = kept <= 1"},
    {"InfinityOfTheOtherSign", kTruncating, "adder_tree_0_1", "mmasc_adder_tree",
     "sum_infinite_i[s] ? sum_negative_infinity_i[s]",
     "sum_infinite_i[s] ? !sum_negative_infinity_i[s]"},
    {"DenormalsOneFurther", kTruncating, "normalizer_result", "mmasc_normalize",
     "INPUT_FRACTION - LEAST + BELOW", "INPUT_FRACTION - LEAST - 1 + BELOW"},
    {"ExponentOneMore", kTruncating, "normalizer_result", "mmasc_normalize",
     "EXPONENT_BITS'(WORK - 1 - INPUT_FRACTION)", "EXPONENT_BITS'(WORK - INPUT_FRACTION)"},
    {"OverflowAtTheGreatest", kTruncating, "normalizer_result", "mmasc_round", "$signed(reached) >",
     "$signed(reached) >="},
    {"InfinityNotPacked", kTruncating, "normalizer_result", "mmasc_result_normalizer",
     "(infinite ? infinity : magnitude)", "magnitude"},
    {"NanOnlyIfNotInfinite", kTruncating, "normalizer_result", "mmasc_result_normalizer",
     "assign d = nan ?", "assign d = nan && !infinite ?"},
    {"LeadingZerosOfPairs", kTruncating, "normalizer_result", "mmasc_leading_zeros",
     "assign count = high & ~low", "assign count = high & low"},
    {"CarryNotShifted", kRounding, "normalizer_0", "mmasc_round",
     "carry ? rounded[KEPT_BITS:1] : rounded[KEPT_BITS-1:0]", "rounded[KEPT_BITS-1:0]"},
    {"CarryNotCounted", kRounding, "normalizer_0", "mmasc_round", "EXPONENT_BITS'(carry)",
     "EXPONENT_BITS'(0)"},
    {"SubnormalInputsKept", kRounding, "multiplier", "mmasc_unpack", "flush_i && subnormal",
     "1'b0 && flush_i && subnormal"},
    {"NegativeNotTwosComplement", kIntegers, "normalizer_result", "mmasc_result_normalizer",
     "assign d = D_BITS'(number)", "assign d = D_BITS'(kept)"},
    {"SignOfAnIntegerLost", kIntegers, "multiplier", "mmasc_unpack",
     "IS_SIGNED != 0 && stored[BITS-1]", "1'b0"},
    {"BitsOfAnIndexSwapped", kPairs, "multiplier", "mmasc_select", "index[s]",
     "index[INDEX_BITS-1-s]"},
    {"AnotherLanesIndex", kPairs, "multiplier", "mmasc_select", "metadata_i[GROUP*",
     "metadata_i[(GROUP^1)*"},
    {"TwoIndicesAlike", kNibbles, "multiplier", "mmasc_select", "GROUP = k / TOGETHER",
     "GROUP = k / TOGETHER / 2 * 2"},
};

// Throws std::out_of_range where the text has no such place.
inline Rtl with_fault(Rtl rtl, const TextFault& fault) {
  for (RtlFile& file : rtl.files)
    if (file.name == std::string(fault.file) + ".sv")
      file.text.replace(file.text.find(fault.from), std::string(fault.from).size(), fault.to);
  return rtl;
}

}  // namespace mmasc::testing
