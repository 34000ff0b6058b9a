// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/trace.h"

#include <algorithm>
#include <span>

#include "mmasc/arith/planned_sums.h"
#include "mmasc/arith/sparsity.h"
#include "mmasc/arith/steps.h"
#include "mmasc/arith/term_names.h"
#include "mmasc/arith/wide_numbers.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

// One fused step by the stage functions on the plan's own integers.
template <NumberSystem N>
class StageTracer {
 public:
  StageTracer(const Plan& plan, const Operands& in) : plan_(plan) { values_.in = in; }

  StageValues run() && {
    const MultiplierPlan& m = plan_.multiplier;
    terms_ = multiply<N>(plan_, values_.in);
    if (plan_.multiplier.is_sparse()) keep_selected();
    values_.products = take_products(m.product.fraction_bits);
    values_.c = take(terms_[m.lanes], m.c_term.fraction_bits);
    if (m.rounds) {
      terms_ = normalize_products<N>(plan_, terms_);
      values_.rounded_products = take_products(m.round.fraction_bits);
    }
    for (const LevelPlan& level : plan_.levels) sum_up(level);
    values_.result = take(mmasc::round<N>(plan_.result, terms_[0], plan_.exponent_bits,
                                          draws_of<N>(plan_, plan_.result, terms_.random)),
                          plan_.result.fraction_bits);
    const auto result = normalize_result<N>(plan_, terms_);
    values_.d = result.d;
    values_.flags = result.flags;
    return std::move(values_);
  }

 private:
  using Word = typename N::word;

  void keep_selected() {
    const auto selected = select_b<N>(plan_.multiplier, values_.in);
    values_.in.resize(Operand::b, 0);
    for (const auto& element : selected) values_.in.push_back(Operand::b, element);
    values_.in.resize(Operand::metadata, 0);
  }

  BigInt integer(const Word& word) const {
    constexpr int kBits = 32;  // of a field: it is above zero in every word
    const Word zero = N::word_of(0, plan_.word_bits);
    const bool negative = N::less(word, zero) != 0;
    const Word magnitude = negative ? N::sub(zero, word, plan_.word_bits) : word;
    BigInt x;
    for (int low = 0; low < plan_.word_bits; low += kBits)
      x += BigInt(N::to_raw(N::field(magnitude, low, kBits))) << low;
    return negative ? -x : x;
  }

  ExactTerm take(const Term<N>& term, int fraction_bits) const {
    return {.significand = integer(term.significand),
            .fraction_bits = fraction_bits,
            .exponent = static_cast<int>(term.exponent),
            .negative = term.negative != 0,
            .zero = term.zero != 0,
            .nan = term.nan != 0,
            .infinite = term.infinite != 0};
  }
  std::vector<ExactTerm> take_products(int fraction_bits) const {
    std::vector<ExactTerm> products;
    for (int k = 0; k < plan_.lanes(); ++k) products.push_back(take(terms_[k], fraction_bits));
    return products;
  }

  ExactTerm take_sum(const SumPlan& plan, const Term<N>& term) const {
    ExactTerm sum = take(term, plan.output.fraction_bits);
    if (!plan.total.tells_lost) return sum;
    sum.lost = sum.significand.bit(0);
    sum.significand = sum.significand >> 1;
    --sum.fraction_bits;
    return sum;
  }

  void sum_up(const LevelPlan& level) {
    const Addends<N> aligned = align<N>(plan_, level, terms_);
    terms_ = add<N>(plan_, level, 0, aligned);
    for (int s = 0; s < level.sum_count; ++s) {
      const SumPlan& plan = plan_.sums[level.first_sum + s];
      StageValues::Sum sum;
      const int unit = static_cast<int>(aligned.sum[s].exponent) - plan.fraction_bits;
      for (int i = 0; i < plan.addend_count; ++i)
        sum.addends.push_back({integer(aligned.addend[plan.first_addend + i]), unit});
      sum.sum = take_sum(plan, terms_[s]);
      if (plan.rounds) {
        terms_.set(s, mmasc::round<N>(plan.round, terms_[s], plan_.exponent_bits,
                                      draws_of<N>(plan_, plan.round, terms_.random)));
        sum.rounded = take(terms_[s], plan.round.fraction_bits);
      }
      values_.sums.push_back(std::move(sum));
    }
  }

  const Plan& plan_;
  Terms<N> terms_;
  StageValues values_;
};

StageValues stage_values(const Plan& plan, const Operands& in) {
  return with_numbers(plan, [&]<class N>(N) { return StageTracer<N>(plan, in).run(); });
}

// Whether the stages have the elements that the specification has.
bool same_inputs(const StepInputs& exact, const Operands& stages) {
  return exact.c_is_input == (stages.c_is_input != 0) &&
         std::ranges::all_of(kInputs, [&](const OperandRow& row) {
           const auto elements = stages[row.operand];
           return std::ranges::equal(exact[row.operand],
                                     std::span(elements.begin(), elements.end()));
         });
}

// The places of one step.
class Checker {
 public:
  Checker(const TracedStep& step, std::string prefix, std::vector<std::string>& places)
      : plan_(*step.plan),
        exact_(step.exact),
        stages_(step.stages),
        prefix_(std::move(prefix)),
        places_(places) {}

  void run() {
    const TermNames names = term_names(plan_);
    check(same_inputs(exact_.in, stages_.in), "operands");
    for (std::size_t k = 0; k < exact_.products.size(); ++k)
      check(exact_.products[k] == stages_.products[k], "product " + names.products[k]);
    check(exact_.c == stages_.c, "c");
    for (std::size_t k = 0; k < exact_.product_roundings.size(); ++k)
      check(holds(exact_.product_roundings[k], stages_.rounded_products[k]),
            "rounding of " + names.products[k]);
    for (std::size_t s = 0; s < exact_.sums.size(); ++s) {
      const SumPlan& sum = plan_.sums[static_cast<int>(s)];
      check(holds(exact_.sums[s], stages_.sums[s]), "sum " + sum_name(plan_, sum));
      if (sum.rounds)
        check(holds(exact_.roundings[s], stages_.sums[s].rounded),
              "rounding of " + sum_name(plan_, sum));
    }
    check(holds(exact_.result, stages_.result), "rounding of d");
    check(exact_.d == stages_.d, "packing of d");
    check(exact_.flags == stages_.flags, "flags of d");
  }

 private:
  void check(bool holds, const std::string& place) {
    if (!holds) places_.push_back(prefix_ + place);
  }

  const Plan& plan_;
  const ExactStep& exact_;
  const StageValues& stages_;
  const std::string prefix_;
  std::vector<std::string>& places_;
};

}  // namespace

bool holds(const ExactSum& exact, const StageValues::Sum& stages) {
  if (!(exact.sum == stages.sum)) return false;
  if (!exact.finite()) return true;
  Dyadic kept;
  for (std::size_t i = 0; i < stages.addends.size(); ++i) {
    if (!(stages.addends[i] == exact.terms[i].kept())) return false;
    kept = kept + stages.addends[i];
  }
  return kept + exact.dropped() == exact.exact() && stages.sum.value() == kept + exact.changed;
}

bool holds(const ExactRounding& exact, const ExactTerm& out) {
  using Outcome = ExactRounding::Outcome;
  if (!(exact.out == out)) return false;
  if (exact.outcome == Outcome::special || exact.outcome == Outcome::overflowed) return true;
  return out.value() + exact.dropped() == exact.in.value();
}

namespace {

std::vector<std::size_t> places_of(const MultiplierPlan& plan, int step, const DotOperands& in) {
  std::vector<std::size_t> places;
  if (!plan.is_sparse()) return places;
  for (int i = step * plan.lanes; i < (step + 1) * plan.lanes; ++i)
    places.push_back(
        selected_place(plan.sparsity, in[Operand::metadata], static_cast<std::size_t>(i)));
  return places;
}

}  // namespace

Trace trace(const Sequence& sequence, const DotOperands& in) {
  if (sequence.stages() != nullptr)
    throw InputError(
        "the trace shows what fields keep and drop, and this unit has stages of its own; "
        "mmasc trace shows their registers");
  const SequencePlan& program = sequence.program();
  Trace trace;
  trace.specification = std::make_shared<const Specification>(specification_of(sequence));
  ExactRun run = account_of(*trace.specification, in);
  for (int step = 0; step < program.steps + program.additions(); ++step) {
    StageValues stages = stage_values(program.plan_of(step),
                                      operands_of_step<Numbers128>(program, step, in, trace.d));
    trace.d = stages.d;
    const Plan& plan = program.plan_of(step);
    trace.steps.push_back({&plan, std::move(run.steps[static_cast<std::size_t>(step)]),
                           std::move(stages), places_of(plan.multiplier, step, in)});
  }
  return trace;
}

std::vector<std::string> unaccounted(const Trace& trace) {
  std::vector<std::string> places;
  for (std::size_t i = 0; i < trace.steps.size(); ++i)
    Checker(trace.steps[i], "step " + std::to_string(i + 1) + ": ", places).run();
  return places;
}

}  // namespace mmasc
