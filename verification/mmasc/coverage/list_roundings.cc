// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <bit>

#include "mmasc/coverage/plan_lister.h"

namespace mmasc {
namespace {

constexpr std::array kCaseNames{"exact", "below_half", "tie_even", "tie_odd", "above_half"};
constexpr std::array kSignNames{" +", " -"};

bool is_directed(Rounding rounding) { return depends_on(rounding.mode, RoundingBit::negative); }

}  // namespace

CutPoints PlanLister::list_cut(CoverStage stage, const std::string& name, Rounding rounding,
                               int loss, const std::string& never, const std::string& why,
                               bool negative, Goal::Kind kind, int value) {
  CutPoints points;
  const bool directed = is_directed(rounding);
  for (std::size_t sign = 0; sign < 2; ++sign) {
    if (sign == 1 && !directed) {
      points.of_sign[1] = points.of_sign[0];
      break;
    }
    for (std::size_t c = 0; c < CutPoints::kCases; ++c) {
      const int bits = c == CutPoints::exact                                 ? 0
                       : c == CutPoints::tie_even || c == CutPoints::tie_odd ? 1
                                                                             : 2;
      const bool too_many = bits > std::max(0, loss);
      const bool no_sign = sign == 1 && !negative;
      points.of_sign[sign][c] =
          add(stage, fmt::format("{}.{}{}", name, kCaseNames[c], directed ? kSignNames[sign] : ""),
              !never.empty() ? never
              : no_sign      ? "it is never negative"
              : too_many     ? why
                             : "",
              kind, value);
    }
  }
  if (!rounding.is_stochastic()) return points;
  const std::string lossless = !never.empty() ? never : loss <= 0 ? why : "";
  points.goes_up = add(stage, name + ".goes_up", lossless, kind, value);
  points.stays = add(stage, name + ".stays", lossless, kind, value);
  return points;
}

// The greatest magnitude of the last sum, of either sign: of integers, whose terms add up exactly.
Dyadic PlanLister::greatest_sum(bool negative) const {
  Dyadic sum;
  for (const GroupRange& group : ranges_.sums.back().groups) {
    if (!group.term.nonzero || (negative && !group.term.negative)) continue;
    const Dyadic& most = negative ? group.term.greatest_negative : group.term.greatest;
    sum = sum + Dyadic{most.integer * BigInt(group.count), most.exponent};
  }
  return sum;
}

// A sum of integers, which is wrapped or clamped.
RoundPoints PlanLister::list_fitting(const std::string& outcome, const RoundingRule& round) {
  using Kind = Goal::Kind;
  const auto state = [&](const char* what, bool negative, std::uint64_t magnitude, Kind kind) {
    const Dyadic most = greatest_sum(negative);
    const bool reaches = !(most + -Dyadic{BigInt(magnitude), 0}).integer.is_negative();
    return add(CoverStage::normalizer, outcome + "." + what,
               reaches ? ""
                       : fmt::format("the terms add up to at most {}{}", negative ? "-" : "",
                                     most.is_zero() ? "0" : "0x" + most.integer.hex()),
               kind);
  };
  RoundPoints points;
  points.plus_zero = state("plus_zero", false, 0, Kind::cancel);
  points.normal = state("number", false, 1, Kind::any);
  points.greatest = state("greatest", false, round.greatest_significand(), Kind::greatest);
  points.overflow = state("overflow", false, round.greatest_significand() + 1, Kind::greatest);
  if (round.format->is_signed())
    points.least = state("least", true, round.greatest_negative_significand(), Kind::least);
  points.overflow_below =
      state("overflow_below", true, round.greatest_negative_significand() + 1, Kind::least);
  return points;
}

RoundPoints PlanLister::list_rounding(const std::string& name, const std::string& outcome,
                                      const RoundingRule& round, const TermRange& in,
                                      int integer_bits, int lowest_at_greatest, bool overflows) {
  using enum CoverStage;
  using Kind = Goal::Kind;
  if (round.is_integer()) return list_fitting(outcome, round);
  RoundPoints points;
  const auto most = [&](int fraction_bits) {
    return std::max(normal_loss(round, fraction_bits, in, integer_bits),
                    subnormal_loss(round, fraction_bits, in));
  };
  const int loss = most(round.fraction_bits);
  const auto too_few = [](int bits) {
    return bits <= 0 ? std::string("no bit lies below the last one kept")
                     : fmt::format("at most {} bits lie below the last one kept", bits);
  };
  int last_loss = loss;
  const auto [first_fraction, first_rounding] = round.first_cut();
  if (round.rounds_twice()) {
    const int first = most(first_fraction);
    points.first = list_cut(normalizer, name + ".preround", first_rounding, first, "",
                            too_few(first), in.negative, Kind::rounding, first_fraction);
    last_loss = std::min(loss, first_fraction - round.fraction_bits);
  }
  points.last = list_cut(normalizer, name + ".round", round.rounding, last_loss, "",
                         too_few(last_loss), in.negative, Kind::rounding, round.fraction_bits);

  const auto increments = [](Rounding rounding, bool negative) {
    return may_increment(rounding.mode, false) || (negative && may_increment(rounding.mode, true));
  };
  const bool rounds_up = (loss > 0 && increments(round.rounding, in.negative)) ||
                         (loss > 0 && increments(first_rounding, in.negative));
  const std::string never_up = loss > 0 ? "the rounding never moves away from zero" : too_few(loss);
  const int ulp = round.last_place();
  const std::string lowest =
      in.lowest_leading >= round.least_exponent()
          ? fmt::format("nothing but zero lies below 2^{}", round.least_exponent())
          : fmt::format("its lowest bit is 2^{}, or higher",
                        std::max(in.lowest_bit, in.exponent.low - in.fraction));
  const bool above_ulp = in.lowest_leading >= round.least_exponent() ||
                         std::max(in.lowest_bit, in.exponent.low - in.fraction) >= ulp;
  const int of_normal = normal_loss(round, round.fraction_bits, in, integer_bits);
  // Without fraction bits the last bit that to_odd sets is the leading one.
  const bool sets_leading = round.fraction_bits == 0 && round.rounding == Rounding::to_odd;
  const int top = rounds_up || sets_leading ? std::max(in.top, ulp) + 1 : in.top;  // rounded
  const bool has_normal = top > round.least_exponent();
  const bool has_subnormal =
      std::max(in.lowest_bit, in.exponent.low - in.fraction) < round.least_exponent() &&
      in.lowest_leading < round.least_exponent();
  const auto state = [&](const char* what, std::string why, Kind kind, int value = 0) {
    return add(normalizer, outcome + "." + what, std::move(why), kind, value);
  };
  points.carries = state("carries",
                         !rounds_up       ? never_up
                         : of_normal <= 0 ? too_few(of_normal)
                                          : "",
                         Kind::rounding, round.fraction_bits);
  const bool before_the_least = round.flushes_before_the_least();
  const bool few_bits =  // to be just below the least normal
      in.bits <= round.fraction_bits + (before_the_least ? 1 : 0);
  points.becomes_normal = state("becomes_normal",
                                above_ulp  ? lowest
                                : few_bits ? fmt::format("{} bits need no rounding", in.bits)
                                : rounds_up || sets_leading ? ""
                                                            : never_up,
                                Kind::least);
  points.plus_zero = state("plus_zero", "", Kind::cancel);
  const bool flushes = round.flushes();
  const bool keeps_sign =
      round.keeps_underflow_sign() || (round.rounds_twice() && round.keeps_prerounding_sign());
  const auto leaves_nothing = [&](bool negative) {
    return round.rounds_twice() || may_leave_nothing(round.rounding.mode, negative);
  };
  const bool minus_by_underflow = in.negative && keeps_sign && !above_ulp && !before_the_least &&
                                  round.format->has_minus_zero() && leaves_nothing(true);
  const bool minus_by_flush = in.negative && round.flush == Flush::keep_sign && has_subnormal &&
                              round.format->has_minus_zero();
  points.minus_zero = state("minus_zero",
                            !round.format->has_minus_zero() ? "the format has no -0"
                            : (in.minus_zero || minus_by_underflow || minus_by_flush)
                                ? ""
                                : "zeros are +0, and no negative number becomes zero",
                            Kind::minus_zero);
  const char* const are_flushed = "subnormal results are flushed";
  points.underflow = state("underflow",
                           before_the_least           ? are_flushed
                           : above_ulp                ? lowest
                           : in.lowest_leading >= ulp ? "nothing but zero lies below its last place"
                           : leaves_nothing(false) || (in.negative && leaves_nothing(true))
                               ? ""
                               : "the rounding makes a zero of nothing else",
                           Kind::least);
  const std::string not_below = has_subnormal ? "" : lowest;
  if (flushes) points.flushed = state("flushed", not_below, Kind::least);
  points.subnormal = state("subnormal", flushes ? are_flushed : not_below, Kind::least);
  const bool low_enough = in.lowest_bit <= round.least_exponent();
  const std::string too_small = fmt::format("it stays below 2^{}", in.top);
  points.least_normal = state("least_normal",
                              !has_normal  ? too_small
                              : low_enough ? ""
                                           : lowest,
                              Kind::least);
  points.normal = state("normal", has_normal ? "" : too_small, Kind::any);
  const int needed = round.fraction_bits + 1 - std::countr_zero(round.greatest_significand());
  const bool fills =
      in.bits >= needed && lowest_at_greatest <= round.greatest_exponent() - needed + 1;
  const bool is_power = round.greatest_significand() == std::uint64_t{1} << round.fraction_bits;
  // What a sum whose accumulator is narrow reaches, beside the greatest number.
  const Dyadic limit{in.greatest_magnitude().integer,
                     in.greatest_magnitude().exponent + in.exponent.high};
  const int unit = round.greatest_exponent() - round.fraction_bits;
  const auto beyond_most = [&](std::uint64_t significand) {
    return (limit + -Dyadic{BigInt(significand), unit}).integer.is_negative();
  };
  const bool below_greatest = !is_power && beyond_most(round.greatest_significand() - 1);
  points.greatest =
      state("greatest",
            below_greatest || (is_power ? top : in.top) <= round.greatest_exponent() ? too_small
            : fills                                                                  ? ""
                    : "the greatest number has more bits",
            Kind::greatest);
  points.overflow = state("overflow",
                          overflows && !below_greatest ? ""
                          : in.top <= round.greatest_exponent() || below_greatest
                              ? too_small
                              : "beside the greatest number every other term "
                                "is shifted out",
                          Kind::greatest);
  points.infinity = state("infinity", in.infinite ? "" : "no term is infinite", Kind::special);
  points.nan = state("nan", in.nan ? "" : "no term is NaN", Kind::special);
  return points;
}

}  // namespace mmasc
