// SPDX-License-Identifier: Apache-2.0
// The addition, outside a unit, of its partial sums into an f32 accumulator.
#pragma once

#include <string>

#include "mmasc/arith/sequence_plan.h"

namespace mmasc {

// Why partial sums of a format cannot be taken to f32; empty where they can.
std::string why_not_promoted(const Format& d);
inline bool promotes(const Format& d) { return why_not_promoted(d).empty(); }

// partial * 1 + sum, of a unit whose d is promoted. NaN has the unit's bits where its d is f32,
// else f32's default ones.
Unit promotion_unit(const Unit& unit, Rounding rounding);
inline Plan make_promotion_plan(const Unit& unit, Rounding rounding) {
  return make_plan(promotion_unit(unit, rounding));
}

class PromotedSum {
 public:
  PromotedSum(const Unit& unit, Rounding rounding)
      : plan_(make_promotion_plan(unit, rounding)), one_(one(unit.d())) {}

  // `partial` in the unit's d format, `sum` and the result in f32.
  std::uint64_t add(std::uint64_t partial, std::uint64_t sum) const;

 private:
  Plan plan_;
  std::uint64_t one_;
};

}  // namespace mmasc
