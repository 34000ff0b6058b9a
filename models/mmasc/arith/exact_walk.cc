// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/exact_walk.h"

#include <algorithm>
#include <utility>

#include "mmasc/arith/sparsity.h"
#include "mmasc/unit/number_pattern.h"
#include "mmasc/unit/status_flags.h"
#include "mmasc/unit/walk.h"

namespace mmasc {
namespace {

void align(const AddendGroup& group, int e_max, std::uint32_t random, AlignedTerm& aligned) {
  const ExactTerm& term = aligned.term;
  aligned.vanished = group.vanishes_at(e_max - aligned.exponent);
  // A zero is aligned with the exponent that it takes part with.
  const int unit = group.own_exponent(aligned.exponent) - term.fraction_bits;
  aligned.shift =
      shift_and_round({term.significand, unit}, term.negative, e_max - group.fraction_bits - unit,
                      group.alignment_rounding, random);
}

// Decided on the terms, whatever alignment drops.
void take_specials(const std::vector<AlignedTerm>& terms, ExactTerm& sum) {
  bool plus = false, minus = false;
  for (const AlignedTerm& aligned : terms) {
    sum.nan = sum.nan || aligned.term.nan;
    if (aligned.term.infinite) (aligned.term.negative ? minus : plus) = true;
  }
  sum.nan = sum.nan || (plus && minus);
  sum.infinite = plus || minus;
  sum.negative = minus;
}

bool sign_of_zero(const SumPlan& plan, const std::vector<AlignedTerm>& terms) {
  const auto negative = [](const AlignedTerm& aligned) { return aligned.term.negative; };
  if (plan.zero_sign == ZeroSign::plus) return false;
  return plan.rounds_down ? std::ranges::any_of(terms, negative)
                          : std::ranges::all_of(terms, negative);
}

// The low `bits` bits of x, read as two's complement.
BigInt wrapped(const BigInt& x, int bits) {
  const BigInt modulus = BigInt(1) << bits;
  BigInt low = x.low_bits(bits);  // of the magnitude
  if (x.is_negative() && !low.is_zero()) low = modulus - low;
  return low.bit(bits - 1) ? low - modulus : low;
}

// Every `radix` neighbours become their sum.
std::vector<BigInt> add_neighbours(const std::vector<BigInt>& nodes, int radix) {
  std::vector<BigInt> sums;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (i % static_cast<std::size_t>(radix) == 0)
      sums.push_back(nodes[i]);
    else
      sums.back() += nodes[i];
  return sums;
}

class ExactNumbers {
 public:
  ExactNumbers(const Plan& plan, const Operands& in, const SumFault* fault)
      : plan_(plan), fault_(fault) {
    step_.plan = &plan;
    step_.in = in;
    step_.roundings.resize(static_cast<std::size_t>(plan.sums.size()));
  }

  ExactStep run() && {
    const ExactTerm d = walk(plan_, *this);
    step_.d = encode_exactly(plan_.d, nan(), d);
    if (plan_.raises_flags) step_.flags = flags();
    return std::move(step_);
  }

  ExactTerm product(int lane) {
    const MultiplierPlan& m = plan_.multiplier;
    const ExactTerm a = factor(m.a, Operand::a, lane), b = factor(m.b, Operand::b, lane);
    ExactTerm product = times(a, b);
    factor_is_nan_ = factor_is_nan_ || a.nan || b.nan;
    invalid_ = invalid_ || product.nan;
    if (product.infinite) (product.negative ? minus_ : plus_) = true;
    if (m.fixed_point()) {
      const int least = m.a.least_exponent() + m.b.least_exponent();
      if (product.finite()) product.significand = product.significand << (product.exponent - least);
      product.fraction_bits -= least;
      product.exponent = 0;
    }
    if (m.is_scaled()) product = times(product, scale_of(m, step_.in, lane));
    if (m.has_overflow() && !product.nan && !product.significand.is_zero() &&
        product.leading_exponent() >= m.infinity_at && !yields())
      product.infinite = true;
    step_.products.push_back(product);
    return product;
  }

  ExactTerm c() {
    const MultiplierPlan& m = plan_.multiplier;
    step_.c = decode_exactly(m.c, step_.in.c_is_input ? m.flush_inputs : Flush::none, step_.in.c());
    return step_.c;
  }

  ExactTerm sum(int s, const SumTerms<ExactTerm>& terms) {
    const SumPlan& plan = terms.sum();
    ExactSum sum;
    sum.index = s;
    sum.e_max = plan.has_exponent_floor ? plan.exponent_floor : plan_.absent_exponent;
    terms.for_each([&](int g, const AddendGroup& group, const ExactTerm& term) {
      AlignedTerm aligned;
      aligned.term = term;
      aligned.term.negative = group.enters_negative(term.negative);
      aligned.group = plan.first_group + g;
      aligned.exponent = group.exponent_in_e_max(term.exponent, term.zero);
      aligned.takes_part = aligned.exponent > plan_.absent_exponent;
      sum.e_max = std::max(sum.e_max, aligned.exponent);
      sum.terms.push_back(std::move(aligned));
    });
    if (const int on_grid = plan.on_grid(sum.e_max); sum.e_max != plan_.absent_exponent) {
      sum.coarse = on_grid != sum.e_max;
      sum.e_max = on_grid;
    }
    take_specials(sum.terms, sum.sum);
    if (sum.finite()) add(plan, sum);
    step_.sums.push_back(sum);
    return sum.sum;
  }

  ExactTerm round(const RoundPlan& round, Place place, const ExactTerm& term) {
    ExactRounding rounding = round_exactly(round, term, random_of(round, place));
    const ExactTerm out = rounding.out;
    switch (place.kind) {
      case Place::Kind::product:
        step_.product_roundings.push_back(std::move(rounding));
        break;
      case Place::Kind::sum:
        step_.roundings[static_cast<std::size_t>(place.index)] = std::move(rounding);
        break;
      case Place::Kind::result:
        step_.result = std::move(rounding);
        break;
    }
    return out;
  }

 private:
  // The NaN that d is where it is one: the first cause of arith/nan_word.h that there is.
  std::uint64_t nan() const {
    if (factor_is_nan_) return plan_.factor_nan;
    if (invalid_ || (plus_ && minus_) || !plan_.keeps_c_nan || !step_.c.nan) return plan_.nan;
    return step_.in.c() | quiet_bit(plan_.d);
  }

  // The exact sum's rounding raises them, and a NaN that no quiet operand brings.
  std::uint64_t flags() const {
    const ExactRounding& result = step_.result;
    if (result.in.nan) return flag_bit(StatusFlag::invalid, signals() || !has_nan());
    if (!result.in.finite()) return 0;
    const bool loses = std::ranges::any_of(
        result.shifts, [](const ExactShift& shift) { return !shift.lost.is_zero(); });
    const bool overflows = result.outcome == ExactRounding::Outcome::overflowed;
    return flag_bit(StatusFlag::overflow, overflows) |
           flag_bit(StatusFlag::underflow, loses && result.is_tiny) |
           flag_bit(StatusFlag::inexact, loses || overflows);
  }

  // Calls visit(decoded, format, stored) for a, b and c.
  template <class Visit>
  bool any_operand(Visit visit) const {
    const MultiplierPlan& m = plan_.multiplier;
    bool any = visit(step_.c, m.c, step_.in.c());
    for (int lane = 0; lane < plan_.lanes(); ++lane)
      any = visit(factor(m.a, Operand::a, lane), m.a, step_.in[Operand::a][lane]) ||
            visit(factor(m.b, Operand::b, lane), m.b, step_.in[Operand::b][lane]) || any;
    return any;
  }
  bool has_nan() const {
    return any_operand([](const ExactTerm& one, const Format&, std::uint64_t) { return one.nan; });
  }
  // An operand is a signalling NaN, or a product is 0 times infinity.
  bool signals() const {
    for (int lane = 0; lane < plan_.lanes(); ++lane)
      if (step_.products[static_cast<std::size_t>(lane)].nan &&
          !factor(plan_.multiplier.a, Operand::a, lane).nan &&
          !factor(plan_.multiplier.b, Operand::b, lane).nan)
        return true;
    return any_operand([](const ExactTerm& one, const Format& format, std::uint64_t stored) {
      return one.nan && (stored & quiet_mask(format)) == 0;
    });
  }

  ExactTerm factor(const Format& format, Operand operand, int lane) const {
    const MultiplierPlan& m = plan_.multiplier;
    ExactTerm factor = decode_exactly(format, m.flush_inputs, step_.in[operand][lane]);
    if (factor.zero && m.moves_zero_factors()) factor.exponent = m.zero_factor_exponent;
    if (m.raises_factors()) {
      const int raised = m.grid.next(factor.exponent), most = m.grid.step - 1;
      factor.significand = factor.significand << (most - (raised - factor.exponent));
      factor.fraction_bits += most;
      factor.exponent = raised;
    }
    return factor;
  }

  // Whether a product that is too large counts as a number: beside an infinite operand.
  bool yields() const {
    const MultiplierPlan& m = plan_.multiplier;
    if (!m.infinity_yields) return false;
    bool infinite = decode_exactly(m.c, Flush::none, step_.in.c()).infinite;
    for (int lane = 0; lane < plan_.lanes(); ++lane) {
      infinite = infinite || factor(m.a, Operand::a, lane).infinite ||
                 factor(m.b, Operand::b, lane).infinite ||
                 (m.is_scaled() && scale_of(m, step_.in, lane).infinite);
    }
    return infinite;
  }

  std::uint32_t random(int element) const {
    return static_cast<std::uint32_t>(step_.in[Operand::random][element]);
  }
  std::vector<std::uint32_t> random_of(const RoundPlan& round, Place place) const {
    const int count = round.random_count();
    int element = round.first_random;
    if (place.kind == Place::Kind::product) element += place.index * count;
    std::vector<std::uint32_t> elements;
    for (int i = 0; i < count; ++i) elements.push_back(random(element + i));
    return elements;
  }

  void add(const SumPlan& plan, ExactSum& sum) const {
    int group_at_hand = -1, place = 0;  // of the term in its group
    for (AlignedTerm& aligned : sum.terms) {
      const AddendGroup& group = plan_.groups[aligned.group];
      place = aligned.group == group_at_hand ? place + 1 : 0;
      group_at_hand = aligned.group;
      align(group, sum.e_max,
            group.alignment_rounding.is_stochastic() ? random(group.first_random + place) : 0,
            aligned);
    }
    ExactTerm& out = sum.sum;
    out.zero = std::ranges::all_of(
        sum.terms, [](const AlignedTerm& one) { return one.term.zero || one.vanished; });
    if (plan.complements() && !out.zero) complement(plan, sum);
    const BigInt total = total_of(sum);
    const BigInt held = accumulated(plan.total, total);
    const ExactShift cut =
        shift_and_round({held.abs(), sum.e_max - plan.fraction_bits}, held.is_negative(),
                        plan.total.cut_bits, plan.total.cut_rounding);
    out.exponent = sum.e_max;
    out.fraction_bits = plan.fraction_bits - plan.total.cut_bits;
    out.significand = cut.kept;
    out.negative = out.significand.is_zero() ? sign_of_zero(plan, sum.terms) : held.is_negative();
    const bool lost =
        !cut.lost.is_zero() || std::ranges::any_of(sum.terms, [](const AlignedTerm& one) {
          return one.vanished ? !one.term.significand.is_zero() : !one.shift.lost.is_zero();
        });
    sum.lost = lost;
    out.lost = plan.total.tells_lost && lost;
    out.zero = out.zero || (out.significand.is_zero() &&
                            (plan.total.cancelled == Cancelled::zero ||
                             (plan.total.cancelled == Cancelled::zero_unless_lost && !lost)));
    sum.changed = out.value() + Dyadic{-total, sum.e_max - plan.fraction_bits};
  }

  static BigInt accumulated(const TotalPlan& plan, const BigInt& total) {
    if (plan.accumulator_bits == 0) return total;
    if (!plan.saturates) return wrapped(total, plan.accumulator_bits);
    const BigInt half = BigInt(1) << (plan.accumulator_bits - 1);
    const BigInt most = half - BigInt(1);
    if ((most - total).is_negative()) return most;
    return (total + half).is_negative() ? -half : total;
  }

  // Each term whose sign is not the frame's becomes one unit larger.
  void complement(const SumPlan& plan, ExactSum& sum) const {
    bool frame = false;
    const auto each = [&](auto visit) {
      auto aligned = sum.terms.begin();
      for (const AddendGroup& group : groups_of(plan_, plan))
        for (int i = 0; i < group.count; ++i) visit(group.slot_of(i), *aligned++);
    };
    each([&](int slot, const AlignedTerm& aligned) {
      if (slot == plan.frame_slot) frame = aligned.term.negative;
    });
    each([&](int, AlignedTerm& aligned) { aligned.complemented = aligned.term.negative != frame; });
  }

  BigInt total_of(const ExactSum& sum) const {
    using Kind = SumFault::Kind;
    const bool faulty = fault_ != nullptr && sum.index >= fault_->first_sum &&
                        sum.index < fault_->first_sum + fault_->sum_count;
    const bool narrow = faulty && fault_->kind == Kind::narrow_adder;
    std::vector<BigInt> nodes = tree_nodes(plan_, sum, narrow ? fault_->tree_level : -1);
    BigInt total;
    for (const BigInt& node : nodes) total += narrow ? wrapped(node, fault_->bits) : node;
    if (!faulty || narrow) return total;
    const bool miscounts = fault_->kind == Kind::miscounts_few ? total.bit_length() <= fault_->bits
                                                               : total.bit_length() >= fault_->bits;
    return miscounts ? total << 1 : total;
  }

  const Plan& plan_;
  const SumFault* const fault_;
  ExactStep step_;
  bool factor_is_nan_ = false, invalid_ = false, plus_ = false, minus_ = false;  // of products
};

std::uint64_t widen_exactly(const std::optional<Widening>& widening, std::uint64_t bits) {
  if (!widening) return bits;
  const ExactTerm term = decode_exactly(widening->from, Flush::none, bits);
  return encode_exactly(widening->to, widening->to.default_nan(),
                        round_exactly(widening->round, term).out);
}

// The operands of step `step`, with b as metadata selects it. From the second step on c is
// `chained`. The late addition (step == plan.steps) computes chained * 1 + c.
Operands operands_of(const SequencePlan& plan, int step, const DotOperands& in,
                     std::uint64_t chained) {
  Operands out;
  out.c_is_input = step == 0;
  const auto& widths = plan.plan_of(step).random_bits;
  for (int i = 0; i < widths.size(); ++i) {
    const auto at = static_cast<std::size_t>(step * plan.step.random_bits.size() + i);
    out.push_back(Operand::random,
                  at < in[Operand::random].size()
                      ? in[Operand::random][at] & ((std::uint64_t{1} << widths[i]) - 1)
                      : 0);
  }
  if (step == plan.steps) {
    out.push_back(Operand::a, chained);
    out.push_back(Operand::b, plan.one);
    out.c() = widen_exactly(plan.c, in.c());
    return out;
  }
  const MultiplierPlan& m = plan.step.multiplier;
  const int lanes = m.lanes;
  for (int i = step * lanes; i < (step + 1) * lanes; ++i) {
    const auto k = static_cast<std::size_t>(plan.order[i]);
    out.push_back(Operand::a, widen_exactly(plan.a, in[Operand::a][k]));
    out.push_back(
        Operand::b,
        widen_exactly(
            plan.b, in[Operand::b]
                      [m.is_sparse() ? selected_place(m.sparsity, in[Operand::metadata], k) : k]));
    for (const ScalePlan& scale : m.scales)
      if (i % scale.lanes == 0)
        out.push_back(scale.operand, in[scale.operand][static_cast<std::size_t>(i / scale.block)]);
  }
  out.c() = step > 0      ? widen_exactly(plan.chained, chained)
            : plan.late_c ? 0
                          : widen_exactly(plan.c, in.c());
  return out;
}

}  // namespace

ExactTerm times(const ExactTerm& x, const ExactTerm& y) {
  ExactTerm product;
  product.significand = x.significand * y.significand;
  product.fraction_bits = x.fraction_bits + y.fraction_bits;
  product.exponent = x.exponent + y.exponent;
  product.negative = x.negative != y.negative;
  product.zero = x.zero || y.zero;
  product.infinite = x.infinite || y.infinite;
  product.nan = x.nan || y.nan || (product.infinite && product.zero);
  return product;
}

ExactTerm scale_of(const MultiplierPlan& plan, const Operands& in, int lane) {
  const auto one_of = [&](const ScalePlan& scale) {
    return decode_exactly(scale.format, Flush::none, in[scale.operand][lane / scale.lanes]);
  };
  ExactTerm all = one_of(plan.scales[0]);
  for (int i = 1; i < plan.scales.size(); ++i) all = times(all, one_of(plan.scales[i]));
  return all;
}

Dyadic AlignedTerm::kept() const {
  if (vanished) return complement();
  return Dyadic{shift.negative ? -shift.kept : shift.kept, shift.unit + shift.distance} +
         complement();
}

Dyadic AlignedTerm::dropped() const {
  return (vanished ? term.value() : shift.dropped()) + -complement();
}

Dyadic AlignedTerm::complement() const {
  if (!complemented) return {};
  return {term.negative ? -BigInt(1) : BigInt(1), shift.unit + shift.distance};
}

Dyadic ExactSum::exact() const {
  Dyadic sum;
  for (const AlignedTerm& aligned : terms) sum = sum + aligned.term.value();
  return sum;
}

Dyadic ExactSum::kept() const {
  Dyadic sum;
  for (const AlignedTerm& aligned : terms) sum = sum + aligned.kept();
  return sum;
}

Dyadic ExactSum::dropped() const {
  Dyadic sum;
  for (const AlignedTerm& aligned : terms) sum = sum + aligned.dropped();
  return sum;
}

std::vector<BigInt> tree_nodes(const Plan& plan, const ExactSum& sum, int tree_level) {
  const int unit = sum.e_max - plan.sums[sum.index].fraction_bits;
  std::vector<BigInt> nodes;
  for (const AlignedTerm& aligned : sum.terms) {
    const Dyadic kept = aligned.kept();
    nodes.push_back(kept.is_zero() ? kept.integer : kept.integer << (kept.exponent - unit));
  }
  for (int level = 0; level <= tree_level; ++level) nodes = add_neighbours(nodes, plan.adder_radix);
  return nodes;
}

ExactRun walk_exactly(const SequencePlan& plan, const DotOperands& in, const SumFault* fault) {
  ExactRun run;
  for (int step = 0; step < plan.steps + plan.additions(); ++step) {
    const bool late = step == plan.steps;
    ExactNumbers numbers(plan.plan_of(step), operands_of(plan, step, in, run.d),
                         fault != nullptr && fault->late == late ? fault : nullptr);
    run.steps.push_back(std::move(numbers).run());
    run.steps.back().adds_late_c = late;
    run.d = run.steps.back().d;
  }
  return run;
}

}  // namespace mmasc
