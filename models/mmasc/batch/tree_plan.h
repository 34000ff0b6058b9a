// SPDX-License-Identifier: Apache-2.0
// Plans of any tree of sums whose numbers f64 lanes hold exactly: products of at most 53 bits, sums
// below 2^53 units, every exponent far from the ends of f64's range. Sums of products alone may run
// in narrower lanes.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "mmasc/batch/grid_rounding.h"
#include "mmasc/batch/lane_limits.h"
#include "mmasc/unit/plan.h"

namespace mmasc::batch {

// Values of a step are numbered: the products, c, then the sums of the plan in order.
struct TreeTerm {
  int slot = 0;
  double scale = 1;  // 2^fraction bits
  double up = 1;     // then to the fraction bits of the sum
  Rounding rounding = Rounding::toward_zero;
  ZeroExponent::Kind zero_rule = ZeroExponent::Kind::own;
  double zero_power = 0;  // of `fixed`
  bool may_vanish = false;
  double reach = 0;  // vanishes where its power times this is below the largest
};

struct TreeSum {
  int slot = 0;
  int first_term = 0, term_count = 0;        // of TreePlan::terms
  Alignment alignment = Alignment::of_plan;  // of all terms
  double least_power = kAbsentPower;         // the exponent floor
  double unit = 1;                           // 2^-fraction bits
  // An exact sum of two terms that is rounded at once. However wide it is, the f64 sum rounded to
  // odd rounds to the same number.
  bool adds_to_odd = false;
  ZeroSign zero_sign = ZeroSign::plus;
  bool rounds_down = false;
  bool rounds = false;
  GridRounding rounding;
};

// A sum of products alone, of elements first, first + stride, ... of the step.
struct ProductGroup {
  int slot = 0;
  int first = 0, stride = 1, count = 1;
  int scale = 0;  // the scale of fixed-point products
};

struct ProductGroups {
  std::vector<ProductGroup> groups;
  bool fixed_point = false;  // sums exact in f32; else aligned, truncated, added in int32 or f64
  int fraction_bits = 0;
  int product_exponent_min = 0, product_exponent_max = 0;
  double infinity = 0;             // a product of this magnitude is an infinity
  int greatest_safe_exponent = 0;  // with which no product is
};

struct TreePlan {
  MultiplierPlan multiplier;
  GridRounding product;
  LaneType lane_type = LaneType::f64;  // f32: of the product groups
  ProductGroups products;              // no groups: products are terms of `sums`
  std::vector<TreeTerm> terms;
  std::vector<TreeSum> sums;
  GridRounding result;
  F32Ending ending;
};

// The plan for the tree kernel, or the reason why there is none.
std::variant<TreePlan, std::string> make_tree_plan(const Plan& plan);

}  // namespace mmasc::batch
