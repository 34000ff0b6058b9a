// SPDX-License-Identifier: Apache-2.0
// What the numbers of a datapath can be, from the elements that the instruction stores: tighter
// than a plan's widths, which are those of wires.
#pragma once

#include <limits>
#include <vector>

#include "spec/plan.h"

namespace mmasc {

inline constexpr int kNever = std::numeric_limits<int>::min() / 4;   // below every exponent
inline constexpr int kAlways = std::numeric_limits<int>::max() / 4;  // above

// Of every finite value of a term that is not an exact zero:
//
//     least_exponent <= its exponent <= greatest_exponent, as the aligner sees it
//     [ top - 1 ... lowest_bit ]  the bits it may have, `depth` of them below the leading one
struct Bounds {
  int least_exponent = 0, greatest_exponent = 0;
  int lowest_bit = 0;
  int top = 0;
  int depth = 0;
  int least_value = 0;                    // exponent of the smallest one's leading bit
  int least_zero = 0, greatest_zero = 0;  // exponents of an exact zero

  Bounds joined(const Bounds& other) const;
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// Of a stored element where the multiplier sees it as a number of `seen`.
Bounds bounds_of(const Format& stored, const Format& seen, Flush flush);

// Of what a rounding leaves of such values.
Bounds rounded(const Bounds& input, const RoundPlan& round);

// Of the least number that a rounding can give.
constexpr int ulp_of(const RoundPlan& round) { return round.least_exponent - round.fraction_bits; }
// From the leading bit of such a value to its last, at most.
int bits_of(const Bounds& input, const RoundPlan& round);
// The rounding changes no such value; or none that does not overflow.
bool is_exact(const RoundPlan& round, const Bounds& input);
bool is_exact_in_range(const RoundPlan& round, const Bounds& input);

struct DatapathBounds {
  Bounds c;                    // in any step
  Bounds product;              // before a rounding of the products
  std::vector<Bounds> groups;  // of the terms of Plan::groups
  std::vector<Bounds> sums;    // of Plan::sums, before their rounding
};
DatapathBounds bounds_of(const Unit& unit, const Plan& plan);

}  // namespace mmasc
