// SPDX-License-Identifier: Apache-2.0
// A walk of a plan over bounds of integers: can a step lose a bit of them?
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mmasc/unit/plan.h"

namespace mmasc {

// A bound: the sum of at most `count` products. Where it is not an exact zero its exponent, as it
// takes part in an e_max, is one of least..greatest; so is at most that of an exact zero with its
// own exponent.
struct IntegerTerm {
  std::int64_t count = 0;
  int least = 0, greatest = 0;
};

// Every term is an integer times 2^unit, and a product at most 2^product_bits such units.
struct IntegerGrain {
  int unit = 0, product_bits = 0;

  // The greatest exponent of a sum of `count` products.
  int leading_exponent(std::int64_t count) const;
  // A product of two slices, whose integers are stored times 2^unit_a and 2^unit_b.
  IntegerTerm product(const Plan& plan, int unit_a, int unit_b) const;
  // A normalized number whose format or rounding has this least exponent.
  IntegerTerm number(int least_exponent, std::int64_t count) const;
  IntegerTerm number(const Format& format, std::int64_t count) const {
    return number(format.least_exponent(), count);
  }
};

// Nothing where a step of the plan on such products and such a c, whose sum is of at most `count`
// products, is exact; else the place that may lose a bit.
std::optional<std::string> integer_loss(const Plan& plan, const IntegerGrain& grain,
                                        const IntegerTerm& product, const IntegerTerm& c,
                                        std::int64_t count);

}  // namespace mmasc
