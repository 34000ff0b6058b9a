// SPDX-License-Identifier: Apache-2.0
// A walk of a plan over bounds of integers: can a step lose a bit of them?
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mmasc/unit/plan.h"

namespace mmasc {

// Every term is an integer times 2^unit, and a product at most 2^product_bits such units.
struct IntegerGrain {
  int unit = 0, product_bits = 0;
};

// A bound: the sum of at most `count` products. Where it is not an exact zero its exponent, as it
// takes part in an e_max, is one of least..greatest; so is at most that of an exact zero with its
// own exponent.
struct IntegerTerm {
  std::int64_t count = 0;
  int least = 0, greatest = 0;
};

class IntegerWalk {
 public:
  explicit IntegerWalk(const IntegerGrain& grain) : grain_(grain) {}

  // A product of two slices, whose integers are stored times 2^unit_a and 2^unit_b.
  IntegerTerm products(const Plan& plan, int unit_a, int unit_b) const;
  // A normalized number of the format.
  IntegerTerm addend(const Format& format, std::int64_t count) const;

  // Nothing where a step of the plan on such products and such a c, whose sum is of at most
  // `count` products, is exact; else the place that may lose a bit.
  std::optional<std::string> loss(const Plan& plan, const IntegerTerm& product,
                                  const IntegerTerm& c, std::int64_t count);

 private:
  int leading_exponent(std::int64_t count) const;
  IntegerTerm rounded(const RoundPlan& round, std::int64_t count) const;
  void check_operands(const MultiplierPlan& plan, const IntegerTerm& product);
  void check_rounding(const RoundPlan& round, std::int64_t count, std::string_view place);
  IntegerTerm add(const Plan& plan, const SumPlan& sum, const std::vector<IntegerTerm>& in,
                  std::int64_t most);
  void lose(std::string text) {
    if (!loss_) loss_ = std::move(text);
  }

  IntegerGrain grain_;
  std::optional<std::string> loss_;
};

}  // namespace mmasc
