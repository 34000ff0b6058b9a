// SPDX-License-Identifier: Apache-2.0
// Units whose trees anticipate leading zeros.
#pragma once

#include <optional>
#include <string>

#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"
#include "mmasc/unit/plan.h"

namespace mmasc {

// The unit with anticipated leading zeros, where its sums have any to anticipate.
inline std::optional<Unit> anticipating(Unit unit) {
  unit.structure.normalizer.leading_zeros = LeadingZeros::anticipated;
  try {
    make_plan(unit);
    return unit;
  } catch (const RowError&) {
    return std::nullopt;
  }
}

// E2M1 products: two sums alike side by side that round, and one behind them.
inline Unit pair_of_rounded_sums() {
  return anticipating(parse_unit(R"(
    [datapath."my.pair"]
    lanes = 2
    sum = [
      { name = "even", terms = ["products.even"], round_to = "e4m3" },
      { name = "odd", terms = ["products.odd"], round_to = "e4m3" },
      { name = "dot", terms = ["even", "odd", "c"], fraction_bits = 3 },
    ]
    result = { format = "e5m2", nan = "7e" }
    [instruction."my/pair"]
    formats = { a = "e2m1", b = "e2m1", c = "e2m1" }
    datapath = "my.pair"
    shape = { m = 1, n = 1, k = 2 }
  )"))
      .value();
}

// Sums of 3 bits, sign included.
inline Unit sums_of_three_bits() {
  return anticipating(parse_unit(R"(
    [datapath."my.small"]
    lanes = 1
    sum = [
      { name = "first", terms = ["products"], fraction_bits = 0, round_to = "e4m3" },
      { name = "dot", terms = ["first", "c"], fraction_bits = 0 },
    ]
    result = { format = "f16", nan = "7e00" }
    [instruction."my/small"]
    formats = { a = "e2m1", b = "e2m1", c = "e2m1" }
    datapath = "my.small"
    shape = { m = 1, n = 1, k = 1 }
  )"))
      .value();
}

}  // namespace mmasc
