// SPDX-License-Identifier: Apache-2.0
// Subnormal operands, products, sums and results: kept, or taken for zero.
#include <fmt/format.h>

#include <algorithm>

#include "mmasc/probes/probes.h"

namespace mmasc::probes {
namespace {

// The least subnormal of one factor with a large other one.
void probe_factor(Survey& survey, std::string_view name, bool factor_a) {
  const Bench& bench = survey.bench();
  const OperandLayout& formats = bench.formats();
  const Format& tested = factor_a ? *formats.format[Operand::a] : *formats.format[Operand::b];
  const Format& other = factor_a ? *formats.format[Operand::b] : *formats.format[Operand::a];
  if (smallest_exponent(tested) == tested.least_exponent())
    return survey.not_observable(name, fmt::format("{} has no subnormals", tested.name));
  const int small = smallest_exponent(tested);
  const int large = std::min(other.greatest_exponent(), bench.d_format().greatest_exponent());
  const auto partner = write_number(other, large);
  if (!partner)
    return survey.not_observable(name, fmt::format("{} has no number of 2^{}", other.name, large));
  Case row = bench.zeros();
  auto& x = factor_a ? row[Operand::a] : row[Operand::b];
  auto& y = factor_a ? row[Operand::b] : row[Operand::a];
  x[at(survey.fused().front())] = *write_number(tested, small);
  y[at(survey.fused().front())] = *partner;
  const Number d = bench.value(row);
  const int kept = bench.negates(survey.fused().front()) ? -1 : 1;
  survey.found(name,
               d.zero()                             ? "flushed"
               : in_units(d, small + large) == kept ? "kept"
                                                    : "irregular",
               row);
}

// Terms of d's least normal exponent e plus what is tested at e - 1: 1.5 * 2^e where it is kept.
std::optional<Case> beside_least_normal(const Bench& bench, Place least, Place tested,
                                        Power power) {
  Case row = bench.zeros();
  if (bench.set(row, least, {.exponent = bench.d_format().least_exponent()}) &&
      bench.set(row, tested, power))
    return row;
  return std::nullopt;
}

void judge(Survey& survey, std::string_view name, const Case& row, int exponent, std::int64_t kept,
           std::int64_t flushed) {
  const auto d = in_units(survey.bench().value(row), exponent);
  survey.found(name, d == kept ? "kept" : d == flushed ? "flushed" : "irregular", row);
}

void probe_c(Survey& survey) {
  const Bench& bench = survey.bench();
  const Format& c = bench.c_format();
  const int e = c.least_exponent();
  const Place product = survey.fused().front();
  if (c == bench.d_format()) {
    if (const auto row = beside_least_normal(bench, product, kC, {.exponent = e - 1}))
      return judge(survey, name::kSubnormalC, *row, e - 1, 3, 2);
  }
  Case row = bench.zeros();
  if (!bench.set(row, kC, {.exponent = e - 1}))
    return survey.not_observable(name::kSubnormalC, "c has no subnormals");
  if (in_units(bench.value(row), e - 1) == 1) return survey.found(name::kSubnormalC, "kept", row);
  survey.not_observable(name::kSubnormalC,
                        "c alone is not d, and no product is so small that it could tell c from d");
}

void probe_subnormal_product(Survey& survey) {
  const Bench& bench = survey.bench();
  const int e = bench.d_format().least_exponent();
  if (bench.least(survey.fused().front(), true) > e - 1)
    return survey.not_observable(name::kSubnormalProduct,
                                 "no product of normal numbers is below d's least normal number");
  const auto row = beside_least_normal(bench, kC, survey.fused().front(), {.exponent = e - 1});
  if (!row)
    return survey.not_observable(name::kSubnormalProduct,
                                 "c is not d's least normal number, or no product is half of it");
  judge(survey, name::kSubnormalProduct, *row, e - 1, 3, 2);
}

void probe_subnormal_sum(Survey& survey) {
  const Bench& bench = survey.bench();
  const int e = bench.d_format().least_exponent();
  Case row = bench.zeros();
  if (survey.fused().size() < 2) return survey.not_observable(name::kSubnormalSum, kNoPair);
  if (!bench.set(row, survey.fused()[0], {.exponent = e, .a = 3}) ||
      !bench.set(row, survey.fused()[1], {.exponent = e, .negative = true}) ||
      !bench.set(row, kC, {.exponent = e}) || bench.least(survey.fused()[0], true) > e)
    return survey.not_observable(name::kSubnormalSum,
                                 "two products and c do not all reach d's least normal number");
  judge(survey, name::kSubnormalSum, row, e - 1, 3, 2);
}

// -1.5 * 2^e + 2^e, or c alone. A later step would add its zeros to a flushed -0, so every place
// is tried.
void probe_result_kept(Survey& survey) {
  const Bench& bench = survey.bench();
  const int e = bench.d_format().least_exponent();
  std::optional<Case> witness;
  auto places = bench.products();
  places.push_back(bench.last_product());
  for (const Place place : places) {
    Case row = bench.zeros();
    if (bench.least(place, true) > e ||
        !bench.set(row, place, {.exponent = e, .negative = true, .a = 3}) ||
        !bench.set(row, kC, {.exponent = e}))
      break;
    witness = row;
    const Number d = bench.value(row);
    if (!d.zero() || d.negative) break;
  }
  Case alone = bench.zeros();
  if (!witness && bench.set(alone, kC, {.exponent = e - 1, .negative = true}) &&
      !bench.value(alone).zero())
    witness = alone;
  if (!witness)
    return survey.not_observable(name::kSubnormalResult,
                                 "a product and c do not both reach d's least normal number");
  const Number d = bench.value(*witness);
  survey.found(name::kSubnormalResult,
               in_units(d, e - 1) == -1 ? "kept"
               : !d.zero()              ? "irregular"
               : d.negative             ? "flushed, sign kept"
                                        : "flushed to +0",
               *witness);
}

}  // namespace

void probe_subnormals(Survey& survey) {
  const auto factor = [&](std::string_view name, bool factor_a) {
    survey.attempt({name}, [&](Survey& of) { probe_factor(of, name, factor_a); });
  };
  factor(name::kSubnormalA, true);
  factor(name::kSubnormalB, false);
  survey.attempt({name::kSubnormalC}, probe_c);
  survey.attempt({name::kSubnormalProduct}, probe_subnormal_product);
  survey.attempt({name::kSubnormalSum}, probe_subnormal_sum);
  survey.attempt({name::kSubnormalResult}, probe_result_kept);
}

}  // namespace mmasc::probes
