// SPDX-License-Identifier: Apache-2.0
// Where sums and products become infinite.
#include <fmt/format.h>

#include <algorithm>

#include "mmasc/probes/probes.h"
#include "mmasc/probes/rows_ahead.h"

namespace mmasc::probes {
namespace {

std::string finite_text(const Number& d) { return d.nan ? "nan" : d.infinite ? "inf" : "finite"; }

// c the largest number of as many fraction bits as d keeps, and a product of quarters of its last
// bit.
void probe_largest(Survey& survey) {
  const Bench& bench = survey.bench();
  const Format& d = bench.d_format();
  const auto bits = survey.integer(name::kResultBits);
  if (!(bench.c_format() == d))
    return survey.not_observable(name::kOverflow, "c is not of d's format");
  if (!bits) return survey.not_observable(name::kOverflow, kLastBitUnknown);
  const int unit = d.greatest_exponent() - *bits;
  std::optional<std::string> text[2];
  Case witness;
  for (const bool negative : {false, true}) {
    Case largest = bench.zeros();
    largest.c() = greatest_number(d, *bits, negative != bench.negates(kC));
    for (const auto& [quarter, power] :
         {std::pair{1, Power{unit - 2, negative}}, std::pair{2, Power{unit - 1, negative}},
          std::pair{3, Power{unit - 1, negative, 3, 1}}, std::pair{4, Power{unit, negative}}}) {
      Case row = largest;
      if (!bench.set(row, survey.fused().front(), power))
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
  const Place first = survey.fused().front();
  const bool pair = survey.fused().size() > 1;
  const int top = std::min(bench.greatest(first), pair ? 4000 : d.greatest_exponent() + 1);
  if (top <= d.greatest_exponent())
    return survey.not_observable(name::kProductOverflow,
                                 "no power of two beyond d's largest number is a product");
  const int bottom = d.greatest_exponent() + 1;
  RowsAhead rows(bench, [&](int i) {
    const int e = bottom + i;
    std::optional<Case> row = bench.zeros();
    if (e > top || !bench.set(*row, first, {.exponent = e}) ||
        !(pair ? bench.set(*row, survey.fused()[1], {.exponent = e, .negative = true})
               : bench.set(*row, kC, {.exponent = e - 1, .negative = true})))
      row.reset();
    return row;
  });
  Case last;
  for (int e = bottom; e <= top; ++e) {
    const Case* const row = rows.at(e - bottom);
    if (!row)
      return survey.not_observable(name::kProductOverflow,
                                   "no other term is large enough to bring the sum back");
    if (!bench.read(row->d()).finite())
      return survey.found(name::kProductOverflow, fmt::format("2^{}", e), *row);
    last = *row;
  }
  survey.found(name::kProductOverflow, "never", last);
}

// 2^e + 2^e - 2^e, e the greatest exponent of d.
void probe_sum(Survey& survey) {
  const Bench& bench = survey.bench();
  const int e = bench.d_format().greatest_exponent();
  Case row = bench.zeros();
  if (survey.fused().size() < 2) return survey.not_observable(name::kSumOverflow, kNoPair);
  if (!bench.set(row, survey.fused()[0], {.exponent = e}) ||
      !bench.set(row, survey.fused()[1], {.exponent = e}) ||
      !bench.set(row, kC, {.exponent = e, .negative = true}))
    return survey.not_observable(name::kSumOverflow,
                                 "two products and c do not all reach d's greatest exponent");
  survey.found(name::kSumOverflow, finite_text(bench.value(row)), row);
}

}  // namespace

void probe_overflow(Survey& survey) {
  survey.attempt({name::kOverflow}, probe_largest);
  survey.attempt({name::kProductOverflow}, probe_product);
  survey.attempt({name::kSumOverflow}, probe_sum);
}

}  // namespace mmasc::probes
