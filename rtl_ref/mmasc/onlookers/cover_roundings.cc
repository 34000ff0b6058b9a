// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mmasc/onlookers/cover_events.h"
#include "mmasc/rtl/descriptor.h"

namespace mmasc {

void CoverEvents::round(const std::string& name, const RoundPlan& plan, const RoundPoints& points,
                        int stage, int term, int first_random) {
  if (plan.is_integer()) return fit(plan, points, stage);
  const std::string when = wire(name + "_moves", 1, unit_.moves(stage));
  int random_bits = 0;
  for (int i = 0; i < plan.random_count(); ++i) random_bits += plan_.random_bits[first_random + i];
  const auto part = [&](const char* what) { return unit_.part(stage, {term}, what); };
  const std::string round = "ROUND_OF_" + name;
  text_ += describe_rounding(plan, plan_.absent_exponent).declaration(round);
  std::vector<Output> outputs;
  for (const char* what :
       {"nan", "infinity", "overflow", "plus_zero", "minus_zero", "flushed", "underflow",
        "subnormal", "normal", "least_normal", "greatest", "carries", "becomes_normal",
        "first_goes_up", "first_stays", "last_goes_up", "last_stays"})
    outputs.push_back({what, 1});
  for (const char* what : {"first_cut", "last_cut"}) outputs.push_back({what, CutPoints::kCases});
  const Slice significand = unit_.slice(stage, fmt::format("term_{}.significand", term));
  instance("mmasc_observe_round", name,
           {{"ROUND", round},
            {"EXPONENT_BITS", std::to_string(plan_.exponent_bits)},
            {"BITS", std::to_string(significand.width)},
            {"RANDOM_BITS", std::to_string(random_bits)}},
           {{"significand", part("significand")},
            {"exponent", part("exponent")},
            {"negative", part("negative")},
            {"nan", part("nan")},
            {"infinite", part("infinite")},
            {"random", unit_.random(stage, first_random, plan.random_count())}},
           outputs);
  const auto of = [&](const char* what) { return fmt::format("{} && {}_{}", when, name, what); };
  meet(points.nan, of("nan"));
  meet(points.infinity, of("infinity"));
  meet(points.overflow, of("overflow"));
  meet(points.plus_zero, of("plus_zero"));
  meet(points.minus_zero, of("minus_zero"));
  meet(points.flushed, of("flushed"));
  meet(points.underflow, of("underflow"));
  meet(points.subnormal, of("subnormal"));
  meet(points.normal, of("normal"));
  meet(points.least_normal, of("least_normal"));
  meet(points.greatest, of("greatest"));
  meet(points.carries, of("carries"));
  meet(points.becomes_normal, of("becomes_normal"));
  const std::string negative = part("negative");
  const auto cuts = [&](const CutPoints& own, const char* which) {
    for (std::size_t c = 0; c < CutPoints::kCases; ++c) {
      const std::string bit = fmt::format("{} && {}_{}_cut[{}]", when, name, which, c);
      if (own.of_sign[0][c] == own.of_sign[1][c]) {
        meet(own.of_sign[0][c], bit);
        continue;
      }
      meet(own.of_sign[0][c], fmt::format("{} && !{}", bit, negative));
      meet(own.of_sign[1][c], fmt::format("{} && {}", bit, negative));
    }
    meet(own.goes_up, fmt::format("{} && {}_{}_goes_up", when, name, which));
    meet(own.stays, fmt::format("{} && {}_{}_stays", when, name, which));
  };
  if (plan.rounds_twice()) cuts(points.first, "first");
  cuts(points.last, "last");
}

// An integer sum fits, or is wrapped or clamped.
void CoverEvents::fit(const RoundPlan& plan, const RoundPoints& points, int stage) {
  const std::string when = unit_.moves(stage);
  const Slice significand = unit_.slice(stage, "term_0.significand");
  // Beside the limits' bits, and one more for the number itself.
  const int bits = std::max(significand.width, 65);
  const std::string x =
      wire("o_fit_magnitude", bits,
           bits == significand.width
               ? unit_.join({significand})
               : fmt::format("{{{}'d0, {}}}", bits - significand.width, unit_.join({significand})));
  const std::string negative = unit_.field(stage, "term_0.negative");
  const auto limit = [&](std::uint64_t value) { return fmt::format("{}'h{:x}", bits, value); };
  const std::string most = limit(plan.greatest_significand),
                    least = limit(plan.greatest_negative_significand);
  meet(points.overflow, fmt::format("{} && !{} && {} > {}", when, negative, x, most));
  meet(points.overflow_below,
       fmt::format("{} && {} && {} != 0 && {} > {}", when, negative, x, x, least));
  const std::string fits =
      wire("o_fit_fits", 1, fmt::format("{} <= ({} ? {} : {})", x, negative, least, most));
  meet(points.plus_zero, fmt::format("{} && {} == 0", when, x));
  meet(points.normal, fmt::format("{} && {} && {} != 0", when, fits, x));
  meet(points.greatest, fmt::format("{} && !{} && {} == {}", when, negative, x, most));
  meet(points.least, fmt::format("{} && {} && {} == {}", when, negative, x, least));
}

}  // namespace mmasc
