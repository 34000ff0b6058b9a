// SPDX-License-Identifier: Apache-2.0
// Infinities and NaN, and the bits of the NaN that d is.
#include <fmt/format.h>

#include <set>

#include "mmasc/probes/probes.h"
#include "mmasc/unit/hex.h"
#include "mmasc/vectors/answers.h"

namespace mmasc::probes {
namespace {

std::string special_text(const Number& d) {
  const std::string sign = d.negative ? "-" : "+";
  return d.nan ? "nan" : d.infinite ? sign + "inf" : d.zero() ? sign + "0" : "a number";
}

// +-Inf, as it stands, times 1 or 0, the infinity in whichever of a and b has one.
bool set_infinity(const Bench& bench, Case& row, Place place, bool negative, bool by_zero = false) {
  const OperandLayout& formats = bench.formats();
  const bool in_a = formats.format[Operand::a]->has_infinity();
  if (!in_a && !formats.format[Operand::b]->has_infinity()) return false;
  const Format& with = in_a ? *formats.format[Operand::a] : *formats.format[Operand::b];
  const Format& without = in_a ? *formats.format[Operand::b] : *formats.format[Operand::a];
  (in_a ? row[Operand::a] : row[Operand::b])[at(place)] = infinity_bits(with, negative);
  (in_a ? row[Operand::b] : row[Operand::a])[at(place)] = by_zero ? 0 : near_one(without);
  return true;
}

std::string no_infinity(const Bench& bench) {
  return fmt::format("neither {} nor {} has an infinity", bench.formats().format[Operand::a]->name,
                     bench.formats().format[Operand::b]->name);
}

void probe_infinities(Survey& survey) {
  const Bench& bench = survey.bench();
  const Place first = survey.fused().front();
  Case row = bench.zeros();
  if (!set_infinity(bench, row, first, false)) {
    const std::string none = no_infinity(bench);
    survey.not_observable(name::kInfinity, none);
    survey.not_observable(name::kZeroTimesInfinity, none);
  } else {
    Case minus = bench.zeros();
    (void)set_infinity(bench, minus, first, true);
    survey.found(name::kInfinity,
                 special_text(bench.value(row)) + " and " + special_text(bench.value(minus)), row);
    (void)set_infinity(bench, row, first, false, true);
    survey.found(name::kZeroTimesInfinity, special_text(bench.value(row)), row);
  }
}

void probe_infinite_c(Survey& survey) {
  const Bench& bench = survey.bench();
  Case c = bench.zeros();
  if (!bench.c_format().has_infinity()) {
    const std::string why = fmt::format("{} has no infinity", bench.c_format().name);
    survey.not_observable(name::kInfiniteC, why);
    return survey.not_observable(name::kInfinityMinusInfinity, why);
  }
  c.c() = infinity_bits(bench.c_format(), true);
  survey.found(name::kInfiniteC, special_text(bench.value(c)), c);
  const Place first = survey.fused().front();
  c.c() = infinity_bits(bench.c_format(), !bench.negates(kC));
  if (!set_infinity(bench, c, first, bench.negates(first)))
    return survey.not_observable(name::kInfinityMinusInfinity, no_infinity(bench));
  survey.found(name::kInfinityMinusInfinity, special_text(bench.value(c)), c);
}

// One NaN of each payload in each operand that has any.
std::vector<Case> nan_cases(const Bench& bench) {
  const OperandLayout& formats = bench.formats();
  std::vector<Case> rows;
  const auto add = [&](const Format& format, auto place) {
    if (!format.has_nan()) return;
    for (const std::uint64_t bits :
         {format.default_nan(),
          format.specials == Specials::ieee
              ? format.default_nan() | (std::uint64_t{1} << format.fraction_low())
              : format.default_nan()}) {
      Case row = bench.zeros();
      place(row) = bits;
      rows.push_back(row);
    }
  };
  add(
      *formats.format[Operand::a], [](Case & row) -> auto& { return row[Operand::a][0]; });
  add(
      *formats.format[Operand::b], [](Case & row) -> auto& { return row[Operand::b].back(); });
  add(
      *formats.format[Operand::c], [](Case & row) -> auto& { return row.c(); });
  for (const Operand scale : kScales)
    if (formats.has(scale))
      add(
          *formats.format[scale], [scale](Case & row) -> auto& { return row[scale].back(); });
  return rows;
}

void probe_nan(Survey& survey) {
  const Bench& bench = survey.bench();
  const auto rows = nan_cases(bench);
  if (rows.empty()) {
    survey.not_observable(name::kNanOperands, "no operand's format has a NaN");
    return survey.not_observable(name::kNanBits, "no operand's format has a NaN");
  }
  std::set<std::uint64_t> seen;
  for (const Case& row : rows) {
    const std::uint64_t d = bench.run(row);
    if (!bench.read(d).nan) return survey.found(name::kNanOperands, "not always nan", row);
    seen.insert(d);
  }
  survey.found(name::kNanOperands, "nan", rows.front());
  if (!bench.knows_nans()) throw Unanswered("of NaN it is known only that d is one");
  std::string bits;
  for (const std::uint64_t d : seen)
    bits += (bits.empty() ? "" : " or ") + to_hex(d, bench.d_format());
  survey.found(name::kNanBits, bits, rows.back());
}

}  // namespace

void probe_specials(Survey& survey) {
  survey.attempt({name::kInfinity, name::kZeroTimesInfinity}, probe_infinities);
  survey.attempt({name::kInfiniteC, name::kInfinityMinusInfinity}, probe_infinite_c);
  survey.attempt({name::kNanOperands, name::kNanBits}, probe_nan);
}

}  // namespace mmasc::probes
