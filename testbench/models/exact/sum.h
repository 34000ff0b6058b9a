// SPDX-License-Identifier: Apache-2.0
// One sum of a datapath over exact terms.
#pragma once

#include <vector>

#include "exact/random_order.h"
#include "exact/term.h"

namespace mmasc::exact {

// A term and the fields with which it enters a sum.
struct Addend {
  Term term;
  FractionBits fraction_bits;
  Rounding alignment_rounding = Rounding::toward_zero;
  ZeroExponent zero_exponent;
  std::optional<int> vanishes_below;
  int exponent_offset = 0;
  bool gives_frame = false;  // of ones' complement
};

// A term that enters with the sum's own fields.
Addend plain_addend(const Term& term, const SumRow& row);

struct SumRule {
  bool ieee_zero_sign = false;
  // The rounding that an exactly zero sum sees, where it sees one.
  std::optional<Rounding> zero_rounding;
  FlushRow flush;
  bool of_integers = false;  // the last bit of a sum is 2^0
  RandomOrder* random = nullptr;
};

// The sum of the addends in the row's shape, rounded where the row rounds.
Term sum_of(const std::vector<Addend>& addends, const SumRow& row, const SumRule& rule);

}  // namespace mmasc::exact
