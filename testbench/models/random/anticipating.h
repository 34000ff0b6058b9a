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

// One instruction of E2M1 elements, a product a lane.
inline Unit anticipating_e2m1(int lanes, const std::string& sums, const std::string& result) {
  const std::string k = std::to_string(lanes);
  return anticipating(
             parse_unit("[datapath.\"my.small\"]\nlanes = " + k + "\nsum = [" + sums +
                        "]\nresult = " + result +
                        "\n[instruction.\"my/small\"]\nformats = { a = \"e2m1\", b = \"e2m1\", c = "
                        "\"e2m1\" }\ndatapath = \"my.small\"\nshape = { m = 1, n = 1, k = " +
                        k + " }\n"))
      .value();
}

// Two sums alike side by side that round, and one behind them.
inline Unit pair_of_rounded_sums() {
  return anticipating_e2m1(2, R"(
      { name = "even", terms = ["products.even"], round_to = "e4m3" },
      { name = "odd", terms = ["products.odd"], round_to = "e4m3" },
      { name = "dot", terms = ["even", "odd", "c"], fraction_bits = 3 })",
                           R"({ format = "e5m2", nan = "7e" })");
}

// Sums of 3 bits, sign included.
inline Unit sums_of_three_bits() {
  return anticipating_e2m1(1, R"(
      { name = "first", terms = ["products"], fraction_bits = 0, round_to = "e4m3" },
      { name = "dot", terms = ["first", "c"], fraction_bits = 0 })",
                           R"({ format = "f16", nan = "7e00" })");
}

}  // namespace mmasc
