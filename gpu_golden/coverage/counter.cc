// SPDX-License-Identifier: Apache-2.0
#include "coverage/counter.h"

#include "arith/convert.h"
#include "arith/vectorized.h"
#include "arith/wide_numbers.h"

namespace mmasc {
namespace {

// Where the leading bit of a word above zero stands.
template <NumberSystem N>
int leading_bit(const typename N::word& x, int width) {
  return width - 1 - static_cast<int>(N::count_leading_zeros(x, width));
}

template <NumberSystem N>
bool is_zero(const typename N::word& x) {
  return N::equal(x, N::word_of(0, 2)) != 0;
}

// Counts the corners of one fused step.
template <NumberSystem N>
class StepCounter {
 public:
  using word = typename N::word;

  StepCounter(const Plan& plan, const PlanCorners& corners, bool late, std::vector<int>& met)
      : plan_(plan), corners_(corners), late_(late), met_(met) {}

  std::uint64_t run(const Operands& in) {
    Terms<N> terms = vectorized::multiply<N>(plan_, in);
    if (!late_) count_products(in, terms);
    if (plan_.multiplier.rounds) {
      for (int k = 0; k < plan_.lanes(); ++k)
        count_rounding(plan_.multiplier.round, corners_.products.round, terms[k]);
      terms = normalize_products<N>(plan_, terms);
    }
    for (const LevelPlan& level : plan_.levels) {
      const Addends<N> addends = vectorized::align<N>(plan_, level, terms);
      const Terms<N> sums = vectorized::add<N>(plan_, level, 0, addends);
      for (int s = 0; s < level.sum_count; ++s) {
        const int index = level.first_sum + s;
        const SumPlan& sum = plan_.sums[index];
        const SumCorners& corners = corners_.sums[static_cast<std::size_t>(index)];
        count_sum(sum, corners, terms, addends, s);
        if (finite_) count_addition(sum, corners, addends, sums[s]);
        if (sum.rounds) count_rounding(sum.round, corners.round, sums[s]);
      }
      terms = level.rounds ? normalize_sums<N>(plan_, level, sums) : sums;
    }
    count_rounding(plan_.result, corners_.result, terms[0]);
    return normalize_result<N>(plan_, terms).d;
  }

 private:
  void meet(int corner) {
    if (corner != kNoCorner) met_.push_back(corner);
  }
  void meet_if(bool holds, int corner) {
    if (holds) meet(corner);
  }

  void count_products(const Operands& in, const Terms<N>& terms) {
    const ProductCorners& corners = corners_.products;
    const MultiplierPlan& m = plan_.multiplier;
    for (int k = 0; k < plan_.lanes(); ++k) {
      const Term<N> product = terms[k];
      if (product.zero && !product.nan)
        meet(product.negative ? corners.minus_zero : corners.plus_zero);
      if (product.nan) count_invalid_product(in, k);
      if (m.infinity_at == kNoLimit || is_zero<N>(product.significand) || product.nan) continue;
      const int leading = static_cast<int>(product.exponent) - m.product.fraction_bits +
                          leading_bit<N>(product.significand, plan_.word_bits);
      const Term<N> a = operand(m.a, in.a[k]), b = operand(m.b, in.b[k]);
      if (a.infinite || b.infinite) continue;
      meet_if(leading == m.infinity_at - 1, corners.below_limit);
      meet_if(leading == m.infinity_at, corners.at_limit);
    }
  }

  Term<N> operand(const Format& format, std::uint64_t bits) const {
    return unpack<N>(format, plan_.multiplier.flush_inputs, bits, plan_.exponent_bits);
  }

  // An infinity times a zero, with no NaN before it.
  void count_invalid_product(const Operands& in, int k) {
    const MultiplierPlan& m = plan_.multiplier;
    const Term<N> a = operand(m.a, in.a[k]), b = operand(m.b, in.b[k]);
    if (a.nan || b.nan) return;
    meet_if(a.infinite && b.zero, corners_.products.infinity_times_zero);
    meet_if(a.zero && b.infinite, corners_.products.zero_times_infinity);
    if (m.scale_lanes == 0 || a.zero || b.zero) return;
    const int block = k / m.scale_lanes;
    const auto scale = [&](std::uint64_t bits) {
      return unpack<N>(m.scale, Flush::none, bits, plan_.exponent_bits);
    };
    const Term<N> sa = scale(in.sa[block]), sb = scale(in.sb[block]);
    meet_if((a.infinite || b.infinite) && !sa.nan && !sb.nan && (sa.zero || sb.zero),
            corners_.products.infinity_times_zero_scale);
  }

  // What the terms of a sum are to its largest exponent.
  void count_sum(const SumPlan& sum, const SumCorners& corners, const Terms<N>& terms,
                 const Addends<N>& addends, int index) {
    count_infinities(sum, corners, terms);
    finite_ = !addends.sum[index].nan && !addends.sum[index].infinite;
    if (!finite_) return;
    const int e_max = static_cast<int>(addends.sum[index].exponent);
    constexpr int kNone = -kNoLimit;
    int largest = kNone, zeros = 0, addend = sum.first_addend;  // largest: of terms above zero
    for (int g = 0; g < sum.group_count; ++g) {
      const AddendGroup& group = plan_.groups[sum.first_group + g];
      for (int i = 0; i < group.count; ++i, ++addend) {
        const Term<N> term = terms[group.first_slot + i * group.stride];
        if (term.zero) {
          ++zeros;
          continue;
        }
        largest = std::max(largest, static_cast<int>(term.exponent));
        if (!is_zero<N>(term.significand))
          count_alignment(group, corners.groups[static_cast<std::size_t>(g)], term, e_max,
                          addends.addend[addend]);
      }
    }
    meet_if(zeros == sum.addend_count, corners.all_zero);
    if (largest == kNone) return;
    for (int g = 0; g < sum.group_count; ++g)
      count_zeros(plan_.groups[sum.first_group + g], corners.groups[static_cast<std::size_t>(g)],
                  terms, largest, e_max);
    if (!sum.has_exponent_floor) return;
    const int above = sum.exponent_floor - largest;
    meet_if(above > 0 && e_max == sum.exponent_floor, corners.floor_leads);
    if (above >= -1 && above <= 1) meet(corners.floor_beside[static_cast<std::size_t>(above + 1)]);
  }

  void count_infinities(const SumPlan& sum, const SumCorners& corners, const Terms<N>& terms) {
    std::vector<std::array<bool, 2>> signs(static_cast<std::size_t>(sum.group_count));
    bool any = false;
    for (int g = 0; g < sum.group_count; ++g) {
      const AddendGroup& group = plan_.groups[sum.first_group + g];
      for (int i = 0; i < group.count; ++i) {
        const int slot = group.first_slot + i * group.stride;
        if (terms.nan[slot]) return;
        if (!terms.infinite[slot]) continue;
        any = signs[static_cast<std::size_t>(g)][terms.negative[slot] ? 1 : 0] = true;
      }
    }
    if (!any) return;
    for (std::size_t g = 0; g < signs.size(); ++g)
      for (std::size_t h = g; h < signs.size(); ++h)
        meet_if((signs[g][0] && signs[h][1]) || (signs[g][1] && signs[h][0]),
                corners.groups[g].opposite_infinities[h - g]);
  }

  void count_alignment(const AddendGroup& group, const GroupCorners& corners, const Term<N>& term,
                       int e_max, const word& addend) {
    const int distance = e_max - static_cast<int>(term.exponent);
    for (const auto& edge : corners.distances) meet_if(edge.distance == distance, edge.corner);
    if (distance > group.vanishes_below) return meet(corners.vanishes);
    const int cut = distance + group.input.fraction_bits - group.fraction_bits;
    const bool loses = cut > 0 && !is_zero<N>(low_bits(term.significand, cut));
    meet(loses ? corners.loses_bits : corners.keeps_all);
    meet_if(is_zero<N>(addend), corners.loses_all);
    if (corners.cuts) count_cut(corners.cut, term.significand, cut, term.negative != 0);
  }

  // Every word above or at zero is below 2^this.
  int word_width() const { return plan_.word_bits - 1; }
  word low_bits(const word& x, int count) const {
    return count >= word_width() ? x : N::field(x, 0, count);
  }

  void count_cut(const CutCorners& corners, const word& x, int distance, bool negative) {
    const auto& cases = corners.of_sign[negative ? 1 : 0];
    if (distance <= 0) return meet(cases[CutCorners::exact]);
    // Beyond the word there are only zeros.
    const bool half = distance <= word_width() && N::bit_at(x, distance - 1) != 0;
    const bool odd = distance <= word_width() && N::bit_at(x, distance) != 0;
    const bool rest = !is_zero<N>(low_bits(x, distance - 1));
    meet(cases[half   ? rest  ? CutCorners::above_half
                        : odd ? CutCorners::tie_odd
                              : CutCorners::tie_even
               : rest ? CutCorners::below_half
                      : CutCorners::exact]);
  }

  void count_zeros(const AddendGroup& group, const GroupCorners& corners, const Terms<N>& terms,
                   int largest, int e_max) {
    if (corners.zero_leads == kNoCorner) return;
    for (int i = 0; i < group.count; ++i) {
      const Term<N> term = terms[group.first_slot + i * group.stride];
      if (!term.zero) continue;
      const int exponent =
          group.own_zero_exponent() ? static_cast<int>(term.exponent) : group.zero_exponent;
      const int above = exponent - largest;
      meet_if(above > 0 && exponent == e_max, corners.zero_leads);
      if (above >= -1 && above <= 1) meet(corners.zero_beside[static_cast<std::size_t>(above + 1)]);
    }
  }

  void count_addition(const SumPlan& sum, const SumCorners& corners, const Addends<N>& addends,
                      const Term<N>& total) {
    int largest = -1;  // where the leading bit of an addend stands
    for (int i = 0; i < sum.addend_count; ++i) {
      const word& addend = addends.addend[sum.first_addend + i];
      const bool negative = N::less(addend, N::word_of(0, 2)) != 0;
      const word magnitude = negative ? N::sub(N::word_of(0, 2), addend, plan_.word_bits) : addend;
      if (!is_zero<N>(magnitude))
        largest = std::max(largest, leading_bit<N>(magnitude, plan_.word_bits));
    }
    if (is_zero<N>(total.significand)) {
      meet_if(largest >= 0, corners.cancels_to_zero);
      return meet(total.negative ? corners.minus_zero : corners.plus_zero);
    }
    const int carry = leading_bit<N>(total.significand, plan_.word_bits) - largest;
    if (carry >= 0 && carry < static_cast<int>(corners.carries.size()))
      meet(corners.carries[static_cast<std::size_t>(carry)]);
    meet_if(carry == -1, corners.cancels_one);
    meet_if(carry < -1, corners.cancels_more);
  }

  void count_rounding(const RoundPlan& round, const RoundCorners& corners, const Term<N>& in) {
    if (in.nan) return meet(corners.nan);
    if (in.infinite) return meet(corners.infinity);
    const bool from_zero = is_zero<N>(in.significand);
    RoundPlan bare = round;  // neither saturates nor flushes
    bare.saturates = false;
    bare.has_infinity = true;
    bare.flush = Flush::none;
    const Term<N> number = mmasc::round<N>(bare, in, plan_.exponent_bits);
    if (number.infinite) meet(corners.overflow);
    const Term<N> out = mmasc::round<N>(round, in, plan_.exponent_bits);
    if (out.zero) meet(out.negative ? corners.minus_zero : corners.plus_zero);
    if (from_zero) return;
    count_cuts(round, corners, in);
    if (number.infinite) return;
    if (number.zero) return meet(corners.underflow);

    const int unit = static_cast<int>(in.exponent) - round.input.fraction_bits;
    const int leading = unit + leading_bit<N>(in.significand, plan_.word_bits);
    const int rounded = static_cast<int>(number.exponent) - round.fraction_bits +
                        leading_bit<N>(number.significand, plan_.word_bits);
    meet_if(leading >= round.least_exponent && rounded > leading, corners.carries);
    meet_if(leading < round.least_exponent && rounded == round.least_exponent,
            corners.becomes_normal);
    if (rounded < round.least_exponent)
      return meet(round.flush != Flush::none ? corners.flushed : corners.subnormal);
    meet(corners.normal);
    const word one = N::shift_left(N::word_of(1, 2), round.fraction_bits, plan_.word_bits);
    meet_if(rounded == round.least_exponent && N::equal(number.significand, one) != 0,
            corners.least_normal);
    const word greatest =
        N::word_of(static_cast<std::int64_t>(round.greatest_significand), plan_.word_bits);
    meet_if(rounded == round.greatest_exponent && N::equal(number.significand, greatest) != 0,
            corners.greatest);
  }

  // The prerounding, if any, and the rounding of a number above zero.
  void count_cuts(const RoundPlan& round, const RoundCorners& corners, const Term<N>& in) {
    const bool negative = in.negative != 0;
    const int bit = leading_bit<N>(in.significand, plan_.word_bits);
    const int leading = static_cast<int>(in.exponent) - round.input.fraction_bits + bit;
    const int below = std::max(0, round.least_exponent - leading);
    if (round.prerounding_fraction_bits == 0)
      return count_cut(corners.last, in.significand, bit - round.fraction_bits + below, negative);
    const int distance = bit - round.prerounding_fraction_bits + below;
    count_cut(corners.first, in.significand, distance, negative);
    word kept = in.significand;
    if (distance > 0)
      with_rounding(round.prerounding, [&](auto rounding) {
        kept = shift_right_rounded<N, rounding>(in.significand, distance, in.negative,
                                                round.work_bits, plan_.exponent_bits);
      });
    else
      kept = N::shift_left(kept, -distance, plan_.word_bits);
    if (!is_zero<N>(kept))
      count_cut(corners.last, kept, round.prerounding_fraction_bits - round.fraction_bits,
                negative);
  }

  const Plan& plan_;
  const PlanCorners& corners_;
  const bool late_;
  std::vector<int>& met_;
  bool finite_ = false;  // the sum at hand
};

std::uint64_t count_step(const Plan& plan, const PlanCorners& corners, bool late,
                         const Operands& in, std::vector<int>& met) {
  return with_numbers(plan,
                      [&]<class N>(N) { return StepCounter<N>(plan, corners, late, met).run(in); });
}

bool is_subnormal(const Format& format, const Term<Numbers128>& term) {
  return !term.zero && !term.nan && !term.infinite && format.has_subnormals &&
         term.significand < (int128{1} << format.fraction_bits);
}

class OperandCounter {
 public:
  OperandCounter(const Unit& unit, const Corners& corners, std::vector<int>& met)
      : unit_(unit), corners_(corners), met_(met) {}

  void run(const DotOperands& in) {
    const Instruction& row = unit_.instruction;
    for (const std::uint64_t bits : in.a) count(*row.a, unit_.a(), corners_.a, bits);
    for (const std::uint64_t bits : in.b) count(*row.b, unit_.b(), corners_.b, bits);
    count(*row.c, unit_.c(), corners_.c, in.c);
    if (!row.scale) return;
    count_scales(in.sa, corners_.scale_a_nan);
    count_scales(in.sb, corners_.scale_b_nan);
  }

 private:
  void count(const Format& stored, const Format& seen, const OperandCorners& corners,
             std::uint64_t bits) {
    const auto wide = stored == seen ? bits : convert(stored, seen, bits);
    const Term<Numbers128> term = decode(seen, *wide);
    if (term.nan) met_.push_back(corners.nan);
    if (term.infinite) met_.push_back(corners.infinity);
    if (is_subnormal(seen, term)) met_.push_back(corners.subnormal);
  }
  void count_scales(std::span<const std::uint64_t> scales, int nan) {
    const Format& format = *unit_.instruction.scale->format;
    for (const std::uint64_t bits : scales)
      if (decode(format, bits).nan) met_.push_back(nan);
  }

  const Unit& unit_;
  const Corners& corners_;
  std::vector<int>& met_;
};

int chain_corner(const ChainCorners& corners, const Format& format, std::uint64_t bits) {
  const Term<Numbers128> term = decode(format, bits);
  return term.nan                     ? corners.nan
         : term.infinite              ? corners.infinity
         : term.zero                  ? corners.zero
         : is_subnormal(format, term) ? corners.subnormal
                                      : corners.normal;
}

}  // namespace

Counter::Counter(const Sequence& sequence, const Corners& corners)
    : sequence_(sequence), corners_(corners) {}

const std::vector<int>& Counter::meet(const DotOperands& in) {
  met_.clear();
  d_ = 0;
  OperandCounter(sequence_.unit(), corners_, met_).run(in);
  for (int step = 0; step < sequence_.steps(); ++step) {
    if (step > 0) met_.push_back(chain_corner(corners_.chain, sequence_.plan().d, d_));
    d_ = count_step(sequence_.plan(), corners_.steps, false, sequence_.step(step, in, d_), met_);
  }
  if (const Plan* late = sequence_.late_c_plan())
    d_ = count_step(*late, corners_.late_c, true, sequence_.late_c(in, d_), met_);
  std::ranges::sort(met_);
  met_.erase(std::unique(met_.begin(), met_.end()), met_.end());
  return met_;
}

}  // namespace mmasc
