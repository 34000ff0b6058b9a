// SPDX-License-Identifier: Apache-2.0
#include "mmasc/specification/sum.h"

#include <algorithm>

#include "mmasc/specification/observer.h"

namespace mmasc {
namespace {

class Adder {
 public:
  Adder(const SumRule& rule, int nowhere, std::span<const std::uint32_t> random,
        const Observer* observer)
      : rule_(rule), nowhere_(nowhere), random_(random), observer_(observer) {}

  ExactSum run(std::span<const ExactTerm> values, int index) && {
    sum_.rule = &rule_;
    sum_.index = index;
    enter(values);
    take_specials();
    if (sum_.finite()) add();
    return std::move(sum_);
  }

 private:
  // With which exponent a term takes part.
  int participating(const AddendRule& addend, const ExactTerm& term) const {
    const int exponent = addend.exponent_in_e_max(term.exponent);
    if (!term.zero) return exponent;
    const bool is_nowhere = addend.own_zero_exponent() && term.exponent == nowhere_;
    return is_nowhere ? nowhere_ : addend.zero_in_e_max(exponent).value_or(nowhere_);
  }

  void enter(std::span<const ExactTerm> values) {
    int largest = rule_.floor().value_or(nowhere_);
    sum_.terms.reserve(rule_.addends.size());
    for (const AddendRule& addend : rule_.addends) {
      AlignedTerm& aligned = sum_.terms.emplace_back();
      aligned.term = values[static_cast<std::size_t>(addend.value)];
      aligned.term.negative = addend.enters_negative(aligned.term.negative);
      aligned.exponent = participating(addend, aligned.term);
      aligned.takes_part = aligned.exponent != nowhere_;
      largest = std::max(largest, aligned.exponent);
    }
    sum_.e_max = largest == nowhere_ ? nowhere_ : rule_.on_grid(largest);
    sum_.coarse = sum_.e_max != largest;
  }

  // Decided on the terms, whatever alignment drops.
  void take_specials() {
    bool plus = false, minus = false;
    ExactTerm& sum = sum_.sum;
    for (const AlignedTerm& aligned : sum_.terms) {
      sum.nan = sum.nan || aligned.term.nan;
      if (aligned.term.infinite) (aligned.term.negative ? minus : plus) = true;
    }
    sum.nan = sum.nan || (plus && minus);
    sum.infinite = plus || minus;
    sum.negative = minus;
  }

  void align(const AddendRule& addend, AlignedTerm& aligned) const {
    const ExactTerm& term = aligned.term;
    // A zero is aligned with the exponent that it takes part with.
    const int unit = addend.own_exponent(aligned.exponent) - term.fraction_bits;
    aligned.vanished = addend.vanishes_at(sum_.e_max - aligned.exponent);
    const int distance = addend.fraction_bits ? sum_.e_max - *addend.fraction_bits - unit : 0;
    const bool draws = addend.alignment_rounding.is_stochastic();
    aligned.shift = shift_and_round({term.significand, unit}, term.negative, distance,
                                    addend.alignment_rounding,
                                    draws ? random_[static_cast<std::size_t>(addend.random)] : 0);
  }

  bool is_zero() const {
    return std::ranges::all_of(
        sum_.terms, [](const AlignedTerm& one) { return one.term.zero || one.vanished; });
  }

  bool loses() const {
    return std::ranges::any_of(sum_.terms, [](const AlignedTerm& one) {
      return one.vanished ? !one.term.significand.is_zero() : !one.shift.lost.is_zero();
    });
  }

  // Each term whose sign is not the frame's becomes one unit larger.
  void complement() {
    bool frame = false;
    for (std::size_t i = 0; i < sum_.terms.size(); ++i)
      if (rule_.addends[i].gives_frame) frame = sum_.terms[i].term.negative;
    for (AlignedTerm& aligned : sum_.terms) aligned.complemented = aligned.term.negative != frame;
  }

  // The exponent of the sum's last bit.
  int last_bit() const {
    int last = sum_.e_max;
    for (std::size_t i = 0; i < sum_.terms.size(); ++i) {
      const AlignedTerm& aligned = sum_.terms[i];
      if (rule_.addends[i].fraction_bits || !aligned.shift.kept.is_zero())
        last = std::min(last, aligned.shift.unit + aligned.shift.distance);
    }
    return last;
  }

  BigInt total(int last) const {
    BigInt total;
    for (const AlignedTerm& aligned : sum_.terms) {
      const ExactShift& shift = aligned.shift;
      const int above = shift.unit + shift.distance - last;
      if (!aligned.vanished && !shift.kept.is_zero()) {
        const BigInt kept = shift.kept << above;
        total = shift.negative ? total - kept : total + kept;
      }
      if (aligned.complemented) total += aligned.term.negative ? -BigInt(1) : BigInt(1);
    }
    return observer_ == nullptr ? total : observer_->total(sum_, std::move(total));
  }

  // In so many bits of two's complement.
  BigInt held(const BigInt& total) const {
    if (!rule_.accumulator) return total;
    const BigInt half = BigInt(1) << (rule_.accumulator->bits - 1);
    if (rule_.accumulator->overflow == Overflow::saturate)
      return std::clamp(total, -half, half - BigInt(1));
    return wrapped(total, rule_.accumulator->bits);
  }

  bool sign_of_zero() const {
    const auto negative = [](const AlignedTerm& aligned) { return aligned.term.negative; };
    if (!rule_.has_ieee_zero_sign) return false;
    return rule_.rounds_down ? std::ranges::any_of(sum_.terms, negative)
                             : std::ranges::all_of(sum_.terms, negative);
  }

  void add() {
    for (std::size_t i = 0; i < sum_.terms.size(); ++i) align(rule_.addends[i], sum_.terms[i]);
    ExactTerm& out = sum_.sum;
    out.zero = is_zero();
    if (rule_.complements && !out.zero) complement();
    const int last = last_bit();
    const BigInt exact = total(last), whole = held(exact);
    const int below = rule_.cut ? std::max(0, sum_.e_max - rule_.cut->fraction_bits - last) : 0;
    const ExactShift cut = shift_and_round({whole.abs(), last}, whole.is_negative(), below,
                                           rule_.cut ? rule_.cut->rounding : Rounding::toward_zero);
    out.exponent = sum_.e_max;
    out.fraction_bits = sum_.e_max - last - below;
    out.significand = cut.kept;
    out.negative = out.significand.is_zero() ? sign_of_zero() : whole.is_negative();
    sum_.lost = !cut.lost.is_zero() || loses();
    out.lost = rule_.sticky && sum_.lost;
    out.zero = out.zero || (out.significand.is_zero() &&
                            (rule_.cancelled == Cancelled::zero ||
                             (rule_.cancelled == Cancelled::zero_unless_lost && !sum_.lost)));
    if (rule_.accumulator || rule_.cut) sum_.changed = out.value() + Dyadic{-exact, last};
  }

  const SumRule& rule_;
  const int nowhere_;
  const std::span<const std::uint32_t> random_;
  const Observer* const observer_;
  ExactSum sum_;
};

}  // namespace

BigInt wrapped(const BigInt& x, int bits) {
  const BigInt modulus = BigInt(1) << bits;
  BigInt low = x.low_bits(bits);  // of the magnitude
  if (x.is_negative() && !low.is_zero()) low = modulus - low;
  return low.bit(bits - 1) ? low - modulus : low;
}

std::optional<int> AddendRule::zero_in_e_max(int own) const {
  if (own_zero_exponent()) return own;
  return fixed_zero_exponent() ? std::optional(zero_exponent.value) : std::nullopt;
}

int SumRule::on_grid(int exponent) const {
  if (exponent_grid)
    while ((exponent - exponent_grid->first) % exponent_grid->step != 0) ++exponent;
  return exponent;
}

std::optional<int> SumRule::floor() const {
  return exponent_floor ? std::optional(on_grid(*exponent_floor)) : std::nullopt;
}

ExactSum add_exactly(const SumRule& rule, std::span<const ExactTerm> values, int nowhere,
                     std::span<const std::uint32_t> random, int index, const Observer* observer) {
  return Adder(rule, nowhere, random, observer).run(values, index);
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

}  // namespace mmasc
