// SPDX-License-Identifier: Apache-2.0
#include "mmasc/coverage/counter.h"

#include <algorithm>

#include "mmasc/arith/planned_sums.h"
#include "mmasc/ranges/operand_ranges.h"
#include "mmasc/specification/account.h"

namespace mmasc {
namespace {

bool is_subnormal(const Format& format, const ExactTerm& term) {
  return term.finite() && !term.zero && format.has_subnormals &&
         term.significand.bit_length() <= format.fraction_bits;
}

// The product of all scales of a lane, where there are some.
ExactTerm scale_of(const StepRules& rules, const StepInputs& in, int lane) {
  const auto one_of = [&](const ScaleRule& scale) {
    const int lanes = std::min(scale.block, rules.lanes);
    return decode_exactly(*scale.format, Flush::none,
                          in[scale.operand][static_cast<std::size_t>(lane / lanes)]);
  };
  ExactTerm all = one_of(rules.scales[0]);
  for (std::size_t i = 1; i < rules.scales.size(); ++i) all = times(all, one_of(rules.scales[i]));
  return all;
}

// Counts the cover points of one step.
class StepCounter {
 public:
  StepCounter(const Plan& plan, const StepRules& rules, const ExactStep& step,
              const PlanPoints& points, std::vector<int>& met)
      : step_(step), plan_(plan), rules_(rules), points_(points), met_(met) {}

  void run() {
    if (!step_.adds_late_c) count_products();
    for (const ExactRounding& rounding : step_.product_roundings)
      count_rounding(rounding, points_.products.round);
    for (std::size_t s = 0; s < step_.sums.size(); ++s) {
      count_infinities(step_.sums[s], points_.sums[s]);
      if (step_.sums[s].finite()) {
        count_alignment(step_.sums[s], points_.sums[s]);
        count_addition(step_.sums[s], points_.sums[s]);
        count_top_bits(step_.sums[s], points_.sums[s]);
      }
      if (step_.sums[s].rule->round) count_rounding(step_.roundings[s], points_.sums[s].round);
    }
    count_rounding(step_.result, points_.result);
  }

  // Counts the classes of the instruction's own operands.
  void count_operands(const CoverPoints& points) {
    if (!step_.adds_late_c) {
      for (const std::uint64_t bits : step_.in[Operand::a])
        count_operand(*rules_.a, points.a, bits);
      for (const std::uint64_t bits : step_.in[Operand::b])
        count_operand(*rules_.b, points.b, bits);
      for (std::size_t i = 0; i < rules_.scales.size(); ++i)
        for (const std::uint64_t bits : step_.in[rules_.scales[i].operand])
          meet_if(decode_exactly(*rules_.scales[i].format, Flush::none, bits).nan,
                  points.scale_nans[i]);
    }
    if (step_.adds_late_c || step_.in.c_is_input) count_operand(*rules_.c, points.c, step_.in.c());
  }

  // Counts the class of c where it is the result of the step before.
  void count_chained(const ChainPoints& points) {
    const Format& format = *rules_.c;
    const ExactTerm term = decode_exactly(format, Flush::none, step_.in.c());
    meet(term.nan                     ? points.nan
         : term.infinite              ? points.infinity
         : term.zero                  ? points.zero
         : is_subnormal(format, term) ? points.subnormal
                                      : points.normal);
  }

 private:
  void meet(int point) {
    if (point != kNoPoint) met_.push_back(point);
  }
  void meet_if(bool holds, int point) {
    if (holds) meet(point);
  }

  void count_operand(const Format& format, const OperandPoints& points, std::uint64_t bits) {
    const ExactTerm term = decode_exactly(format, Flush::none, bits);
    meet_if(term.nan, points.nan);
    meet_if(term.infinite, points.infinity);
    meet_if(is_subnormal(format, term), points.subnormal);
  }

  void count_products() {
    const ProductPoints& points = points_.products;
    const Flush flush = rules_.flush_inputs;
    const auto& limit = rules_.product.infinity_at;
    for (int k = 0; k < rules_.lanes; ++k) {
      const ExactTerm& product = step_.products[static_cast<std::size_t>(k)];
      const auto lane = static_cast<std::size_t>(k);
      const ExactTerm a = decode_exactly(*rules_.a, flush, step_.in[Operand::a][lane]);
      const ExactTerm b = decode_exactly(*rules_.b, flush, step_.in[Operand::b][lane]);
      if (product.nan) {
        count_invalid_product(a, b, k);
        continue;
      }
      if (product.zero) meet(product.negative ? points.minus_zero : points.plus_zero);
      const auto is_raised = [&](const ExactTerm& factor) {
        return grid_of_factors(rules_).next(factor.exponent) != factor.exponent;
      };
      meet_if(!product.zero && !product.infinite && (is_raised(a) || is_raised(b)), points.coarse);
      if (!limit || product.significand.is_zero() || a.infinite || b.infinite ||
          (!rules_.scales.empty() && scale_of(rules_, step_.in, k).infinite))
        continue;
      meet_if(product.leading_exponent() == *limit - 1, points.below_limit);
      meet_if(product.leading_exponent() == *limit && product.infinite, points.at_limit);
    }
  }

  // An infinity times a zero, with no NaN before it.
  void count_invalid_product(const ExactTerm& a, const ExactTerm& b, int k) {
    if (a.nan || b.nan) return;
    meet_if(a.infinite && b.zero, points_.products.infinity_times_zero);
    meet_if(a.zero && b.infinite, points_.products.zero_times_infinity);
    const ExactTerm product = times(a, b);
    if (rules_.scales.empty() || product.nan) return;
    const ExactTerm scale = scale_of(rules_, step_.in, k);
    if (scale.nan) return;
    meet_if(product.infinite && scale.zero, points_.products.infinity_times_zero_scale);
    meet_if(product.zero && scale.infinite, points_.products.zero_times_infinite_scale);
  }

  void count_infinities(const ExactSum& sum, const SumPoints& points) {
    std::vector<std::array<bool, 2>> signs(points.groups.size());
    bool nan = false;
    for_each_term(sum, points, [&](std::size_t g, const AlignedTerm& one) {
      nan = nan || one.term.nan;
      if (one.term.infinite) signs[g][one.term.negative] = true;
    });
    if (nan) return;
    for (std::size_t g = 0; g < signs.size(); ++g)
      for (std::size_t h = g; h < signs.size(); ++h)
        meet_if((signs[g][0] && signs[h][1]) || (signs[g][1] && signs[h][0]),
                points.groups[g].opposite_infinities[h - g]);
  }

  // Counts where the terms of a sum lie beside its largest exponent.
  void count_alignment(const ExactSum& sum, const SumPoints& points) {
    constexpr int kNone = -kNoLimit;
    int largest = kNone;  // of terms above zero
    for_each_term(sum, points, [&](std::size_t g, const AlignedTerm& one) {
      if (one.term.zero) return;
      largest = std::max(largest, one.exponent);
      if (!one.term.significand.is_zero()) count_term(points.groups[g], one, sum.e_max);
    });
    if (largest == kNone) return meet(points.all_zero);
    const std::optional<int> floor = sum.rule->floor();
    const auto gives_e_max = [&](int exponent) {
      return (!floor || exponent >= *floor) && sum.rule->on_grid(exponent) == sum.e_max;
    };
    for_each_term(sum, points, [&](std::size_t g, const AlignedTerm& one) {
      if (one.term.zero)
        count_zero(points.groups[g], one.exponent, largest, gives_e_max(one.exponent));
    });
    if (!floor) return;
    const int above = *floor - largest;
    meet_if(above > 0 && sum.e_max == *floor, points.floor_leads);
    if (above >= -1 && above <= 1) meet(points.floor_beside[static_cast<std::size_t>(above + 1)]);
  }

  // Calls visit(g, term) for every term, of the sum's first group, then of the second, ...
  template <class Visit>
  static void for_each_term(const ExactSum& sum, const SumPoints& points, Visit visit) {
    auto term = sum.terms.begin();
    for (std::size_t g = 0; g < points.groups.size(); ++g)
      for (int i = 0; i < points.groups[g].terms; ++i) visit(g, *term++);
  }

  void count_term(const GroupPoints& points, const AlignedTerm& one, int e_max) {
    for (const auto& edge : points.distances)
      meet_if(edge.distance == e_max - one.exponent, edge.point);
    if (one.vanished) return meet(points.vanishes);
    meet(one.shift.lost.is_zero() ? points.keeps_all : points.loses_bits);
    meet_if(one.shift.kept.is_zero(), points.loses_all);
    if (points.cuts) count_cut(points.cut, one.shift);
  }

  void count_zero(const GroupPoints& points, int exponent, int largest, bool gives_e_max) {
    if (points.zero_leads == kNoPoint) return;
    const int above = exponent - largest;
    meet_if(above > 0 && gives_e_max, points.zero_leads);
    if (above >= -1 && above <= 1) meet(points.zero_beside[static_cast<std::size_t>(above + 1)]);
  }

  void count_cut(const CutPoints& points, const ExactShift& shift) {
    const auto& cases = points.of_sign[shift.negative ? 1 : 0];
    if (shift.lost.is_zero()) return meet(cases[CutPoints::exact]);
    if (shift.rounding.is_stochastic()) meet(shift.incremented ? points.goes_up : points.stays);
    const bool half = shift.lost.bit(shift.distance - 1);
    const bool rest = shift.lost.trailing_zeros() < shift.distance - 1;
    const bool odd = shift.magnitude.bit(shift.distance);
    meet(cases[!half  ? CutPoints::below_half
               : rest ? CutPoints::above_half
               : odd  ? CutPoints::tie_odd
                      : CutPoints::tie_even]);
  }

  void count_total(const ExactSum& sum, const SumPoints& points) {
    meet_if(sum.coarse, points.coarse);
    if (const auto& accumulator = sum.rule->accumulator) {
      const Dyadic kept = sum.kept();
      const int last = sum.e_max - points.fraction_bits;
      const BigInt units = kept.is_zero() ? kept.integer : kept.integer << (kept.exponent - last);
      const BigInt half = BigInt(1) << (accumulator->bits - 1);
      meet_if((units + half).is_negative() || (half - BigInt(1) - units).is_negative(),
              points.beyond_accumulator);
    }
    meet_if(!sum.changed.is_zero(), points.cut);
    meet_if(sum.lost, points.lost);
    const bool all_zero = std::ranges::all_of(
        sum.terms, [](const AlignedTerm& one) { return one.term.zero || one.vanished; });
    meet_if(sum.sum.zero && !all_zero, points.exact_zero);
  }

  void count_addition(const ExactSum& sum, const SumPoints& points) {
    constexpr int kNone = -kNoLimit;
    int largest = kNone;  // leading bit of an addend
    for (const AlignedTerm& one : sum.terms)
      if (const Dyadic kept = one.kept(); !kept.is_zero())
        largest = std::max(largest, kept.exponent + kept.integer.bit_length() - 1);
    count_total(sum, points);
    const Dyadic total = sum.kept();  // whatever an accumulator and a cut make of it
    if (total.is_zero()) {
      meet_if(largest != kNone, points.cancels_to_zero);
      return meet(sum.sum.negative ? points.minus_zero : points.plus_zero);
    }
    const int carry = total.exponent + total.integer.bit_length() - 1 - largest;
    if (carry >= 0 && carry < static_cast<int>(points.carries.size()))
      meet(points.carries[static_cast<std::size_t>(carry)]);
    meet_if(carry == -1, points.cancels_one);
    meet_if(carry < -1, points.cancels_more);
    const int unit = sum.e_max - points.fraction_bits;
    meet_if(total.exponent + total.integer.bit_length() - unit <= points.few_bits,
            points.has_few_bits);
  }

  void count_top_bits(const ExactSum& sum, const SumPoints& points) {
    int level = -1;
    std::vector<BigInt> nodes;
    for (const SumPoints::TopBit& top : points.top_bits) {
      if (top.tree_level != level) nodes = tree_nodes(plan_, sum, level = top.tree_level);
      for (const BigInt& node : nodes)
        meet_if(node.bit_length() == top.bits, top.of_sign[node.is_negative() ? 1 : 0]);
    }
  }

  void count_fitting(const ExactRounding& rounding, const RoundPoints& points) {
    const RoundingRule& rule = *rounding.rule;
    const bool negative = rounding.in.negative;
    if (rounding.outcome == ExactRounding::Outcome::overflowed)
      return meet(negative ? points.overflow_below : points.overflow);
    if (rounding.out.zero) return meet(points.plus_zero);
    meet(points.normal);
    const BigInt& out = rounding.out.significand;
    meet_if(!negative && out == BigInt(rule.greatest_significand()), points.greatest);
    meet_if(negative && out == BigInt(rule.greatest_negative_significand()), points.least);
  }

  void count_rounding(const ExactRounding& rounding, const RoundPoints& points) {
    using Outcome = ExactRounding::Outcome;
    if (rounding.rule->is_integer()) return count_fitting(rounding, points);
    if (rounding.in.nan) return meet(points.nan);
    if (rounding.in.infinite) return meet(points.infinity);
    if (rounding.outcome == Outcome::overflowed) meet(points.overflow);
    if (rounding.out.finite() && rounding.out.zero)
      meet(rounding.out.negative ? points.minus_zero : points.plus_zero);
    if (rounding.in.significand.is_zero()) return;
    const ExactShift& last = rounding.shifts.back();
    if (rounding.shifts.size() > 1) count_cut(points.first, rounding.shifts.front());
    if (!last.magnitude.is_zero()) count_cut(points.last, last);
    if (rounding.outcome == Outcome::overflowed) return;
    if (rounding.outcome == Outcome::flushed) return meet(points.flushed);
    if (last.kept.is_zero()) return meet(points.underflow);

    const RoundingRule& rule = *rounding.rule;
    const int leading = rounding.leading_exponent;
    const int rounded = last.unit + last.distance + last.kept.bit_length() - 1;
    meet_if(!rounding.below_least && rounded > leading, points.carries);
    meet_if(rounding.below_least && rounded == rule.least_exponent(), points.becomes_normal);
    if (rounded < rule.least_exponent()) return meet(points.subnormal);
    meet(points.normal);
    meet_if(rounded == rule.least_exponent() &&
                last.kept.trailing_zeros() == last.kept.bit_length() - 1,
            points.least_normal);
    meet_if(rounded == rule.greatest_exponent() &&
                rounding.out.significand == BigInt(rule.greatest_significand()),
            points.greatest);
  }

  const ExactStep& step_;
  const Plan& plan_;
  const StepRules& rules_;
  const PlanPoints& points_;
  std::vector<int>& met_;
};

}  // namespace

Counter::Counter(const Sequence& sequence, const CoverPoints& points)
    : sequence_(sequence),
      specification_(specification_of(sequence)),
      rules_(read_step(sequence.unit())),
      points_(points),
      lanes_(described(sequence.unit())) {
  if (sequence.unit().instruction.late_c)
    rules_of_late_c_ = read_step(late_addition(sequence.unit()));
}

// A lane's special operand counts where d would be another if that lane, and no other, took it for
// a number.
void Counter::count_lanes(const DotOperands& in) {
  const Instruction& row = sequence_.unit().instruction;
  Lanes::Elements elements = lanes_.elements(in);
  const auto count_nans = [](const Format& format, std::span<const std::uint64_t> all) {
    return std::ranges::count_if(
        all, [&](std::uint64_t bits) { return special_of(format, bits) == Special::nan; });
  };
  // d is NaN whatever a lane makes of its own operand, where another is NaN.
  auto nans = count_nans(*row.a, elements.a) + count_nans(*row.b, elements.b) +
              count_nans(*row.c, in[Operand::c]);
  for (const ScaleRule& scale : rules_.scales) nans += count_nans(*scale.format, in[scale.operand]);
  if (nans > 1) return;
  for (const bool of_b : {false, true}) {
    const Format& format = lanes_.format(of_b);
    std::vector<std::uint64_t>& own = of_b ? elements.b : elements.a;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const std::uint64_t bits = own[i];
      const auto special = special_of(format, bits);
      if (!special || (nans > 0 && *special != Special::nan)) continue;
      const auto shows = [&](std::uint64_t misread) {
        own[i] = misread;
        return lanes_.evaluate(elements, in) != d_;
      };
      if (std::ranges::all_of(lanes_.misreadings(of_b, *special, bits), shows))
        met_.push_back(points_.lanes.at({lanes_.lane_of(i), of_b, *special}));
      own[i] = bits;
    }
  }
}

// Where NaN and infinity are crossed with c, the lane's own is the only one beside c.
void Counter::count_crosses(const DotOperands& in) {
  using enum ElementClass;
  const Instruction& row = sequence_.unit().instruction;
  const Lanes::Elements elements = lanes_.elements(in);
  const auto is_special = [](ElementClass of) { return of == nan || of == infinity; };
  const auto specials = [&](const Format& format, std::span<const std::uint64_t> all) {
    return std::ranges::count_if(
        all, [&](std::uint64_t bits) { return is_special(class_of(format, bits)); });
  };
  auto all = specials(*row.a, elements.a) + specials(*row.b, elements.b);
  for (const ScaleRule& scale : rules_.scales) all += specials(*scale.format, in[scale.operand]);
  LaneCross cross;
  cross.c = class_of(*row.c, in[Operand::c].front());
  for (const bool of_b : {false, true}) {
    const std::vector<std::uint64_t>& own = of_b ? elements.b : elements.a;
    cross.of_b = of_b;
    for (std::size_t i = 0; i < own.size(); ++i) {
      cross.element = class_of(lanes_.format(of_b), own[i]);
      cross.lane = lanes_.lane_of(i);
      const int point = points_.crosses.at(cross);
      if (point != kNoPoint && (all == 1 || !is_special(cross.element))) met_.push_back(point);
    }
  }
}

const std::vector<int>& Counter::meet(const DotOperands& in) {
  met_.clear();
  const ExactRun run = account_of(specification_, in);
  const SequencePlan& program = sequence_.program();
  for (const ExactStep& step : run.steps) {
    StepCounter counter(step.adds_late_c ? *program.late_c : program.step,
                        step.adds_late_c ? *rules_of_late_c_ : rules_, step,
                        step.adds_late_c ? points_.late_c : points_.steps, met_);
    counter.count_operands(points_);
    if (!step.adds_late_c && !step.in.c_is_input) counter.count_chained(points_.chain);
    counter.run();
  }
  d_ = run.d;
  if (!points_.lanes.empty()) count_lanes(in);
  if (!points_.crosses.empty()) count_crosses(in);
  std::ranges::sort(met_);
  met_.erase(std::unique(met_.begin(), met_.end()), met_.end());
  return met_;
}

}  // namespace mmasc
