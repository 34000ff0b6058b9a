// SPDX-License-Identifier: Apache-2.0
#include "exact/sum.h"

#include <algorithm>

namespace mmasc::exact {
namespace {

// NaN, an infinity, or nothing where every term is finite.
std::optional<Term> special_sum(const std::vector<Addend>& addends) {
  bool nan = false, plus = false, minus = false;
  for (const auto& addend : addends) {
    nan |= addend.term.nan;
    plus |= addend.term.infinite && !addend.term.negative;
    minus |= addend.term.infinite && addend.term.negative;
  }
  if (nan || (plus && minus)) return nan_term();
  if (plus || minus) return infinite_term(minus);
  return std::nullopt;
}

std::optional<int> participating_exponent(const Addend& addend) {
  std::optional<int> own = addend.term.exponent;
  if (own) *own += addend.exponent_offset;
  if (!addend.term.zero) return own;
  switch (addend.zero_exponent.kind) {
    case ZeroExponent::Kind::own:
      return own;
    case ZeroExponent::Kind::ignored:
      return std::nullopt;
    case ZeroExponent::Kind::fixed:
      return addend.zero_exponent.value;
  }
  return std::nullopt;
}

std::optional<int> largest_exponent(const std::vector<Addend>& addends, const SumRow& row) {
  std::optional<int> largest = row.exponent_floor;
  for (const auto& addend : addends) {
    const auto exponent = participating_exponent(addend);
    if (exponent && (!largest || *exponent > *largest)) largest = exponent;
  }
  if (largest && row.exponent_grid) {
    const auto [step, first] = *row.exponent_grid;
    while ((*largest - first) % step != 0) ++*largest;
  }
  return largest;
}

bool vanishes(const Addend& addend, int largest) {
  return addend.vanishes_below && !addend.term.zero &&
         *addend.term.exponent < largest - *addend.vanishes_below;
}

bool zero_is_negative(const std::vector<Addend>& addends, const SumRule& rule) {
  if (!rule.ieee_zero_sign) return false;
  const auto negative = [](const Addend& addend) { return addend.term.negative; };
  if (rule.zero_rounding == Rounding::down)
    return std::any_of(addends.begin(), addends.end(), negative);
  return std::all_of(addends.begin(), addends.end(), negative);
}

// Whether the alignment of a term draws random bits: not where it keeps all bits.
bool draws(const Addend& addend) {
  return addend.fraction_bits && addend.alignment_rounding.is_stochastic();
}

// The integer times 2^unit in so many bits of two's complement.
Dyadic held(const Dyadic& value, int unit, const Accumulator& accumulator) {
  const Dyadic units = value * power_of_two(-unit);
  Integer integer = units.exponent >= 0 ? Integer(units.integer << unsigned(units.exponent))
                                        : Integer(units.integer >> unsigned(-units.exponent));
  const Integer half = Integer(1) << unsigned(accumulator.bits - 1);
  if (accumulator.overflow == Overflow::saturate) {
    integer = std::clamp(integer, Integer(-half), Integer(half - 1));
  } else {
    while (integer >= half) integer -= 2 * half * ((integer + half) / (2 * half));
    while (integer < -half) integer += 2 * half * ((half - 1 - integer) / (2 * half));
  }
  return {integer, unit};
}

// What the row makes of the sum of its aligned terms, of which bits may have been lost.
void finish(Term& sum, const SumRow& row, const SumRule& rule, bool lost) {
  if (row.accumulator && !sum.value.is_zero())
    sum.value = held(sum.value, rule.of_integers ? 0 : *sum.exponent - *row.fraction_bits,
                     *row.accumulator);
  if (row.cut && !sum.value.is_zero()) {
    const Dyadic whole = sum.value;
    sum.value = round_to_multiple(whole, *sum.exponent - row.cut->fraction_bits, row.cut->rounding);
    lost = lost || !(sum.value == whole);
  }
  if (sum.value.is_zero() &&
      (row.cancelled == Cancelled::zero || (row.cancelled == Cancelled::zero_unless_lost && !lost)))
    sum.zero = true;
  sum.lost = row.sticky && lost;
}

Term unrounded_sum(const std::vector<Addend>& addends, const SumRow& row, const SumRule& rule,
                   std::size_t number) {
  if (const auto special = special_sum(addends)) return *special;
  Term sum;
  sum.zero = true;
  bool lost = false;
  sum.exponent = largest_exponent(addends, row);
  for (std::size_t i = 0; i < addends.size(); ++i) {
    const Addend& addend = addends[i];
    if (addend.term.zero) continue;
    if (vanishes(addend, *sum.exponent)) {
      lost = lost || !addend.term.value.is_zero();
      continue;
    }
    sum.zero = false;
    const std::uint64_t random = draws(addend) ? rule.random->of_alignment(number, i) : 0;
    const auto& value = addend.term.value;
    if (!addend.fraction_bits) {
      sum.value = sum.value + value;
      continue;
    }
    const int unit = *sum.exponent - *addend.fraction_bits;
    sum.value = sum.value + round_to_multiple(value, unit, addend.alignment_rounding, random);
    lost = lost || !(round_to_multiple(value, unit, Rounding::toward_zero) == value);
  }
  if (!row.ones_complement.empty() && !sum.zero) {
    const Dyadic unit = power_of_two(*sum.exponent - *row.fraction_bits);
    const auto frame = std::find_if(addends.begin(), addends.end(),
                                    [](const Addend& addend) { return addend.gives_frame; });
    const bool negative_frame = frame != addends.end() && frame->term.negative;
    for (const Addend& addend : addends)
      if (addend.term.negative != negative_frame)
        sum.value = sum.value + (addend.term.negative ? -unit : unit);
  }
  finish(sum, row, rule, lost);
  sum.negative = sum.value.is_zero() ? zero_is_negative(addends, rule) : sum.value.is_negative();
  return sum;
}

Term one_sum(const std::vector<Addend>& addends, const SumRow& row, const SumRule& rule) {
  RandomOrder::Sum drawn;
  for (const Addend& addend : addends) {
    drawn.level = std::max(drawn.level, addend.term.level);
    drawn.alignments.push_back(draws(addend));
  }
  drawn.rounds = row.round_to != nullptr && row.rounding.is_stochastic();
  const std::size_t number = rule.random ? rule.random->next(drawn) : 0;
  Term sum = unrounded_sum(addends, row, rule, number);
  if (row.round_to != nullptr) {
    RoundingRule rounding;
    rounding.rounding = row.rounding;
    rounding.significand_fraction = row.significand_fraction;
    rounding.overflow = row.overflow;
    rounding.flush = rule.flush;
    if (drawn.rounds) rounding.random = rule.random->of_rounding(number);
    sum = round_to_format(sum, *row.round_to, rounding);
  }
  sum.level = drawn.level + 1;
  return sum;
}

Term pairwise_sum(std::vector<Addend> addends, const SumRow& row, const SumRule& rule) {
  while (addends.size() > 1) {
    std::vector<Addend> next;
    for (std::size_t i = 0; i + 1 < addends.size(); i += 2)
      next.push_back(plain_addend(one_sum({addends[i], addends[i + 1]}, row, rule), row));
    if (addends.size() % 2 == 1) next.push_back(addends.back());
    addends = std::move(next);
  }
  return addends.front().term;
}

Term sequential_sum(const std::vector<Addend>& addends, const SumRow& row, const SumRule& rule) {
  Addend sum = addends.front();
  for (std::size_t i = 1; i < addends.size(); ++i)
    sum = plain_addend(one_sum({sum, addends[i]}, row, rule), row);
  return sum.term;
}

}  // namespace

Addend plain_addend(const Term& term, const SumRow& row) {
  return {term, row.fraction_bits, row.alignment_rounding, row.zero_exponent, std::nullopt, 0,
          false};
}

Term sum_of(const std::vector<Addend>& addends, const SumRow& row, const SumRule& rule) {
  if (addends.size() == 1) return one_sum(addends, row, rule);
  switch (row.shape) {
    case Shape::fused:
      return one_sum(addends, row, rule);
    case Shape::pairwise:
      return pairwise_sum(addends, row, rule);
    case Shape::sequential:
      return sequential_sum(addends, row, rule);
  }
  return {};
}

}  // namespace mmasc::exact
