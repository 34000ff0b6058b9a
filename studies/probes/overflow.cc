// SPDX-License-Identifier: Apache-2.0
// Where sums and products become infinite.
#include <fmt/format.h>

#include <algorithm>

#include "probes/probes.h"

namespace mmasc::probes {
namespace {

std::string finite_text(const Number& d) { return d.nan ? "nan" : d.infinite ? "inf" : "finite"; }

// c the largest number of as many fraction bits as d keeps, and a product of quarters of its last
// bit.
void probe_largest(Survey& survey) {
  const Bench& bench = survey.bench();
  const Format& d = bench.d_format();
  const auto bits = survey.integer(name::kResultBits);
  if (!(bench.c_format() == d) || !bits)
    return survey.not_observable(name::kOverflow, "c is not of d's format");
  const int unit = d.greatest_exponent() - *bits;
  std::optional<std::string> text[2];
  Case witness;
  for (const bool negative : {false, true}) {
    Case largest = bench.zeros();
    largest.c = greatest_number(d, *bits, negative);
    for (const auto& [quarter, power] :
         {std::pair{1, Power{unit - 2, negative}}, std::pair{2, Power{unit - 1, negative}},
          std::pair{3, Power{unit - 1, negative, 3, 1}}, std::pair{4, Power{unit, negative}}}) {
      Case row = largest;
      if (!bench.set(row, survey.fused.front(), power))
        return survey.not_observable(name::kOverflow,
                                     "no product reaches the last bit of d's largest number");
      const Number result = bench.value(row);
      witness = row;
      if (result.finite()) continue;
      text[negative] = fmt::format("{} from {}/4 of the last bit", finite_text(result), quarter);
      break;
    }
  }
  const std::string plus = text[0].value_or("never"), minus = text[1].value_or("never");
  survey.found(name::kOverflow, plus == minus ? plus : fmt::format("+: {}; -: {}", plus, minus),
               witness);
}

// 2^e - 2^e of two products, or 2^e - 2^(e-1) with c: finite unless a product alone overflows.
void probe_product(Survey& survey) {
  const Bench& bench = survey.bench();
  const Format& d = bench.d_format();
  const Place first = survey.fused.front();
  const bool pair = survey.fused.size() > 1;
  const int top = std::min(bench.greatest(first), pair ? 4000 : d.greatest_exponent() + 1);
  if (top <= d.greatest_exponent())
    return survey.not_observable(name::kProductOverflow, "no product is beyond d's largest number");
  Case row;
  for (int e = d.greatest_exponent() + 1; e <= top; ++e) {
    row = bench.zeros();
    if (!bench.set(row, first, {.exponent = e}) ||
        !(pair ? bench.set(row, survey.fused[1], {.exponent = e, .negative = true})
               : bench.set(row, kC, {.exponent = e - 1, .negative = true})))
      return survey.not_observable(name::kProductOverflow, "no products of opposite signs");
    if (!bench.value(row).finite())
      return survey.found(name::kProductOverflow, fmt::format("2^{}", e), row);
  }
  survey.found(name::kProductOverflow, "never", row);
}

// 2^e + 2^e - 2^e, e the greatest exponent of d.
void probe_sum(Survey& survey) {
  const Bench& bench = survey.bench();
  const int e = bench.d_format().greatest_exponent();
  Case row = bench.zeros();
  if (survey.fused.size() < 2)
    return survey.not_observable(name::kSumOverflow, "no two products meet before c");
  if (!bench.set(row, survey.fused[0], {.exponent = e}) ||
      !bench.set(row, survey.fused[1], {.exponent = e}) ||
      !bench.set(row, kC, {.exponent = e, .negative = true}))
    return survey.not_observable(name::kSumOverflow, "no product has d's greatest exponent");
  survey.found(name::kSumOverflow, finite_text(bench.value(row)), row);
}

}  // namespace

void probe_overflow(Survey& survey) {
  probe_largest(survey);
  probe_product(survey);
  probe_sum(survey);
}

}  // namespace mmasc::probes
