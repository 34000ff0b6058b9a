// SPDX-License-Identifier: Apache-2.0
// Finds what a sum of many terms at once shows: carries, that nothing is normalized before the last
// term, and that a larger c can give a smaller d.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "mmasc/probes/probes.h"

namespace mmasc::probes {
namespace {

// Every product of the first step 2.25, c 1: a sum far above its largest term, exactly in d.
void probe_carries(Survey& survey) {
  const Bench& bench = survey.bench();
  const auto n = static_cast<int>(survey.fused().size());
  Case row = bench.zeros();
  if (n < 2) return survey.not_observable(name::kCarries, kNoPair);
  bool fits = bench.set(row, kC, {.exponent = 0});
  for (const Place place : survey.fused())
    fits = fits && bench.set(row, place, {.exponent = 0, .a = 3, .b = 3});
  if (!fits) return survey.not_observable(name::kCarries, "c is not 1, or no product is 2.25");
  const auto d = in_units(bench.value(row), -2);
  survey.found(name::kCarries,
               d == 9 * n + 4
                   ? fmt::format("{} bits", std::bit_width(static_cast<unsigned>(9 * n + 4)) - 3)
                   : "lost",
               row);
}

// c just below 1 or 1, and n equal products of the size that is kept beside the one and dropped
// beside the other.
struct Step {
  Case below, at;
};

std::optional<Step> step_with(const Survey& survey, int bits, int result_bits) {
  const Bench& bench = survey.bench();
  const int base = std::clamp(bench.least(survey.fused().front(), true) + bits + 1, 0,
                              std::max(0, bench.c_format().greatest_exponent() - 1));
  Step step{bench.zeros(), bench.zeros()};
  for (const Place place : survey.fused())
    if (!bench.set(step.below, place, {.exponent = base - 1 - bits})) return std::nullopt;
  step.at = step.below;
  if (!bench.set(step.at, kC, {.exponent = base})) return std::nullopt;
  const int dropped = bench.c_format().fraction_bits - result_bits;
  if (dropped < 0) return std::nullopt;
  step.below.c() = step.at.c() - (std::uint64_t{1} << (dropped + bench.c_format().fraction_low()));
  return step;
}

void probe_steps(Survey& survey) {
  const Bench& bench = survey.bench();
  const auto result_bits = survey.integer(name::kResultBits);
  auto bits = survey.integer(name::kProductBits);
  if (!bits) bits = survey.integer(name::kSeenBits);
  const auto none = [&](const std::string& why) {
    survey.not_observable(name::kNormalizes, why);
    survey.not_observable(name::kMonotonic, why);
  };
  if (!result_bits) return none(std::string(kLastBitUnknown));
  if (!bits) return none("no number of bits was found that alignment keeps");
  const auto step = step_with(survey, *bits, *result_bits);
  if (!step) return none("no products are half of the last bit that alignment keeps beside c");
  const Number below = bench.value(step->below), at = bench.value(step->at);
  const int base = bench.read_c(step->at.c()).exponent;
  // 1 - ulp/2 + n * lsb/2, in halves of d's last bit below 1.
  const int n = static_cast<int>(survey.fused().size());
  const int extra = *bits - *result_bits;
  const int gain = extra < 0 || extra > 12 ? 0 : n >> extra;
  if (extra < 0) return none("alignment keeps fewer bits than d");
  if (gain < 3)
    return none("too few products are known to be added at once to reach d's last bits");
  const auto d = in_units(below, base - *result_bits);
  // Where the sum passed 1 early, the rest would be dropped as beside a c of 1.
  const std::int64_t kept = (std::int64_t{1} << *result_bits) + (gain - 1) / 2;
  survey.found(name::kNormalizes, d && *d >= kept ? "no" : "yes", step->below);
  const auto beside_one = in_units(at, base - *result_bits);
  if (d && beside_one && *d > *beside_one)
    survey.found(name::kMonotonic, "no", step->below, step->at);
  else
    survey.not_observable(name::kMonotonic, "no witness found");
}

}  // namespace

void probe_order(Survey& survey) {
  survey.attempt({name::kCarries}, probe_carries);
  survey.attempt({name::kNormalizes, name::kMonotonic}, probe_steps);
}

}  // namespace mmasc::probes
