// SPDX-License-Identifier: Apache-2.0
// The corners of a unit, from its plan: where the datapath does something else than next to it.
// docs/coverage.md lists their kinds. A corner that no operands can reach says why.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "ranges/ranges.h"

namespace mmasc {

inline constexpr int kNoCorner = -1;

enum class CornerStage { multiplier, aligner, adder_tree, normalizer, sequence };
std::string_view name_of(CornerStage stage);

// What a draw that aims at a corner has to bring about.
struct Goal {
  enum class Kind {
    any,         // the classes do
    special,     // NaN, Inf and zeros among the operands
    minus_zero,  // terms that are -0, or become it
    distance,    // `value` below the largest exponent
    loss,        // bits cut off at alignment, `value` below the largest exponent
    zero_above,  // zeros `value` above the largest exponent of the other terms
    carry,       // out of `value` bits
    cancel,      // terms that leave little or nothing
    rounding,    // bits below the last one that a rounding keeps
    least,       // a result about the least number
    greatest,    // or the greatest
    product_top  // products about 2^value
  };
  Kind kind = Kind::any;
  int sum = -1, group = -1;  // in the plan; -1: the result, the products
  int value = 0;
  bool late = false;     // of the late addition
  bool product = false;  // of the products' own rounding
};

struct Corner {
  std::string name;
  CornerStage stage = CornerStage::multiplier;
  std::string unreachable;  // why; empty where it can be reached
  Goal goal{};
};

// The numbers of a plan's corners, as what happens in a step is counted by them.
struct CutCorners {  // of bits cut off and rounded; by sign where the mode asks for it
  enum Case { exact, below_half, tie_even, tie_odd, above_half, kCases };
  std::array<std::array<int, kCases>, 2> of_sign{};
};

struct RoundCorners {
  CutCorners first, last;  // first: the prerounding, where there is one
  int carries = kNoCorner, becomes_normal = kNoCorner;
  int plus_zero = kNoCorner, minus_zero = kNoCorner, underflow = kNoCorner, flushed = kNoCorner;
  int subnormal = kNoCorner, least_normal = kNoCorner, normal = kNoCorner, greatest = kNoCorner;
  int overflow = kNoCorner, infinity = kNoCorner, nan = kNoCorner;
};

struct GroupCorners {
  struct Distance {
    int distance = 0, corner = kNoCorner;
  };
  std::vector<Distance> distances;
  int keeps_all = kNoCorner, loses_bits = kNoCorner, loses_all = kNoCorner;
  int vanishes = kNoCorner;
  int zero_leads = kNoCorner;
  std::array<int, 3> zero_beside{kNoCorner, kNoCorner, kNoCorner};  // 1 below, level, 1 above
  bool cuts = false;                                                // rounds what it shifts out
  CutCorners cut;
  std::vector<int> opposite_infinities;  // with each group from this one on
};

struct SumCorners {
  std::vector<GroupCorners> groups;
  int floor_leads = kNoCorner;
  std::array<int, 3> floor_beside{kNoCorner, kNoCorner, kNoCorner};
  int all_zero = kNoCorner;
  std::vector<int> carries;  // by how many bits
  int cancels_one = kNoCorner, cancels_more = kNoCorner, cancels_to_zero = kNoCorner;
  int plus_zero = kNoCorner, minus_zero = kNoCorner;
  RoundCorners round;
};

struct ProductCorners {
  int plus_zero = kNoCorner, minus_zero = kNoCorner;
  int infinity_times_zero = kNoCorner, zero_times_infinity = kNoCorner;
  int infinity_times_zero_scale = kNoCorner;
  int below_limit = kNoCorner, at_limit = kNoCorner;
  RoundCorners round;
};

struct OperandCorners {
  int nan = kNoCorner, infinity = kNoCorner, subnormal = kNoCorner;
};

struct PlanCorners {
  ProductCorners products;
  std::vector<SumCorners> sums;
  RoundCorners result;
};

struct ChainCorners {  // of a step's c that is the result of the step before
  int zero = kNoCorner, subnormal = kNoCorner, normal = kNoCorner, infinity = kNoCorner,
      nan = kNoCorner;
};

struct Corners {
  std::vector<Corner> list;
  OperandCorners a, b, c;
  int scale_a_nan = kNoCorner, scale_b_nan = kNoCorner;
  ChainCorners chain;
  PlanCorners steps, late_c;

  int reachable() const;
};

Corners corners_of(const Sequence& sequence);

}  // namespace mmasc
