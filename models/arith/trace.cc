// SPDX-License-Identifier: Apache-2.0
#include "arith/trace.h"

#include <algorithm>
#include <utility>

#include "arith/convert.h"
#include "arith/reference.h"
#include "arith/term_names.h"
#include "arith/wide_numbers.h"

namespace mmasc {
namespace {

bool increments(Rounding rounding, const BigInt& lost, int distance, bool odd, bool negative) {
  if (lost == 0) return false;
  const BigInt half = BigInt(1) << static_cast<unsigned>(distance - 1);
  switch (rounding) {
    case Rounding::nearest_even:
      return lost > half || (lost == half && odd);
    case Rounding::nearest_away:
      return lost >= half;
    case Rounding::toward_zero:
      return false;
    case Rounding::down:
      return negative;
    case Rounding::up:
      return !negative;
    case Rounding::away:
      return true;
    case Rounding::to_odd:
      return !odd;
  }
  return false;
}

Dyadic with_sign(bool negative, const Dyadic& x) { return negative ? -x : x; }

Dyadic greatest_number(const RoundPlan& plan) {
  return {plan.greatest_significand, plan.greatest_exponent - plan.fraction_bits};
}

bool exceeds(const BigInt& kept, int unit, const RoundPlan& plan) {
  return (Dyadic{kept, unit} + -greatest_number(plan)).integer > 0;
}

// Whether a term is the infinity that the plan makes: NaN where its format has none.
bool is_infinity(const TracedTerm& term, bool negative, const RoundPlan& plan) {
  return plan.has_infinity ? term.infinite && !term.nan && term.negative == negative : term.nan;
}

TracedRounding::Outcome outcome_of(const TracedRounding& rounding, const RoundPlan& plan) {
  if (!rounding.in.finite()) return TracedRounding::Outcome::special;
  const TracedShift& last = rounding.shifts.back();
  if (exceeds(last.kept, last.unit + last.distance, plan))
    return TracedRounding::Outcome::overflowed;
  const bool subnormal = last.kept < (BigInt(1) << static_cast<unsigned>(plan.fraction_bits));
  if (plan.flush != Flush::none && subnormal && last.kept != 0)
    return TracedRounding::Outcome::flushed;
  return TracedRounding::Outcome::number;
}

// The rounding of `in` as docs/datapath.md defines it; `out` is what the normalizer made of it.
TracedRounding traced_rounding(const RoundPlan& plan, TracedTerm in, TracedTerm out) {
  TracedRounding rounding;
  rounding.plan = &plan;
  const int unit = in.exponent - in.fraction_bits;
  const int leading =
      in.significand == 0 ? plan.least_exponent : unit + static_cast<int>(msb(in.significand));
  rounding.leading_exponent = leading;
  rounding.below_least = leading < plan.least_exponent;
  const int normal = std::max(leading, plan.least_exponent);

  Dyadic magnitude{in.significand, unit};
  const auto round_to = [&](int fraction_bits, Rounding mode) {
    const int distance = normal - fraction_bits - magnitude.exponent;
    rounding.shifts.push_back(shift_and_round(magnitude, in.negative, distance, mode));
    magnitude = {rounding.shifts.back().kept, normal - fraction_bits};
  };
  if (plan.prerounding_fraction_bits > 0)
    round_to(plan.prerounding_fraction_bits, plan.prerounding);
  round_to(plan.fraction_bits, plan.rounding);

  rounding.in = std::move(in);
  rounding.out = std::move(out);
  rounding.outcome = outcome_of(rounding, plan);
  return rounding;
}

// One fused step, by the stage functions on the plan's own integers.
template <NumberSystem N>
class StepTracer {
 public:
  StepTracer(const Plan& plan, const Operands& in) : plan_(plan), names_(term_names(plan)) {
    step_.plan = &plan;
    step_.in = in;
  }

  TracedStep run() && {
    multiply_operands();
    for (int level = 0; level < plan_.levels.size(); ++level) sum_level(level);
    const auto rounded = mmasc::round<N>(plan_.result, terms_[0], plan_.exponent_bits);
    step_.result = traced_rounding(plan_.result, take(names_.back()[0], terms_[0], fractions_[0]),
                                   take("d", rounded, plan_.result.fraction_bits));
    step_.d = normalize_result<N>(plan_, terms_).d;
    return std::move(step_);
  }

 private:
  static TracedTerm take(const std::string& name, const Term<N>& term, int fraction_bits) {
    return {name,
            BigInt(term.significand),
            fraction_bits,
            static_cast<int>(term.exponent),
            term.negative != 0,
            term.zero != 0,
            term.nan != 0,
            term.infinite != 0};
  }

  TracedTerm input(const TermNames& names, int slot) const {
    return take(names[static_cast<std::size_t>(slot)], terms_[slot],
                fractions_[static_cast<std::size_t>(slot)]);
  }

  void multiply_operands() {
    const MultiplierPlan& m = plan_.multiplier;
    const TermNames& names = names_.front();
    terms_ = multiply<N>(plan_, step_.in);
    fractions_.assign(static_cast<std::size_t>(m.lanes), m.product.fraction_bits);
    fractions_.push_back(m.c_term.fraction_bits);
    for (int k = 0; k < m.lanes; ++k) step_.products.push_back(input(names, k));
    step_.c = input(names, m.lanes);
    if (!m.rounds) return;

    terms_ = normalize_products<N>(plan_, terms_);
    for (int k = 0; k < m.lanes; ++k) {
      const auto slot = static_cast<std::size_t>(k);
      fractions_[slot] = m.round.fraction_bits;
      step_.product_roundings.push_back(
          traced_rounding(m.round, step_.products[slot], input(names, k)));
    }
  }

  void sum_level(int index) {
    const LevelPlan& level = plan_.levels[index];
    const TermNames& names = names_[static_cast<std::size_t>(index)];
    const TermNames& outputs = names_[static_cast<std::size_t>(index) + 1];
    TracedLevel traced;
    const Addends<N> addends = align<N>(plan_, level, terms_);
    for (int s = 0; s < level.sum_count; ++s)
      traced.sums.push_back(align_sum(plan_.sums[level.first_sum + s], s, names, addends));

    terms_ = add<N>(plan_, level, 0, addends);
    std::vector<int> fractions;
    for (int s = 0; s < level.sum_count; ++s)
      fractions.push_back(plan_.sums[level.first_sum + s].fraction_bits);
    for (int slot : level.passing) fractions.push_back(fractions_[static_cast<std::size_t>(slot)]);
    fractions_ = std::move(fractions);
    for (int s = 0; s < level.sum_count; ++s)
      traced.sums[static_cast<std::size_t>(s)].sum = input(outputs, s);

    if (level.rounds) terms_ = normalize_sums<N>(plan_, level, terms_);
    for (int s = 0; s < level.sum_count; ++s) {
      const SumPlan& sum = plan_.sums[level.first_sum + s];
      if (!sum.rounds) continue;
      fractions_[static_cast<std::size_t>(s)] = sum.round.fraction_bits;
      traced.roundings.push_back(traced_rounding(
          sum.round, traced.sums[static_cast<std::size_t>(s)].sum, input(outputs, s)));
    }
    step_.levels.push_back(std::move(traced));
  }

  TracedSum align_sum(const SumPlan& sum, int index, const TermNames& names,
                      const Addends<N>& aligned) const {
    TracedSum traced;
    traced.name = sum_name(plan_, sum);
    traced.e_max = static_cast<int>(aligned.sum[index].exponent);
    traced.fraction_bits = sum.fraction_bits;
    int addend = sum.first_addend;
    for (int g = 0; g < sum.group_count; ++g) {
      const AddendGroup& group = plan_.groups[sum.first_group + g];
      for (int i = 0; i < group.count; ++i, ++addend) {
        const int unit = traced.e_max - sum.fraction_bits;
        traced.addends.push_back(
            align_term(group, input(names, group.first_slot + i * group.stride), traced.e_max));
        traced.addends.back().addend = {BigInt(aligned.addend[addend]), unit};
      }
    }
    return traced;
  }

  // What the row says becomes of a term; nothing here looks at the aligner's addend.
  TracedAddend align_term(const AddendGroup& group, TracedTerm term, int e_max) const {
    TracedAddend addend;
    addend.exponent = term.zero && !group.own_zero_exponent() ? group.zero_exponent : term.exponent;
    addend.takes_part = addend.exponent > plan_.absent_exponent;
    const int distance = e_max - addend.exponent;
    addend.vanished = group.vanishes_below != kNoLimit && distance > group.vanishes_below;
    const int unit = addend.exponent - term.fraction_bits;
    addend.shift = shift_and_round({term.significand, unit}, term.negative,
                                   e_max - group.fraction_bits - unit, group.shift_out);
    addend.term = std::move(term);
    return addend;
  }

  const Plan& plan_;
  std::vector<TermNames> names_;
  Terms<N> terms_;
  std::vector<int> fractions_;  // fraction bits of each term
  TracedStep step_;
};

TracedStep trace_step(const Plan& plan, const Operands& in) {
  return with_numbers(plan, [&]<class N>(N) { return StepTracer<N>(plan, in).run(); });
}

}  // namespace

Dyadic TracedTerm::value() const {
  return with_sign(negative, {significand, exponent - fraction_bits});
}

TracedShift shift_and_round(const Dyadic& magnitude, bool negative, int distance,
                            Rounding rounding) {
  TracedShift shift;
  shift.negative = negative;
  shift.magnitude = magnitude.integer;
  shift.unit = magnitude.exponent;
  shift.distance = distance;
  shift.rounding = rounding;
  if (distance <= 0) {
    shift.kept = magnitude.integer << static_cast<unsigned>(-distance);
    return shift;
  }
  const auto n = static_cast<unsigned>(distance);
  shift.kept = magnitude.integer >> n;
  shift.lost = magnitude.integer & ((BigInt(1) << n) - 1);
  shift.incremented = increments(rounding, shift.lost, distance, bit_test(shift.kept, 0), negative);
  if (shift.incremented) ++shift.kept;
  return shift;
}

Dyadic TracedShift::dropped() const {
  BigInt integer = lost;
  if (incremented) integer -= BigInt(1) << static_cast<unsigned>(distance);
  return with_sign(negative, {integer, unit});
}

bool TracedSum::finite() const {
  return std::ranges::all_of(addends, [](const TracedAddend& a) { return a.term.finite(); });
}

Dyadic TracedSum::exact() const {
  Dyadic sum;
  for (const TracedAddend& addend : addends) sum = sum + addend.term.value();
  return sum;
}

Dyadic TracedSum::kept() const {
  Dyadic sum;
  for (const TracedAddend& addend : addends) sum = sum + addend.addend;
  return sum;
}

Dyadic TracedSum::dropped() const {
  Dyadic sum;
  for (const TracedAddend& addend : addends) sum = sum + addend.dropped();
  return sum;
}

bool TracedSum::holds() const {
  if (!finite()) return !sum.finite();
  return kept() + dropped() == exact() && sum.value() == kept();
}

Dyadic TracedRounding::dropped() const {
  if (outcome == Outcome::flushed) return in.value();
  Dyadic sum;
  for (const TracedShift& shift : shifts) sum = sum + shift.dropped();
  return sum;
}

bool TracedRounding::holds() const {
  switch (outcome) {
    case Outcome::special:
      return in.nan ? out.nan : is_infinity(out, in.negative, *plan);
    case Outcome::overflowed:
      return plan->saturates
                 ? out.finite() && out.value() == with_sign(in.negative, greatest_number(*plan))
                 : is_infinity(out, in.negative, *plan);
    case Outcome::number:
    case Outcome::flushed:
      return out.finite() && out.value() + dropped() == in.value();
  }
  return false;
}

bool TracedStep::packs_the_result() const {
  const Term<Numbers128> packed = decode(plan->d, d);
  const TracedTerm& out = result.out;
  if (out.nan) return packed.nan != 0;
  const bool same_sign = (packed.negative != 0) == out.negative;
  if (out.infinite) return packed.infinite != 0 && same_sign;
  if (packed.nan != 0 || packed.infinite != 0 || !same_sign) return false;
  const Dyadic value{BigInt(packed.significand),
                     static_cast<int>(packed.exponent) - plan->d.fraction_bits};
  return with_sign(out.negative, value) == out.value();
}

Trace trace(const Sequence& sequence, const DotOperands& in) {
  Trace trace;
  for (int step = 0; step < sequence.steps(); ++step) {
    trace.steps.push_back(trace_step(sequence.plan(), sequence.step(step, in, trace.d)));
    trace.d = trace.steps.back().d;
  }
  if (const Plan* late_c = sequence.late_c_plan()) {
    trace.steps.push_back(trace_step(*late_c, sequence.late_c(in, trace.d)));
    trace.steps.back().adds_late_c = true;
    trace.d = trace.steps.back().d;
  }
  return trace;
}

std::vector<std::string> unaccounted(const Trace& trace) {
  std::vector<std::string> places;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const auto check = [&](bool holds, const std::string& place) {
      if (!holds) places.push_back("step " + std::to_string(i + 1) + ": " + place);
    };
    const TracedStep& step = trace.steps[i];
    for (const auto& rounding : step.product_roundings)
      check(rounding.holds(), "rounding of " + rounding.in.name);
    for (const TracedLevel& level : step.levels) {
      for (const TracedSum& sum : level.sums) check(sum.holds(), "sum " + sum.name);
      for (const auto& rounding : level.roundings)
        check(rounding.holds(), "rounding of " + rounding.in.name);
    }
    check(step.result.holds(), "rounding of d");
    check(step.packs_the_result(), "packing of d");
  }
  return places;
}

}  // namespace mmasc
