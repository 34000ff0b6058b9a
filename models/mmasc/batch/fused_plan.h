// SPDX-License-Identifier: Apache-2.0
// Plans that consist of one fused sum, as the fused kernels take them: d = round(sum of aligned
// a_k * b_k, aligned c). Numbers are held in f32 or f64 lanes, where every operation is exact:
//
//     product        a_k * b_k                      significands of at most 24 (53) bits together
//     aligned        product * 2^(F - e_max)        a power of two
//     addend         rounded to an integer          F fraction bits below e_max
//     sum            integers below 2^31 (2^53)
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "mmasc/batch/grid_rounding.h"
#include "mmasc/batch/lane_limits.h"
#include "mmasc/unit/plan.h"

namespace mmasc::batch {

// The partial sums in int32 of one fused sum, at most.
inline constexpr int kMostPartialSums = 8;

struct FusedPlan {
  LaneType lane_type = LaneType::f64;
  std::string beyond_f32;  // why the lanes are not f32
  Format a, b, c;
  Flush flush_inputs = Flush::none;
  int lanes = 0;
  bool has_scales = false;  // one pair for each step, powers of two

  int fraction_bits = 0;  // F, for the products
  Rounding alignment_rounding = Rounding::toward_zero;
  bool zeros_keep_exponent = false;  // zero products take part with their own exponent
  int zero_exponent = kAbsentExponent;
  bool looks_for_zeros = false;  // zero_exponent may exceed that of a product

  int c_fraction_bits = 0;
  Rounding c_alignment_rounding = Rounding::toward_zero;
  int c_least_exponent = 0;
  int c_zero_exponent = 0;

  int least_exponent = kLowestExponent;  // the least e_max
  int greatest_safe_exponent = 0;        // the greatest e_max with which no sum reaches 2^128
  int product_exponent_min = 0, product_exponent_max = 0;  // without scales
  int addends_in_int32 = 0;                                // as many as one int32 can sum
  GridRounding result;
  // The result is f32's leading bits, truncated: the processor's conversion toward zero gives it.
  bool truncates_to_f32 = false;
  int result_fraction_bits = 0;
  // Steps in f32 lanes end in f32 too, except for rare sums. Such an end takes e_max to be at least
  // f32_least_exponent. tiny_c_ends_in_f64: e_max may be less, beside a c that is not zero but is
  // at most that power.
  bool ends_in_f32 = false;
  int f32_least_exponent = 0;
  bool tiny_c_ends_in_f64 = false;
};

// As many addends of the products as one int32 can sum.
int addends_in_int32(const MultiplierPlan& m, int fraction_bits);

// Why lanes of f32 with exponents in int8 do not hold the products of a sum that truncates, aligned
// and added in so many int32; empty where they do.
std::string products_beyond_f32(const MultiplierPlan& m, int fraction_bits, int addends,
                                int partial_sums);

// The plan for fused kernels, or the reason why there is none.
std::variant<FusedPlan, std::string> make_fused_plan(const Plan& plan);

}  // namespace mmasc::batch
