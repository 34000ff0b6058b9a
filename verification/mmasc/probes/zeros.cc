// SPDX-License-Identifier: Apache-2.0
// Zeros: their signs, and what an exact zero does to the terms beside it.
#include <fmt/format.h>

#include <algorithm>

#include "mmasc/probes/probes.h"
#include "mmasc/probes/rows_ahead.h"

namespace mmasc::probes {
namespace {

std::string zero_text(const Number& d) { return !d.zero() ? "not zero" : d.negative ? "-0" : "+0"; }

void probe_minus_zeros(Survey& survey) {
  const Bench& bench = survey.bench();
  Case negative = bench.zeros();
  bool all = bench.set_zero(negative, kC, true);
  for (int i = 0; i < bench.formats()[Operand::a].count; ++i)
    all = bench.set_zero(negative, i, true) && all;
  if (all)
    survey.found(name::kMinusZeros, zero_text(bench.value(negative)), negative);
  else
    survey.not_observable(name::kMinusZeros, "c or the products have no -0");
}

void probe_cancelled(Survey& survey) {
  const Bench& bench = survey.bench();
  Case cancelled = bench.zeros();
  const bool fits = bench.set(cancelled, survey.fused().front(), {.exponent = 0}) &&
                    bench.set(cancelled, kC, {.exponent = 0, .negative = true});
  if (fits)
    survey.found(name::kCancelled, zero_text(bench.value(cancelled)), cancelled);
  else
    survey.not_observable(name::kCancelled, "no product is 1, or no c is -1");
}

// A negative sum of a quarter of d's least number. A later step would add its zeros to -0, so
// every place is tried.
void probe_underflow(Survey& survey) {
  const Bench& bench = survey.bench();
  const int tiny = smallest_exponent(bench.d_format()) - 2;
  std::optional<Case> witness;
  auto places = bench.products();
  places.push_back(bench.last_product());
  for (const Place place : places) {
    Case row = bench.zeros();
    if (!bench.set(row, place, {.exponent = tiny, .negative = true})) continue;
    bench.set_zero(row, kC, true);
    witness = row;
    const Number d = bench.value(row);
    if (!d.zero() || d.negative) break;
  }
  if (!witness)
    return survey.not_observable(name::kUnderflowSign,
                                 "no negative product is a quarter of d's least number");
  survey.found(name::kUnderflowSign, zero_text(bench.value(*witness)), *witness);
}

// One product on the edge where d changes, another that falls, and zeros: where d no longer tells
// whether the small one is there, the zeros' exponent cut it off.
void probe_beside_zeros(Survey& survey) {
  const Bench& bench = survey.bench();
  const auto bits = survey.integer(name::kResultBits);
  if (survey.fused().size() < 2) return survey.not_observable(name::kBesideZeros, kNoPair);
  if (!bits) return survey.not_observable(name::kBesideZeros, kLastBitUnknown);
  const int last = bench.d_format().least_exponent() - *bits;  // d's least number
  std::optional<Case> witness;
  bool lost = false;
  int least = 0;
  for (const int edge : {last, last - 1})
    for (const bool negative : {false, true}) {
      Case with_edge = bench.zeros();
      if (!bench.by_block() && bench.formats().has(Operand::sa) &&
          !bench.set_scales(with_edge, edge - bench.greatest(survey.fused()[0])))
        continue;
      const int scaled = bench.by_block() || !bench.formats().has(Operand::sa)
                             ? 0
                             : edge - bench.greatest(survey.fused()[0]);
      if (!bench.set(with_edge, survey.fused()[0], {.exponent = edge - scaled})) continue;
      const std::uint64_t without = bench.run(with_edge);
      RowsAhead rows(bench, [&](int i) {
        std::optional<Case> row = with_edge;
        if (!bench.set(*row, survey.fused()[1],
                       {.exponent = edge - 1 - i - scaled, .negative = negative}))
          row.reset();
        return row;
      });
      for (int exponent = edge - 1;; --exponent) {
        const Case* const row = rows.at(edge - 1 - exponent);
        if (!row) break;
        if (row->d() == without) {
          lost = lost || exponent + 1 <= least;
          break;
        }
        if (witness && exponent >= least) continue;
        least = exponent;
        lost = false;
        witness = *row;
      }
    }
  if (!witness)
    return survey.not_observable(name::kBesideZeros,
                                 "no product that is tried about d's least number changes d");
  if (!lost && last - least < kWideEnough)
    return survey.not_observable(name::kBesideZeros,
                                 fmt::format("kept down to the smallest product, 2^{}", least));
  survey.found(name::kBesideZeros, lost ? fmt::format("2^{}", least) : "all", *witness);
}

}  // namespace

void probe_zeros(Survey& survey) {
  survey.attempt({name::kMinusZeros}, probe_minus_zeros);
  survey.attempt({name::kCancelled}, probe_cancelled);
  survey.attempt({name::kUnderflowSign}, probe_underflow);
  survey.attempt({name::kBesideZeros}, probe_beside_zeros);
}

}  // namespace mmasc::probes
