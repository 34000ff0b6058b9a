// SPDX-License-Identifier: Apache-2.0
// How the sum becomes d: a sum just above a power of two, made of terms that alignment keeps, and
// a small term beside it.
#include <fmt/format.h>

#include <algorithm>

#include "mmasc/probes/probes.h"
#include "mmasc/probes/rows_ahead.h"

namespace mmasc::probes {
namespace {

// 2.25 + 2.25 from two products of exponent 0 with fused carries, or 2.25 from one: alignment
// then keeps more bits below d's last than it does beside a single 1.
class Large {
 public:
  explicit Large(const Survey& survey) : bench_(survey.bench()) {
    const auto& fused = survey.fused();
    places_.assign(fused.begin(), fused.begin() + std::min<std::ptrdiff_t>(2, std::ssize(fused)));
    const int top = std::min(
        {20, bench_.c_format().greatest_exponent(), bench_.d_format().greatest_exponent() - 4});
    // The factors are 1.5: not every format has that at its greatest exponent.
    for (exponent_ = std::min(top, bench_.greatest(places_.front())); exponent_ > -20; --exponent_)
      if (row()) break;
  }

  std::optional<Case> row(bool negative = false) const {
    Case row = bench_.zeros();
    for (const Place place : places_)
      if (!bench_.set(row, place, {exponent_, negative, 3, 3})) return std::nullopt;
    return row;
  }
  int leading() const { return exponent_ + (places_.size() == 2 ? 2 : 1); }
  // In units of 2^unit.
  std::int64_t in_units(int unit) const { return std::int64_t{9} << (leading() - 3 - unit); }
  // Whether c = 2^unit is lost although another product takes the large one away again: then it was
  // not the last rounding that lost it. Told of one large product.
  bool cuts(int unit) const {
    for (const Place other : bench_.products()) {
      auto cancelled = row();
      if (other == places_.front() || !cancelled ||
          !bench_.set(*cancelled, other, {exponent_, true, 3, 3}) ||
          !bench_.set(*cancelled, kC, {.exponent = unit}))
        continue;
      if (probes::in_units(bench_.value(*cancelled), unit) != 1) return true;
    }
    return false;
  }
  std::optional<Place> another(const Survey& survey) const {
    if (survey.fused().size() <= places_.size()) return std::nullopt;
    return survey.fused()[places_.size()];
  }

 private:
  const Bench& bench_;
  std::vector<Place> places_;
  int exponent_ = 0;
};

std::optional<int> probe_bits(Survey& survey, const Large& large) {
  const Bench& bench = survey.bench();
  std::optional<Case> kept;
  std::string why = "d keeps every c that is tried";
  for (int n = 3; n < kWideEnough - 4; ++n) {
    auto row = large.row();
    const int unit = large.leading() - n;
    if (!row) {
      why = "no product is 2.25 times a power of two that d holds";
      break;
    }
    if (!bench.set(*row, kC, {.exponent = unit})) {
      why = "no c is as small as d's last bit";
      break;
    }
    if (in_units(bench.value(*row), unit) != large.in_units(unit) + 1) {
      if (!kept) {
        why = "d is not the sum of c and products eight times as large";
        break;
      }
      if (survey.tree.leaf() && survey.fused().size() < 2 && large.cuts(unit)) {
        why = "c loses its low bits before d rounds";
        break;
      }
      survey.found(name::kResultBits, fmt::format("{}", n - 1), *kept);
      return n - 1;
    }
    kept = row;
  }
  survey.not_observable(name::kResultBits, why);
  return std::nullopt;
}

void probe_rounding(Survey& survey, std::string_view name, const Large& large, Place place,
                    int bits) {
  const Bench& bench = survey.bench();
  const int unit = large.leading() - bits;  // d's last bit
  std::vector<int> quarters;
  std::vector<std::int64_t> results;
  Case witness;
  for (const bool negative : {false, true})
    for (const auto& [quarter, offset, significand] :
         {std::tuple{2, -1, 1}, std::tuple{3, -1, 3}, std::tuple{6, 0, 3}, std::tuple{1, -2, 1}}) {
      auto row = large.row(negative);
      if (!row || !bench.set(*row, place, {unit + offset, negative, significand, 1}))
        return survey.not_observable(name, "no terms are as many quarters of d's last bit");
      if (bench.draws(*row)) return survey.found(name, kStochastic, *row);
      const auto result = in_units(bench.value(*row), unit);
      if (!result) return survey.found(name, "irregular", *row);
      quarters.push_back(negative ? -quarter : quarter);
      results.push_back(*result - (negative ? -1 : 1) * large.in_units(unit));
      if (quarter == 2 && !negative) witness = *row;
    }
  const std::string rounding = rounding_that_gives(quarters, results);
  survey.found(name, rounding.empty() ? no_single_rounding(results) : rounding, witness);
}

// c a power of two; a product on the edge where d changes, and another that falls until d no
// longer tells whether it is there: how far the final rounding sees.
void probe_seen_bits(Survey& survey, int bits) {
  const Bench& bench = survey.bench();
  if (survey.fused().size() < 2) return survey.not_observable(name::kSeenBits, kNoPair);
  const Place edge = survey.fused()[0], small = survey.fused()[1];
  const int top = std::min({60, bench.c_format().greatest_exponent(),
                            bench.d_format().greatest_exponent() - 1, bench.greatest(edge) + bits});
  int seen = 0;
  bool lost = false;
  std::optional<Case> witness;
  for (const bool half : {false, true})
    for (const bool negative : {false, true}) {
      const int edge_exponent = top - bits - (half ? 1 : 0);
      Case with_edge = bench.zeros();
      if (!bench.set(with_edge, kC, {.exponent = top}) ||
          !bench.set(with_edge, edge, {.exponent = edge_exponent}))
        continue;
      const std::uint64_t without = bench.run(with_edge);
      RowsAhead rows(bench, [&](int i) {
        std::optional<Case> row = with_edge;
        if (!bench.set(*row, small, {.exponent = top - bits - 1 - i, .negative = negative}))
          row.reset();
        return row;
      });
      for (int n = bits + 1;; ++n) {
        const Case* const row = rows.at(n - bits - 1);
        if (!row) break;
        if (row->d() == without) {
          lost = lost || n - 1 >= seen;
          break;
        }
        if (n <= seen) continue;
        seen = n;
        lost = false;
        witness = *row;
      }
    }
  if (!witness)
    return survey.not_observable(name::kSeenBits,
                                 "no product that is tried below d's last bit changes d");
  if (!lost && seen < kWideEnough)
    return survey.not_observable(name::kSeenBits,
                                 fmt::format("no product lies more than {} bits below", seen));
  survey.found(name::kSeenBits, lost ? fmt::format("{}", seen) : "all", *witness);
}

}  // namespace

void probe_result(Survey& survey) {
  std::optional<Large> large;
  std::optional<int> bits;
  survey.attempt({name::kResultBits}, [&](Survey&) {
    large.emplace(survey);
    bits = probe_bits(survey, *large);
  });
  const auto attempt = [&](std::string_view name, const std::function<void()>& probe) {
    survey.attempt({name}, [&](Survey&) {
      (void)survey.integer(name::kResultBits);  // not answered: nor is this
      if (!bits) return survey.not_observable(name, kLastBitUnknown);
      probe();
    });
  };
  attempt(name::kResultRounding, [&] {
    if (const auto place = large->another(survey))
      probe_rounding(survey, name::kResultRounding, *large, *place, *bits);
    else
      survey.not_observable(name::kResultRounding,
                            "no further product is known to be added at once with the large ones");
  });
  attempt(name::kResultRoundingC,
          [&] { probe_rounding(survey, name::kResultRoundingC, *large, kC, *bits); });
  attempt(name::kSeenBits, [&] { probe_seen_bits(survey, *bits); });
}

}  // namespace mmasc::probes
