// SPDX-License-Identifier: Apache-2.0
// The one walk of a plan: which terms each sum takes, in which order, what rounds, what bypasses a
// level. A domain says what a term is and what becomes of it:
//
//     Term product(int lane);                      before its rounding
//     Term c();
//     Term sum(int s, const SumTerms<Term>&);      s: in Plan::sums; before its rounding
//     Term round(const RoundPlan&, Place, Term);   of a product, a sum, the result
//
// The names of terms (mmasc/arith/term_names.h) and bounds of integers (mmasc/ozaki/integer_walk.h)
// are such domains.
#pragma once

#include <utility>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

// The value that is rounded: a product by its lane, a sum by its number, or the result.
struct Place {
  enum class Kind { product, sum, result };
  Kind kind = Kind::result;
  int index = 0;
};

// The terms of a sum, in the order of its addends.
template <class Term>
class SumTerms {
 public:
  SumTerms(const Plan& plan, int sum, const std::vector<Term>& slots)
      : plan_(plan), sum_(plan.sums[sum]), slots_(slots) {}

  const SumPlan& sum() const { return sum_; }
  // Calls f(g, group, term) for every term, of the sum's first group, then of the second, ...
  template <class F>
  void for_each(F&& f) const {
    int g = 0;
    for (const AddendGroup& group : groups_of(plan_, sum_)) {
      for (int i = 0; i < group.count; ++i)
        f(g, group, slots_[static_cast<std::size_t>(group.slot_of(i))]);
      ++g;
    }
  }

 private:
  const Plan& plan_;
  const SumPlan& sum_;
  const std::vector<Term>& slots_;
};

// Returns what the result's rounding gives.
template <class Domain>
auto walk(const Plan& plan, Domain& domain) {
  using Term = decltype(domain.c());
  const MultiplierPlan& m = plan.multiplier;
  std::vector<Term> slots;
  slots.reserve(static_cast<std::size_t>(m.lanes) + 1);
  for (int lane = 0; lane < m.lanes; ++lane) {
    slots.push_back(domain.product(lane));
    if (m.rounds)
      slots.back() = domain.round(m.round, Place{Place::Kind::product, lane}, slots.back());
  }
  slots.push_back(domain.c());
  for (const LevelPlan& level : plan.levels) {
    std::vector<Term> next;
    for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s) {
      next.push_back(domain.sum(s, SumTerms<Term>(plan, s, slots)));
      if (plan.sums[s].rounds)
        next.back() = domain.round(plan.sums[s].round, Place{Place::Kind::sum, s}, next.back());
    }
    for (const int slot : level.bypass)
      next.push_back(std::move(slots[static_cast<std::size_t>(slot)]));
    slots = std::move(next);
  }
  return domain.round(plan.result, Place{}, slots.front());
}

}  // namespace mmasc
