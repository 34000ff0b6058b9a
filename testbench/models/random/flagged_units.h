// SPDX-License-Identifier: Apache-2.0
// Units that raise flags: one product and several, sums of sums, formats without infinities or
// signalling NaNs, fewer fraction bits, negated terms, coarse exponents, NaNs told apart, and one
// that is the pattern of -0.
#pragma once

#include <string>
#include <vector>

#include "mmasc/unit/catalog.h"

namespace mmasc {

inline Unit flagged_unit(int lanes, const std::string& a, const std::string& b,
                         const std::string& c, const std::string& sums, const std::string& result,
                         const std::string& more = "") {
  return parse_unit(
      "[datapath.\"my.flagged\"]\nlanes = " + std::to_string(lanes) +
      "\nzero_sign = \"ieee\"\nsum = " + sums + "\nresult = { " + result +
      ", flags = \"ieee\" }\n" + more + "\n[instruction.\"my/flagged\"]\nformats = { a = \"" + a +
      "\", b = \"" + b + "\", c = \"" + c +
      "\" }\ndatapath = \"my.flagged\"\nshape = { m = 1, n = 1, k = " + std::to_string(lanes) +
      " }\n");
}

inline std::vector<Unit> flagged_units() {
  const std::string one = R"([{ name = "dot", terms = ["products", "c"] }])";
  return {
      flagged_unit(1, "f32", "f32", "f32", one,
                   R"(format = "f32", overflow = "by_rounding", nan = "7fc00000")"),
      flagged_unit(1, "f16", "bf16", "f16",
                   R"([{ name = "dot", terms = [{ from = "products", negated = true }, "c"] }])",
                   R"(format = "f16", rounding = "up", nan = "7e00")"),
      flagged_unit(1, "bf16", "bf16", "bf16", one,
                   R"(format = "bf16", rounding = "nearest_away", nan = "7fc0", c_nan = "quiet")"),
      flagged_unit(4, "e5m2", "e4m3", "f16", one,
                   R"(format = "f16", rounding = "down", overflow = "saturate", nan = "7e00")"),
      flagged_unit(4, "f16", "f16", "f32", R"([
        { name = "even", terms = ["products.even"] },
        { name = "odd", terms = [{ from = "products.odd", negated = true }] },
        { name = "dot", terms = ["even", "odd", "c"] },
      ])",
                   R"(format = "bf16", significand_fraction = 5, nan = "7fc0")"),
      flagged_unit(2, "e5m2", "e5m2", "e5m2", one, R"(format = "e4m3", nan = "7f")"),
      flagged_unit(3, "e2m3", "e3m2", "e4m3", one,
                   R"(format = "e5m2", rounding = "toward_zero", nan = "7e")"),
      flagged_unit(1, "e5m2", "e5m2", "e5m2", one,
                   R"(format = "e5m2", rounding = "to_odd", nan = "7e")"),
      flagged_unit(2, "f16", "e4m3fnuz", "e5m2fnuz", one, R"(format = "f16", nan = "7e00")"),
      flagged_unit(2, "e2m0fnuz", "e5m2", "f16",
                   R"([
        { name = "pair", terms = ["products"], cancelled = "zero", exponent_grid = { step = 4 } },
        { name = "dot", terms = ["pair", "c"], exponent_grid = { step = 8, first = 3 } },
      ])",
                   R"(format = "f16", rounding = "up", nan = "7e00")"),
      flagged_unit(
          3, "f16", "e5m2", "f32", one, R"(format = "f32", nan = "7fc00000")",
          "product = { zero_factor_exponent = 9, exponent_grid = { step = 4, first = 1 } }"),
  };
}

}  // namespace mmasc
