// SPDX-License-Identifier: Apache-2.0
// Alignment: X - X + eps, X at a power of two; eps falls until d loses it, place by place.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "mmasc/probes/probes.h"
#include "mmasc/probes/rows_ahead.h"

namespace mmasc::probes {
namespace {

struct Triple {
  Place plus, minus, small;
  int exponent;  // of the two large ones
};

std::optional<Case> row_of(const Bench& bench, const Triple& triple, const Power& small) {
  Case row = bench.zeros();
  if (bench.set(row, triple.plus, {.exponent = triple.exponent}) &&
      bench.set(row, triple.minus, {.exponent = triple.exponent, .negative = true}) &&
      bench.set(row, triple.small, small))
    return row;
  return std::nullopt;
}

int large_exponent(const Bench& bench, Place plus, Place minus) {
  return std::min(
      {60, bench.greatest(plus), bench.greatest(minus), bench.d_format().greatest_exponent() - 1});
}

// Three places that are added at once, `small` among them; c's partners may sit one sum deeper.
std::optional<Triple> triple_for(const Survey& survey, const Tree& sum, Place small) {
  const Bench& bench = survey.bench();
  std::vector<Place> others;
  for (const Tree& child : sum.children)
    if (child.leaf() && child.place != small) others.push_back(child.place);
  if (others.size() < 2 && small == kC) others = survey.fused();
  if (others.size() < 2) return std::nullopt;
  return Triple{others[0], others[1], small, large_exponent(bench, others[0], others[1])};
}

void collect(const Survey& survey, const Tree& sum, std::vector<Triple>& triples) {
  for (const Tree& child : sum.children) {
    if (!child.leaf()) collect(survey, child, triples);
    if (!child.leaf()) continue;
    if (const auto triple = triple_for(survey, sum, child.place)) triples.push_back(*triple);
  }
}

std::vector<Triple> triples_of(const Survey& survey) {
  std::vector<Triple> triples;
  Tree tree = survey.tree;
  if (tree.leaf()) {  // not observable: the products that rounded together, with c
    for (const Place place : survey.fused()) tree.children.push_back({.place = place});
    tree.children.push_back({.place = kC});
  }
  collect(survey, tree, triples);
  return triples;
}

struct Kept {
  int exponent = 0;  // of the large ones
  int bits = 0;
  bool lost = false;  // one bit further down it is
  Case row;           // the last that was kept
};

// The row with the small term `bits` below the large ones, where d is that term.
std::optional<Case> kept_row(const Bench& bench, const Triple& triple, int bits) {
  const int exponent = triple.exponent - bits;
  auto row = row_of(bench, triple, {.exponent = exponent});
  if (row && in_units(bench.value(*row), exponent) != 1) row.reset();
  return row;
}

// Otherwise it is flushed, and alignment is not to blame.
bool seen_alone(const Bench& bench, const Triple& triple, int bits) {
  const int exponent = triple.exponent - bits;
  Case row = bench.zeros();
  return bench.set(row, triple.small, {.exponent = exponent}) &&
         in_units(bench.value(row), exponent) == 1;
}

Kept kept_bits(const Bench& bench, const Triple& triple) {
  const Format& d = bench.d_format();
  const bool wide = triple.exponent - d.least_exponent() >= kWideEnough;
  const int bottom = wide ? d.least_exponent() : smallest_exponent(d);
  Kept kept{.exponent = triple.exponent, .row = bench.zeros()};
  RowsAhead rows(bench, [&](int n) { return row_of(bench, triple, {triple.exponent - n}); });
  for (int n = 0; triple.exponent - n >= bottom; ++n) {
    const Case* const row = rows.at(n);
    if (!row || in_units(bench.read(row->d()), triple.exponent - n) != 1) {
      kept.lost = seen_alone(bench, triple, n);
      break;
    }
    kept.bits = n;
    kept.row = *row;
  }
  return kept;
}

// The same of another triple, by the last bit kept and the next alone.
bool keeps_as_much(const Bench& bench, const Triple& triple, const Kept& kept) {
  if (triple.exponent != kept.exponent || !kept_row(bench, triple, kept.bits)) return false;
  return !kept.lost ||
         (!kept_row(bench, triple, kept.bits + 1) && seen_alone(bench, triple, kept.bits + 1));
}

// Halves, three quarters, ... of the last bit kept, of both signs: which rounding?
void probe_rounding(Survey& survey, std::string_view name, const Triple& triple, int bits) {
  const Bench& bench = survey.bench();
  const int last = triple.exponent - bits;
  const bool is_c = triple.small == kC;
  std::vector<int> quarters;
  std::vector<std::int64_t> results;
  Case witness;
  for (const bool negative : {false, true})
    for (const auto& [quarter, power] :
         {std::pair{2, Power{.exponent = last - 1}},
          std::pair{3, Power{.exponent = last - 1, .a = 3}},
          std::pair{6, Power{.exponent = last, .a = 3}},
          std::pair{9, is_c ? Power{.exponent = last + 1, .a = 9}
                            : Power{.exponent = last, .a = 3, .b = 3}}}) {
      Power signed_power = power;
      signed_power.negative = negative;
      const auto row = row_of(bench, triple, signed_power);
      if (!row)
        return survey.not_observable(name, "no terms are as many quarters of the last bit kept");
      if (bench.draws(*row)) return survey.found(name, kStochastic, *row);
      const auto result = in_units(bench.value(*row), last);
      if (!result) return survey.found(name, "irregular", *row);
      quarters.push_back(negative ? -quarter : quarter);
      results.push_back(*result);
      witness = *row;
    }
  const std::string rounding = rounding_that_gives(quarters, results);
  survey.found(name, rounding.empty() ? no_single_rounding(results) : rounding, witness);
}

// A rounding away from zero on one side leaves a trace of the smallest term; where it leaves none,
// the term was taken for zero.
void probe_vanishing(Survey& survey, std::string_view name, const Triple& triple, int bits) {
  const Bench& bench = survey.bench();
  for (const bool negative : {true, false}) {
    const auto trace = [&](int n) {
      const auto row =
          row_of(bench, triple, {.exponent = triple.exponent - n, .negative = negative});
      return std::pair(row, row && !bench.value(*row).zero());
    };
    if (!trace(bits + 1).first) return survey.not_observable(name, "no smaller term");
    if (!trace(bits + 1).second) continue;
    int n = bits + 1;
    while (n < bits + 20 && trace(n + 1).second) ++n;
    const auto last = trace(n).first;
    if (!trace(n + 1).first && n < bits + 20) return survey.not_observable(name, "no smaller term");
    return survey.found(name, n == bits + 20 ? "never" : fmt::format("{}", n), *last);
  }
  survey.not_observable(name, "what is dropped leaves no trace on either side");
}

struct Names {
  std::string_view bits, rounding, vanishes;
  std::string_view terms;  // that have to meet in one sum
};

void probe_places(Survey& survey, const Names& names, const std::vector<Triple>& triples) {
  if (triples.empty()) {
    for (const auto name : {names.bits, names.rounding, names.vanishes})
      survey.not_observable(name, fmt::format("no sum is known to take {}", names.terms));
    return;
  }
  std::map<std::string, std::vector<const Triple*>> by_value;
  std::map<std::string, Kept> shown;
  for (const Triple& triple : triples) {
    const auto same = std::ranges::find_if(
        shown, [&](const auto& one) { return keeps_as_much(survey.bench(), triple, one.second); });
    if (same != shown.end()) {
      by_value[same->first].push_back(&triple);
      continue;
    }
    const Kept kept = kept_bits(survey.bench(), triple);
    const std::string value = kept.lost                  ? fmt::format("{}", kept.bits)
                              : kept.bits >= kWideEnough ? "exact"
                                                         : fmt::format("at least {}", kept.bits);
    by_value[value].push_back(&triple);
    shown.emplace(value, kept);
  }
  std::string value;
  for (const auto& [bits, where] : by_value) {
    value += (value.empty() ? "" : ", ") + bits;
    if (by_value.size() > 1) value += fmt::format(" (at {})", where.front()->small);
  }
  const auto& [first_value, kept] = *shown.begin();
  if (by_value.size() == 1 && value.starts_with("at least")) {
    const std::string why = fmt::format(
        "no term more than {} bits below the large ones shows in d, even alone", kept.bits);
    survey.not_observable(names.bits, why);
    survey.not_observable(names.rounding, why);
    return survey.not_observable(names.vanishes, why);
  }
  survey.found(names.bits, value, kept.row);
  if (!kept.lost) {
    survey.not_observable(names.rounding, "nothing is seen to be lost");
    return survey.not_observable(names.vanishes, "nothing is seen to be lost");
  }
  const Triple& triple = *by_value.begin()->second.front();
  probe_rounding(survey, names.rounding, triple, kept.bits);
  const std::string& rounding = survey.find(names.rounding)->value;
  if (rounding.starts_with("nearest"))  // its ties leave a trace, and nothing below them does
    survey.not_observable(names.vanishes, "what is dropped leaves no trace");
  else
    probe_vanishing(survey, names.vanishes, triple, kept.bits);
}

// 2.25 - 2.25 + the last bit kept beside 1: it is kept where a product's exponent is the sum of its
// factors', and dropped where the product is normalized first.
void probe_product_exponent(Survey& survey, const std::vector<Triple>& triples) {
  const Bench& bench = survey.bench();
  const auto bits = survey.integer(name::kProductBits);
  if (!bits)
    return survey.not_observable(name::kProductExponent,
                                 "no number of fraction bits of products was found");
  const Triple& triple = triples.front();
  Case row = bench.zeros();
  if (triple.minus == kC || !bench.set(row, triple.plus, {triple.exponent, false, 3, 3}) ||
      !bench.set(row, triple.minus, {triple.exponent, true, 3, 3}) ||
      !bench.set(row, triple.small, {.exponent = triple.exponent - *bits}))
    return survey.not_observable(name::kProductExponent,
                                 "no sum is known to take a small product beside two of 1.5 * 1.5");
  survey.found(name::kProductExponent,
               in_units(bench.value(row), triple.exponent - *bits) == 1 ? "0" : "1", row);
}

}  // namespace

void probe_alignment(Survey& survey) {
  const auto triples = [&](bool of_c) {
    std::vector<Triple> some = triples_of(survey);
    std::erase_if(some, [&](const Triple& triple) { return (triple.small == kC) != of_c; });
    return some;
  };
  const auto places = [&](const Names& names, bool of_c) {
    survey.attempt({names.bits, names.rounding, names.vanishes},
                   [&](Survey&) { probe_places(survey, names, triples(of_c)); });
  };
  places({name::kProductBits, name::kProductRounding, name::kProductVanishes,
          "a product and two other terms"},
         false);
  survey.attempt({name::kProductExponent},
                 [&](Survey&) { probe_product_exponent(survey, triples(false)); });
  places({name::kCBits, name::kCRounding, name::kCVanishes, "c and two products"}, true);
}

}  // namespace mmasc::probes
