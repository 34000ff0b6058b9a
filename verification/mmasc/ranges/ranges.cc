// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/ranges.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "mmasc/ranges/few_bits.h"
#include "mmasc/ranges/greatest.h"
#include "mmasc/ranges/operand_ranges.h"
#include "mmasc/ranges/total_range.h"

namespace mmasc {
namespace {

// Bits of the largest integer below or at `most` in units of 2^-fraction_bits.
int magnitude_bits(const Dyadic& most, int fraction_bits) {
  return most.is_zero() ? 0
                        : std::max(0, most.integer.bit_length() + most.exponent + fraction_bits);
}

// Intervals go through a step: operands and products come from `ranges`, the rest goes there.
class Intervals {
 public:
  Intervals(const Plan& plan, PlanRanges& ranges)
      : ranges_(ranges),
        held_(held_sums(ranges.rules, plan)),
        adder_radix_(static_cast<std::size_t>(plan.adder_radix)) {}

  void walk() {
    const StepRules& rules = ranges_.rules;
    std::vector<TermRange> values;
    for (const TermRange& product : ranges_.products)
      values.push_back(rules.product_round ? rounded(*rules.product_round, product) : product);
    values.push_back(ranges_.c);
    values.resize(static_cast<std::size_t>(rules.values()));
    ranges_.sums = held_;
    for (SumRange& sum : ranges_.sums) {
      add(sum, values);
      if (sum.rounds()) sum.rounded = rounded(*sum.rule.round, sum.sum);
      values[static_cast<std::size_t>(sum.rule.output)] = sum.rounds() ? sum.rounded : sum.sum;
    }
    const SumRange& last = ranges_.sums.back();
    find_result(last, last.rounds() ? last.rounded : last.sum);
  }

 private:
  void add(SumRange& sum, const std::vector<TermRange>& values) const {
    std::size_t addend = 0;
    for (GroupRange& group : sum.groups)
      for (int i = 0; i < group.count; ++i) {
        const TermRange& own = values[static_cast<std::size_t>(sum.rule.addends[addend++].value)];
        const TermRange term = entering(group.rule, own);
        group.own = i == 0 ? own : join(group.own, own);
        group.term = i == 0 ? term : join(group.term, term);
      }
    for (GroupRange& group : sum.groups) find_distances(sum, group);
    if (sum.has_floor())
      for (const GroupRange& group : sum.groups)
        if (group.term.nonzero)
          sum.floor_above.push_back(Interval{sum.floor(), sum.floor()} - group.term.exponent);
    find_sum(sum);
    find_partial_sums(sum);
    sum.few_bits = few_bits(sum, ranges_.rounding_of(sum).last_place());
  }

  void find_result(const SumRange& last, const TermRange& root) const {
    const StepRules& rules = ranges_.rules;
    ranges_.root = root;
    ranges_.result = rounded(rules.result_round, root);
    ranges_.root_lowest_at_greatest =
        last.rounds() ? root.lowest_bit : lowest_at_greatest(rules, last);
    ranges_.root_stays_below =
        !may_overflow(rules.result_round, last.sum) || stays_below_greatest(rules, last);
    ranges_.root_overflows =
        may_overflow(rules.result_round, root) && (last.rounds() || !ranges_.root_stays_below);
  }

  using Side = Dyadic TermRange::*;  // the greatest magnitude of either sign

  // The greatest magnitude of an addend, its term at the largest exponent.
  static Dyadic greatest_addend(const SumRange& sum, const GroupRange& group, Side side) {
    const Dyadic& greatest = group.term.*side;
    const Dyadic unit{1, -group.fraction_bits()};
    if (sum.complements())  // a zero, too, may be one unit
      return group.term.nonzero ? greatest + unit + unit : unit;
    if (!group.term.nonzero || greatest.is_zero()) return {};
    if (group.greatest_loss <= 0) return greatest;
    const Rounding rounding = group.rule.alignment_rounding;
    if (may_increment(rounding)) return greatest + unit;
    return rounding == Rounding::to_odd ? jammed(greatest, unit.exponent) : greatest;
  }

  // Finds the bits that the nodes of each level of the adder tree need at most.
  void find_partial_sums(SumRange& sum) const {
    for (const Side side : {&TermRange::greatest, &TermRange::greatest_negative})
      sum.sum.*side = add_up(sum, side);
    sum.total = sum.sum.greatest;
    sum.negative_total = sum.sum.greatest_negative;
    finish_range(sum, sum.sum);
  }

  // Every addend at the greatest magnitude of its sign.
  Dyadic add_up(SumRange& sum, Side side) const {
    std::vector<Dyadic> addends;
    for (const GroupRange& group : sum.groups)
      addends.insert(addends.end(), static_cast<std::size_t>(group.count),
                     greatest_addend(sum, group, side));
    std::size_t level = 0;
    do {
      std::vector<Dyadic> nodes;
      for (std::size_t i = 0; i < addends.size(); ++i)
        if (i % adder_radix_ == 0)
          nodes.push_back(addends[i]);
        else
          nodes.back() = nodes.back() + addends[i];
      addends = std::move(nodes);
      const auto& most = *std::ranges::max_element(
          addends, [](const Dyadic& x, const Dyadic& y) { return (y + -x).integer > 0; });
      if (level == sum.tree_bits.size()) sum.tree_bits.push_back(0);
      int& bits = sum.tree_bits[level++];
      bits = std::max(bits, magnitude_bits(most, sum.fraction_bits));
    } while (addends.size() > 1);
    return addends.front();
  }

  static Interval difference(const TermRange& x, const TermRange& y) {
    return x.shared >= 0 && x.shared == y.shared ? x.own_exponent - y.own_exponent
                                                 : x.exponent - y.exponent;
  }

  // The exponents of a group's zeros less a term's; empty where they take no part.
  static Interval zero_difference(const GroupRange& group, const TermRange& term) {
    const TermRange& zeros = group.term;
    const Interval led = zeros_in_e_max(group);
    if (led.empty()) return {};
    const bool is_under_one_scale = zeros.shared >= 0 && zeros.shared == term.shared;
    return group.rule.own_zero_exponent() && is_under_one_scale
               ? zeros.own_zero_exponent - term.own_exponent
               : led - term.exponent;
  }

  // The exponents with which a group's zeros take part; empty where they do not, or there is none.
  static Interval zeros_in_e_max(const GroupRange& group) {
    const Interval own = group.term.zero_exponent;
    const auto low = group.rule.zero_in_e_max(own.low), high = group.rule.zero_in_e_max(own.high);
    return group.term.zero && low && high ? Interval{*low, *high} : Interval{};
  }

  int nowhere() const { return ranges_.rules.nowhere; }

  // The highest exponent of everything that takes part.
  int highest_exponent(const SumRange& sum) const {
    int highest = sum.has_floor() ? sum.floor() : nowhere();
    for (const GroupRange& group : sum.groups) {
      if (group.term.nonzero) highest = std::max(highest, group.term.exponent.high);
      if (const Interval zeros = zeros_in_e_max(group); !zeros.empty())
        highest = std::max(highest, zeros.high);
    }
    return highest == nowhere() ? highest : sum.on_grid(highest);
  }

  // The least exponent that a sum has: every term takes part with one, or is a zero that takes
  // none.
  int least_e_max(const SumRange& sum) const {
    int least = nowhere();
    for (const GroupRange& group : sum.groups) {
      const TermRange& term = group.term;
      int own = kNoLimit;
      if (term.nonzero || term.cancels) own = term.exponent.low;
      if (term.zero) {
        const Interval zeros = zeros_in_e_max(group);
        own = zeros.empty() ? nowhere() : std::min(own, zeros.low);
      }
      if (own != kNoLimit) least = std::max(least, own);
    }
    return least;
  }

  // How far a term of the group can lie below what leads.
  void find_distances(const SumRange& sum, GroupRange& group) const {
    const TermRange& term = group.term;
    const int least = sum.has_floor() ? sum.floor() - term.exponent.high : 0;
    const auto add = [&](Interval distance) {
      distance.low = std::max({0, least, distance.low});
      distance.high += sum.grid().step - 1;
      if (!distance.empty()) group.distances.push_back(distance);
    };
    if (term.nonzero && least <= 0) add({0, 0});
    for (const GroupRange& beside : sum.groups) {
      const TermRange& other = beside.term;
      if (&beside == &group && group.count == 1) continue;
      if (term.nonzero && other.nonzero) add(difference(other, term));
      if (const Interval zeros = zero_difference(beside, term); term.nonzero && !zeros.empty())
        add(zeros);
      if (const Interval zeros = zero_difference(group, other); other.nonzero && !zeros.empty())
        group.zero_above.push_back(zeros);
    }
    if (sum.has_floor() && term.nonzero) add(Interval{sum.floor(), sum.floor()} - term.exponent);
    for (const Interval& distance : group.distances)
      group.greatest_distance = std::max(group.greatest_distance, distance.high);
    const int kept = group.fraction_bits();
    const int last_kept = term.exponent.low + group.greatest_distance - kept;
    group.greatest_loss = term.nonzero ? std::min(group.greatest_distance + term.fraction - kept,
                                                  highest_exponent(sum) - kept - term.lowest_bit)
                                       : 0;
    group.loses_all =
        term.nonzero && group.greatest_loss > 0 && leaves_nothing(group) &&
        (!term.normalized || group.greatest_distance > kept || last_kept > term.lowest_leading) &&
        !vanishes_before_it_is_lost(sum, group);
  }

  // A normalized term vanishes before all its bits are lost. Those of the least exponent may be
  // shorter: they are lost where the largest exponent is neither too high nor too low for that.
  static bool vanishes_before_it_is_lost(const SumRange& sum, const GroupRange& lost) {
    const TermRange& term = lost.term;
    const bool is_number = lost.own.normalized && lost.own_input().integer_bits() == 1;
    if (!lost.rule.may_vanish() || !is_number || lost.rule.own_reach() > lost.fraction_bits() ||
        sum.has_grid())
      return false;
    const Interval lose{term.lowest_leading + lost.fraction_bits() + 1,
                        term.exponent.low + lost.rule.reach()};
    const auto meets = [&](Interval x) {
      return !x.empty() && std::max(x.low, lose.low) <= std::min(x.high, lose.high);
    };
    if (meets({term.exponent.low, term.exponent.low})) return false;  // alone
    if (sum.has_floor() && meets({sum.floor(), sum.floor()})) return false;
    return std::ranges::none_of(sum.groups, [&](const GroupRange& other) {
      const bool is_itself = &other == &lost && lost.count == 1;
      return !is_itself &&
             ((other.term.nonzero && meets(other.term.exponent)) || meets(zeros_in_e_max(other)));
    });
  }

  // Whether the mode can make a zero of what is above zero.
  static bool leaves_nothing(const GroupRange& group) {
    const RoundingMode mode = group.rule.alignment_rounding.mode;
    return may_leave_nothing(mode, false) || (group.term.negative && may_leave_nothing(mode, true));
  }

  void find_sum(SumRange& sum) const {
    TermRange& out = sum.sum;
    bool first = true, increments = false, all_minus_zero = true, any_negative = false;
    bool attained = true;  // the fullness of every term
    std::int64_t fullness = 0;
    int count = 0;
    out.zero = true;
    Interval zeros{nowhere(), nowhere()};
    int integer_bits = 0, nonzero_count = 0;
    for (const GroupRange& group : sum.groups) {
      const TermRange& term = group.term;
      const Rounding rounding = group.rule.alignment_rounding;
      const bool may_vanish = group.rule.vanishes_at(group.greatest_distance);
      out.zero = out.zero && (term.zero || may_vanish);
      zeros = join(zeros, zeros_in_e_max(group));
      // A term that takes part with a higher exponent than its own may give e_max and vanish.
      if (may_vanish && (!group.rule.keeps_exponents() || sum.has_grid()) && term.nonzero)
        zeros = join(zeros, term.exponent);
      all_minus_zero =
          all_minus_zero && (term.minus_zero || (term.negative && (group.loses_all || may_vanish)));
      any_negative = any_negative || term.negative || term.minus_zero;
      out.nan = out.nan || term.nan;
      out.infinite = out.infinite || term.infinite;
      out.negative = out.negative || term.negative || sum.complements();
      count += group.count;
      if (!term.nonzero) continue;
      out.nonzero = true;
      out.cancels = out.cancels || term.cancels || group.loses_all;
      nonzero_count += group.count;
      out.bits = nonzero_count > 1 || sum.complements() ? kNoLimit : term.bits;
      out.exponent = first ? term.exponent : join(out.exponent, term.exponent);
      out.lowest_bit = first ? term.lowest_bit : std::min(out.lowest_bit, term.lowest_bit);
      out.top = first ? term.top : std::max(out.top, term.top);
      attained = attained && term.fullness < kFullBinade;
      const bool may_round_up =
          sum.complements() || (may_increment(rounding) && group.greatest_loss > 0);
      const bool may_fill =
          sum.complements() || (rounding != Rounding::toward_zero && group.greatest_loss > 0);
      if (may_fill)  // Whatever is left of it, the last bit that is kept.
        out.top = std::max(out.top, highest_exponent(sum) - group.fraction_bits() + 1);
      increments = increments || may_round_up;
      fullness += std::int64_t{group.count} * (may_fill ? kFullBinade : term.fullness);
      integer_bits = std::max(integer_bits, group.input.integer_bits());
      first = false;
    }
    out.cancels = out.cancels || (nonzero_count > 1 && out.negative) || !sum.is_plain();
    out.negative = out.negative || sum.rule.accumulator.has_value();
    out.zero = out.zero || sum.rule.cancelled != Cancelled::number;
    if (!out.nonzero) out.exponent = zeros;
    out.nan = out.nan || (out.infinite && count > 1 && any_negative);
    if (sum.has_floor()) {
      out.exponent.low = std::max(out.exponent.low, sum.floor());
      zeros = {std::max(zeros.low, sum.floor()), std::max(zeros.high, sum.floor())};
    }
    if (!sum.stays_as_added()) out.exponent.low = std::max(out.exponent.low, least_e_max(sum));
    out.exponent.high = std::max({out.exponent.low, out.exponent.high, zeros.high});
    if (sum.has_grid()) {
      out.exponent = {sum.on_grid(out.exponent.low), sum.on_grid(out.exponent.high)};
      for (int* end : {&zeros.low, &zeros.high})
        if (*end > nowhere()) *end = sum.on_grid(*end);
    }
    if (sum.rule.cancelled != Cancelled::number) zeros = join(zeros, out.exponent);
    if (!sum.is_plain()) out.bits = kNoLimit;
    out.word_bits = sum.magnitude_bits;
    out.lost = sum.rule.sticky;
    out.lowest_bit = lowest_kept(sum);
    out.zero_exponent = zeros;
    share_scales(sum);
    out.minus_zero =
        sum.rule.has_ieee_zero_sign &&
        (all_minus_zero || ((sum.rule.rounds_down || !sum.stays_as_added()) && any_negative));
    out.fraction = lowest_fraction(sum);
    out.zeros = zeros_of_two(sum);
    out.lowest_leading = lowest_leading(sum, out.lowest_bit);
    if (sum.cut_fills()) {
      const int last = sum.last_fraction() + (sum.rule.sticky ? 1 : 0);
      out.top = std::max(out.top, highest_exponent(sum) - last + 1);
    }
    const int carries = ceil_log2(count) + (increments || sum.cut_fills() ? 1 : 0);
    out.top += carries;
    sum.integer_bits = integer_bits + carries;
    // The least number that it holds has a bit more, and nothing below that.
    if (const auto& held = sum.rule.accumulator)
      sum.integer_bits = std::min(sum.integer_bits, held->bits - 1 - sum.fraction_bits);
    const bool is_narrow = sum.rule.accumulator || sum.rule.cut;
    if (is_narrow && !sum.rule.sticky)
      out.bits = std::max(1, sum.integer_bits + sum.last_fraction());
    // Every addend lies below its power of two, so a whole number of them stays below that.
    for (int carry = 1; carry <= ceil_log2(count); ++carry) {
      const std::int64_t needed = std::int64_t{kFullBinade} << (carry - 1);
      if (fullness > needed || (fullness == needed && attained)) sum.most_carries = carry;
    }
  }

  // Scales that all terms share are a part of the sum's exponent, too, unless a number may be it.
  static void share_scales(SumRange& sum) {
    TermRange& out = sum.sum;
    const int shared = sum.groups.front().term.shared;
    Interval own, own_zero;
    for (const GroupRange& group : sum.groups) {
      const TermRange& term = group.term;
      if (term.shared != shared || group.rule.fixed_zero_exponent()) return;
      own = join(own, term.own_exponent);
      if (term.zero && group.rule.own_zero_exponent())
        own_zero = join(own_zero, term.own_zero_exponent);
    }
    if (shared < 0 || sum.has_floor()) return;
    own = join(own, own_zero);
    if (own_zero.empty()) own_zero = own;
    own.high += sum.grid().step - 1;
    own_zero.high += sum.grid().step - 1;
    out.shared = shared;
    out.own_exponent = own;
    out.own_zero_exponent = own_zero;
  }

  // Alignment cuts off what lies further down, but for what a sticky bit stands for.
  static int lowest_kept(const SumRange& sum) {
    const TermRange& out = sum.sum;
    if (sum.is_narrowed || !out.nonzero) return out.lowest_bit;
    if (sum.rule.sticky) return out.exponent.low - lowest_fraction(sum);
    return lowest_of_total(sum, out.exponent.low);
  }

  // The least exponent of a sum that is not zero. Where one term is normalized, the sum is that
  // term; or the others; or that term is at least half as large as the others' lowest bit and
  // cancels with them.
  static int lowest_leading(const SumRange& sum, int lowest_bit) {
    int least = lowest_bit;
    // A sum that is 0 stays that, whatever was lost.
    if (!sum.is_plain())
      return sum.is_narrowed || !sum.sum.nonzero
                 ? least
                 : std::max(least, lowest_of_total(sum, sum.sum.exponent.low));
    for (const GroupRange& group : sum.groups) {
      const TermRange& term = group.term;
      if (!term.nonzero || !term.normalized || group.count > 1) continue;
      int others = kNoLimit;
      for (const GroupRange& other : sum.groups)
        if (&other != &group && other.term.nonzero)
          others = std::min(others, other.term.lowest_bit);
      int bound = term.lowest_leading;
      if (others != kNoLimit) bound = std::min(bound, others - 1 - term.fraction);
      least = std::max(least, bound);
    }
    return least;
  }

  PlanRanges& ranges_;
  const std::vector<SumRange> held_;
  const std::size_t adder_radix_;
};

// A step's d as the c of the next. A number that stays normal keeps its bits.
TermRange chained_range(const std::optional<Widening>& widening, const TermRange& d) {
  if (!widening) return d;
  TermRange c = rounded(rule_of(widening->to, widening->round.rounding), d);
  if (d.lowest_leading < widening->to.least_exponent()) return c;
  c.bits = std::min(c.bits, d.bits);
  c.fraction = std::min(c.fraction, c.bits - 1);
  return c;
}

// What a step is made of, but for its sums.
PlanRanges operands_of(const Sequence& sequence) {
  const Instruction& row = sequence.unit().instruction;
  const Plan& plan = sequence.plan();
  PlanRanges ranges;
  const StepRules& rules = ranges.rules = rules_of(sequence.unit(), plan);
  ranges.a = operand_range(*row.a, *rules.a, rules.flush_inputs);
  ranges.b = operand_range(*row.b, *rules.b, rules.flush_inputs);
  if (const auto zero = rules.product.zero_factor_exponent)
    for (TermRange* const factor : {&ranges.a, &ranges.b}) factor->zero_exponent = {*zero, *zero};
  for (TermRange* const factor : {&ranges.a, &ranges.b}) raise(grid_of_factors(rules), *factor);
  ranges.scale = scale_range(rules);
  const int alike = plan.multiplier.lanes_scaled_alike();
  for (int lane = 0; lane < rules.lanes; ++lane) {
    ranges.products.push_back(
        product_range(rules, row, ranges.a, ranges.b, ranges.scale, lane / alike));
    ranges.products.back().word_bits = plan.multiplier.product.magnitude_bits;
  }
  ranges.c = operand_range(*row.c, *rules.c, rules.flush_inputs);
  if (row.late_c) {  // the chain starts from +0
    ranges.c = {};
    ranges.c.zero = true;
    ranges.c.zero_exponent = {rules.c->least_exponent(), rules.c->least_exponent()};
  }
  return ranges;
}

}  // namespace

PlanRanges ranges_of_steps(const Sequence& sequence) {
  PlanRanges ranges = operands_of(sequence);
  Intervals intervals(sequence.plan(), ranges);
  intervals.walk();
  for (int step = 1; step < sequence.steps(); ++step) {
    ranges.c = join(ranges.c, chained_range(sequence.program().chained, ranges.result));
    intervals.walk();
  }
  return ranges;
}

PlanRanges ranges_of_late_c(const Sequence& sequence) {
  const Unit addition = late_addition(sequence.unit());
  const Plan& plan = *sequence.late_c_plan();
  PlanRanges ranges;
  ranges.rules = rules_of(addition, plan);
  ranges.products.push_back(ranges_of_steps(sequence).result);  // times 1
  ranges.c = operand_range(*sequence.unit().instruction.c, *ranges.rules.c, Flush::none);
  Intervals(plan, ranges).walk();
  return ranges;
}

}  // namespace mmasc
