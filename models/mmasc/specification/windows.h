// SPDX-License-Identifier: Apache-2.0
// Where hardware holds sums that the row says are exact: in words that end somewhere, below which
// it may jam bits that no rounding tells apart. They change no result, but what a sum keeps and
// drops on the way to it. Without them an exact sum keeps all.
#pragma once

#include <vector>

#include "mmasc/unit/datapath.h"

namespace mmasc {

// Of an exact term.
struct TermWindow {
  int fraction_bits = 0;  // kept below the largest exponent
  Rounding rounding = Rounding::toward_zero;
  ZeroExponent zero_exponent;  // another than the row's only where no more than the value goes on
};

struct SumWindow {
  std::vector<TermWindow>
      terms;  // in the sum's order; those of terms that are not exact say nothing
  bool has_exponent_floor = false;  // where the row has one: not where only the value goes on
};

struct Windows {
  // The exponent of what takes part nowhere: below that of every term.
  int nowhere = -(1 << 20);
  std::vector<SumWindow> sums;  // level by level; empty: exact sums keep all
};

}  // namespace mmasc
