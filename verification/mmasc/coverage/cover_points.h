// SPDX-License-Identifier: Apache-2.0
// The cover points of a unit, from its plan: where the datapath does something else than next to
// it. docs/coverage.md lists their kinds. A cover point that no operands can reach says why.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "mmasc/lanes/lane_specials.h"
#include "mmasc/ranges/ranges.h"

namespace mmasc {

inline constexpr int kNoPoint = -1;

enum class CoverStage { multiplier, aligner, adder_tree, normalizer, sequence };
std::string_view name_of(CoverStage stage);

// The goal of a draw that aims at a cover point.
struct Goal {
  enum class Kind {
    any,         // the classes do
    special,     // NaN, Inf and zeros among the operands
    cross,       // an operand of one lane beside one of c
    lane,        // an operand of one lane that it must tell from a number
    minus_zero,  // terms that are -0, or become it
    distance,    // `value` below the largest exponent
    loss,        // bits cut off at alignment, `value` below the largest exponent
    zero_above,  // zeros `value` above the largest exponent of the other terms
    carry,       // out of `value` bits
    cancel,      // terms that leave little or nothing
    fill,        // terms of one sign about the greatest, whose sum fills the adder
    beyond,      // terms of one sign that are more than an accumulator holds
    ladder,      // terms that leave `value` bits of a sum
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
  LaneSpecial lane{};
  LaneCross cross{};
};

struct CoverPoint {
  std::string name;
  CoverStage stage = CoverStage::multiplier;
  std::string unreachable;  // why; empty where it can be reached
  Goal goal{};
};

// The numbers of a plan's cover points, as what happens in a step is counted by them.
struct CutPoints {  // of bits cut off and rounded; by sign where the mode asks for it
  enum Case { exact, below_half, tie_even, tie_odd, above_half, kCases };
  std::array<std::array<int, kCases>, 2> of_sign{};
  int goes_up = kNoPoint, stays = kNoPoint;  // of a stochastic rounding that loses bits
};

struct RoundPoints {
  CutPoints first, last;  // first: where two roundings follow
  int carries = kNoPoint, becomes_normal = kNoPoint;
  int plus_zero = kNoPoint, minus_zero = kNoPoint, underflow = kNoPoint, flushed = kNoPoint;
  int subnormal = kNoPoint, least_normal = kNoPoint, normal = kNoPoint, greatest = kNoPoint;
  int overflow = kNoPoint, infinity = kNoPoint, nan = kNoPoint;
  int least = kNoPoint, overflow_below = kNoPoint;  // of an integer
};

struct GroupPoints {
  struct Distance {
    int distance = 0, point = kNoPoint;
  };
  int terms = 0;
  std::vector<Distance> distances;
  int keeps_all = kNoPoint, loses_bits = kNoPoint, loses_all = kNoPoint;
  int vanishes = kNoPoint;
  int zero_leads = kNoPoint;
  std::array<int, 3> zero_beside{kNoPoint, kNoPoint, kNoPoint};  // 1 below, level, 1 above
  bool cuts = false;                                             // rounds what it shifts out
  CutPoints cut;
  std::vector<int> opposite_infinities;  // with each group from this one on
};

struct SumPoints {
  int fraction_bits = 0;  // of the sum, below e_max
  std::vector<GroupPoints> groups;
  int floor_leads = kNoPoint;
  std::array<int, 3> floor_beside{kNoPoint, kNoPoint, kNoPoint};
  int all_zero = kNoPoint;
  std::vector<int> carries;  // by how many bits
  struct TopBit {            // of the nodes of a level of the adder tree
    int tree_level = 0, bits = 0;
    std::array<int, 2> of_sign{kNoPoint, kNoPoint};
  };
  std::vector<TopBit> top_bits;
  int few_bits = 0, has_few_bits = kNoPoint;  // where a normalizer follows
  int cancels_one = kNoPoint, cancels_more = kNoPoint, cancels_to_zero = kNoPoint;
  int plus_zero = kNoPoint, minus_zero = kNoPoint;
  int coarse = kNoPoint;                              // e_max is the next of its grid
  int beyond_accumulator = kNoPoint, cut = kNoPoint;  // what changes the total
  int lost = kNoPoint;                                // a bit, where it is told
  int exact_zero = kNoPoint;                          // of terms that are none
  RoundPoints round;
};

struct ProductPoints {
  int plus_zero = kNoPoint, minus_zero = kNoPoint;
  int infinity_times_zero = kNoPoint, zero_times_infinity = kNoPoint;
  int infinity_times_zero_scale = kNoPoint, zero_times_infinite_scale = kNoPoint;
  int below_limit = kNoPoint, at_limit = kNoPoint;
  int coarse = kNoPoint;  // the exponent of a factor is the next of its grid
  RoundPoints round;
};

struct OperandPoints {
  int nan = kNoPoint, infinity = kNoPoint, subnormal = kNoPoint;
};

// By the numbers of what lanes meet; empty where none are listed.
template <class Met>  // LaneSpecial, LaneCross
class PointsOf {
 public:
  void set(const Met& met, int point) {
    if (met.number() >= points_.size()) points_.resize(met.number() + 1, kNoPoint);
    points_[met.number()] = point;
  }
  int at(const Met& met) const {
    return met.number() < points_.size() ? points_[met.number()] : kNoPoint;
  }
  bool empty() const { return points_.empty(); }

 private:
  std::vector<int> points_;
};

struct PlanPoints {
  ProductPoints products;
  std::vector<SumPoints> sums;
  RoundPoints result;
};

struct ChainPoints {  // of a step's c that is the result of the step before
  int zero = kNoPoint, subnormal = kNoPoint, normal = kNoPoint, infinity = kNoPoint, nan = kNoPoint;
};

struct CoverPoints {
  std::vector<CoverPoint> list;
  OperandPoints a, b, c;
  std::vector<int> scale_nans;  // in the order of the plan's scales
  PointsOf<LaneSpecial> lanes;
  PointsOf<LaneCross> crosses;
  ChainPoints chain;
  PlanPoints steps, late_c;

  int reachable() const;
  // The point is listed, and nothing is known that keeps operands from it.
  bool is_reachable(int point) const {
    return point != kNoPoint && list[static_cast<std::size_t>(point)].unreachable.empty();
  }
  bool has_late_c() const { return !late_c.sums.empty(); }
};

// `crosses`: the crosses of lanes' elements with c, too, behind all others.
CoverPoints cover_points_of(const Sequence& sequence, bool crosses = false);

}  // namespace mmasc
