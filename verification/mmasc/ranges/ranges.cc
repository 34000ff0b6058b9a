// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/ranges.h"

#include <algorithm>
#include <optional>

#include "mmasc/ranges/few_bits.h"
#include "mmasc/ranges/greatest.h"
#include "mmasc/ranges/operand_ranges.h"
#include "mmasc/ranges/total_range.h"
#include "mmasc/unit/walk.h"

namespace mmasc {
namespace {

// Bits of the largest integer below or at `most` in units of 2^-fraction_bits.
int magnitude_bits(const Dyadic& most, int fraction_bits) {
  return most.is_zero() ? 0
                        : std::max(0, most.integer.bit_length() + most.exponent + fraction_bits);
}

// Intervals walk the plan: operands and products come from `ranges`, the rest goes there.
class Intervals {
 public:
  Intervals(const Plan& plan, PlanRanges& ranges) : plan_(plan), ranges_(ranges) {}

  TermRange product(int lane) const { return ranges_.products[static_cast<std::size_t>(lane)]; }
  TermRange c() const { return ranges_.c; }

  TermRange sum(int, const SumTerms<TermRange>& terms) {
    const SumPlan& plan = terms.sum();
    SumRange range;
    terms.for_each([&](int g, const AddendGroup& group, const TermRange& own) {
      const TermRange term = entering(group, own);
      if (g < static_cast<int>(range.groups.size())) {
        GroupRange& joined = range.groups.back();
        joined.own = join(joined.own, own);
        joined.term = join(joined.term, term);
      } else {
        range.groups.emplace_back();
        range.groups.back().own = own;
        range.groups.back().term = term;
      }
    });
    for (std::size_t g = 0; g < range.groups.size(); ++g) find_distances(plan, range, g);
    if (plan.has_exponent_floor)
      for (const GroupRange& group : range.groups)
        if (group.term.nonzero)
          range.floor_above.push_back(Interval{plan.exponent_floor, plan.exponent_floor} -
                                      group.term.exponent);
    find_sum(plan, range);
    find_partial_sums(plan, range);
    range.few_bits = few_bits(plan_, plan, range);
    ranges_.sums.push_back(std::move(range));
    return ranges_.sums.back().sum;
  }

  TermRange round(const RoundPlan& round, Place place, const TermRange& term) {
    if (place.kind == Place::Kind::product) return rounded(round, term);
    if (place.kind == Place::Kind::result) {
      find_result(term);
      return ranges_.result = rounded(round, term);
    }
    SumRange& range = ranges_.sums.back();
    return range.rounded = rounded(round, term);
  }

 private:
  void find_result(const TermRange& root) {
    ranges_.root = root;
    const SumPlan& last = plan_.sums.back();
    ranges_.root_lowest_at_greatest =
        last.rounds ? root.lowest_bit : lowest_at_greatest(plan_, last, ranges_.sums.back());
    ranges_.root_stays_below = !may_overflow(plan_.result, ranges_.sums.back().sum) ||
                               stays_below_greatest(plan_, last, ranges_.sums.back());
    ranges_.root_overflows =
        may_overflow(plan_.result, root) && (last.rounds || !ranges_.root_stays_below);
  }

  const AddendGroup& group(const SumPlan& sum, std::size_t g) const {
    return groups_of(plan_, sum)[g];
  }

  using Side = Dyadic TermRange::*;  // the greatest magnitude of either sign

  // The greatest magnitude of an addend, its term at the largest exponent.
  Dyadic greatest_addend(const SumPlan& sum, const SumRange& range, std::size_t g,
                         Side side) const {
    const GroupRange& group = range.groups[g];
    const Dyadic& greatest = group.term.*side;
    const AddendGroup& plan = this->group(sum, g);
    if (plan.complements) {  // a zero, too, may be one unit
      const Dyadic unit{1, -plan.fraction_bits};
      return group.term.nonzero ? greatest + unit + unit : unit;
    }
    if (!group.term.nonzero || greatest.is_zero()) return {};
    if (group.greatest_loss <= 0) return greatest;
    if (plan.may_increment()) return greatest + Dyadic{1, -plan.fraction_bits};
    return plan.alignment_rounding == Rounding::to_odd ? jammed(greatest, -plan.fraction_bits)
                                                       : greatest;
  }

  // Finds the bits that the nodes of each level of the adder tree need at most.
  void find_partial_sums(const SumPlan& sum, SumRange& range) const {
    for (const Side side : {&TermRange::greatest, &TermRange::greatest_negative})
      range.sum.*side = add_up(sum, range, side);
    range.total = range.sum.greatest;
    range.negative_total = range.sum.greatest_negative;
    finish_range(sum, range.sum);
  }

  // Every addend at the greatest magnitude of its sign.
  Dyadic add_up(const SumPlan& sum, SumRange& range, Side side) const {
    std::vector<Dyadic> addends;
    for (std::size_t g = 0; g < range.groups.size(); ++g)
      addends.insert(addends.end(), static_cast<std::size_t>(group(sum, g).count),
                     greatest_addend(sum, range, g, side));
    const auto radix = static_cast<std::size_t>(plan_.adder_radix);
    std::size_t level = 0;
    do {
      std::vector<Dyadic> nodes;
      for (std::size_t i = 0; i < addends.size(); ++i)
        if (i % radix == 0)
          nodes.push_back(addends[i]);
        else
          nodes.back() = nodes.back() + addends[i];
      addends = std::move(nodes);
      const auto& most = *std::ranges::max_element(
          addends, [](const Dyadic& x, const Dyadic& y) { return (y + -x).integer > 0; });
      if (level == range.tree_bits.size()) range.tree_bits.push_back(0);
      int& bits = range.tree_bits[level++];
      bits = std::max(bits, magnitude_bits(most, sum.fraction_bits));
    } while (addends.size() > 1);
    return addends.front();
  }

  static Interval difference(const TermRange& x, const TermRange& y) {
    return x.shared >= 0 && x.shared == y.shared ? x.own_exponent - y.own_exponent
                                                 : x.exponent - y.exponent;
  }

  // The exponents of a group's zeros less a term's; empty where they take no part.
  static Interval zero_difference(const AddendGroup& plan, const TermRange& zeros,
                                  const TermRange& term) {
    const Interval led = zeros_in_e_max(plan, zeros);
    if (led.empty()) return {};
    const bool is_under_one_scale = zeros.shared >= 0 && zeros.shared == term.shared;
    return plan.own_zero_exponent() && is_under_one_scale
               ? zeros.own_zero_exponent - term.own_exponent
               : led - term.exponent;
  }

  // The exponents with which a group's zeros take part; empty where they do not, or there is none.
  static Interval zeros_in_e_max(const AddendGroup& plan, const TermRange& zeros) {
    const Interval own = zeros.zero_exponent;
    const auto low = plan.zero_in_e_max(own.low), high = plan.zero_in_e_max(own.high);
    return zeros.zero && low && high ? Interval{*low, *high} : Interval{};
  }

  // The highest exponent of everything that takes part.
  int highest_exponent(const SumPlan& sum, const SumRange& range) const {
    int highest = sum.has_exponent_floor ? sum.exponent_floor : plan_.absent_exponent;
    for (std::size_t g = 0; g < range.groups.size(); ++g) {
      const AddendGroup& plan = group(sum, g);
      const TermRange& term = range.groups[g].term;
      if (term.nonzero) highest = std::max(highest, term.exponent.high);
      if (const Interval zeros = zeros_in_e_max(plan, term); !zeros.empty())
        highest = std::max(highest, zeros.high);
    }
    return highest == plan_.absent_exponent ? highest : sum.on_grid(highest);
  }

  // The least exponent that a sum has: every term takes part with one, or is a zero that takes
  // none.
  int least_e_max(const SumPlan& sum, const SumRange& range) const {
    int least = plan_.absent_exponent;
    for (std::size_t g = 0; g < range.groups.size(); ++g) {
      const TermRange& term = range.groups[g].term;
      int own = kNoLimit;
      if (term.nonzero || term.cancels) own = term.exponent.low;
      if (term.zero) {
        const Interval zeros = zeros_in_e_max(group(sum, g), term);
        own = zeros.empty() ? plan_.absent_exponent : std::min(own, zeros.low);
      }
      if (own != kNoLimit) least = std::max(least, own);
    }
    return least;
  }

  // How far a term of group `g` can lie below what leads.
  void find_distances(const SumPlan& sum, SumRange& range, std::size_t g) const {
    GroupRange& group = range.groups[g];
    const AddendGroup& plan = this->group(sum, g);
    const TermRange& term = group.term;
    const int least = sum.has_exponent_floor ? sum.exponent_floor - term.exponent.high : 0;
    const auto add = [&](Interval distance) {
      distance.low = std::max({0, least, distance.low});
      distance.high += sum.grid.step - 1;
      if (!distance.empty()) group.distances.push_back(distance);
    };
    if (term.nonzero && (!sum.has_exponent_floor || term.exponent.high >= sum.exponent_floor))
      add({0, 0});
    for (std::size_t h = 0; h < range.groups.size(); ++h) {
      const TermRange& other = range.groups[h].term;
      if (h == g && plan.count == 1) continue;
      if (term.nonzero && other.nonzero) add(difference(other, term));
      if (const Interval zeros = zero_difference(this->group(sum, h), other, term);
          term.nonzero && !zeros.empty())
        add(zeros);
      if (const Interval zeros = zero_difference(plan, term, other);
          other.nonzero && !zeros.empty())
        group.zero_above.push_back(zeros);
    }
    if (sum.has_exponent_floor && term.nonzero)
      add(Interval{sum.exponent_floor, sum.exponent_floor} - term.exponent);
    for (const Interval& distance : group.distances)
      group.greatest_distance = std::max(group.greatest_distance, distance.high);
    const int last_kept = term.exponent.low + group.greatest_distance - plan.fraction_bits;
    group.greatest_loss =
        term.nonzero ? std::min(group.greatest_distance + term.fraction - plan.fraction_bits,
                                highest_exponent(sum, range) - plan.fraction_bits - term.lowest_bit)
                     : 0;
    group.loses_all = term.nonzero && group.greatest_loss > 0 && leaves_nothing(plan, term) &&
                      (!term.normalized || group.greatest_distance > plan.fraction_bits ||
                       last_kept > term.lowest_leading) &&
                      !vanishes_before_it_is_lost(sum, range, g);
  }

  // A normalized term vanishes before all its bits are lost. Those of the least exponent may be
  // shorter: they are lost where the largest exponent is neither too high nor too low for that.
  bool vanishes_before_it_is_lost(const SumPlan& sum, const SumRange& range, std::size_t g) const {
    const AddendGroup& plan = group(sum, g);
    const GroupRange& lost = range.groups[g];
    const bool is_number = lost.own.normalized && plan.own_input().integer_bits() == 1;
    if (!plan.may_vanish() || !is_number || plan.own_reach() > plan.fraction_bits || sum.has_grid())
      return false;
    const Interval lose{lost.term.lowest_leading + plan.fraction_bits + 1,
                        lost.term.exponent.low + plan.reach()};
    const auto meets = [&](Interval x) {
      return !x.empty() && std::max(x.low, lose.low) <= std::min(x.high, lose.high);
    };
    if (meets({lost.term.exponent.low, lost.term.exponent.low})) return false;  // alone
    if (sum.has_exponent_floor && meets({sum.exponent_floor, sum.exponent_floor})) return false;
    for (std::size_t h = 0; h < range.groups.size(); ++h) {
      const TermRange& other = range.groups[h].term;
      const AddendGroup& of_other = group(sum, h);
      if (h == g && plan.count == 1) continue;
      if (other.nonzero && meets(other.exponent)) return false;
      if (meets(zeros_in_e_max(of_other, other))) return false;
    }
    return true;
  }

  // Whether the mode can make a zero of what is above zero.
  static bool leaves_nothing(const AddendGroup& plan, const TermRange& term) {
    return may_leave_nothing(plan.alignment_rounding.mode, false) ||
           (term.negative && may_leave_nothing(plan.alignment_rounding.mode, true));
  }

  bool vanishes(const AddendGroup& plan, const GroupRange& group) const {
    return plan.vanishes_at(group.greatest_distance);
  }

  void find_sum(const SumPlan& sum, SumRange& range) const {
    TermRange& out = range.sum;
    bool first = true, increments = false, all_minus_zero = true, any_negative = false;
    bool attained = true;  // the fullness of every term
    std::int64_t fullness = 0;
    int count = 0;
    out.zero = true;
    Interval zeros{plan_.absent_exponent, plan_.absent_exponent};
    int integer_bits = 0, nonzero_count = 0;
    for (std::size_t g = 0; g < range.groups.size(); ++g) {
      const GroupRange& group = range.groups[g];
      const AddendGroup& plan = this->group(sum, g);
      const TermRange& term = group.term;
      const bool may_vanish = vanishes(plan, group);
      out.zero = out.zero && (term.zero || may_vanish);
      zeros = join(zeros, zeros_in_e_max(plan, term));
      // A term that takes part with a higher exponent than its own may give e_max and vanish.
      if (may_vanish && (!plan.keeps_exponents() || sum.has_grid()) && term.nonzero)
        zeros = join(zeros, term.exponent);
      all_minus_zero =
          all_minus_zero && (term.minus_zero || (term.negative && (group.loses_all || may_vanish)));
      any_negative = any_negative || term.negative || term.minus_zero;
      out.nan = out.nan || term.nan;
      out.infinite = out.infinite || term.infinite;
      out.negative = out.negative || term.negative || plan.complements;
      count += plan.count;
      if (!term.nonzero) continue;
      out.nonzero = true;
      out.cancels = out.cancels || term.cancels || group.loses_all;
      nonzero_count += plan.count;
      out.bits = nonzero_count > 1 || plan.complements ? kNoLimit : term.bits;
      out.exponent = first ? term.exponent : join(out.exponent, term.exponent);
      out.lowest_bit = first ? term.lowest_bit : std::min(out.lowest_bit, term.lowest_bit);
      out.top = first ? term.top : std::max(out.top, term.top);
      attained = attained && term.fullness < kFullBinade;
      const bool may_round_up =
          plan.complements || (plan.may_increment() && group.greatest_loss > 0);
      const bool may_fill = plan.complements || (plan.alignment_rounding != Rounding::toward_zero &&
                                                 group.greatest_loss > 0);
      if (may_fill)  // Whatever is left of it, the last bit that is kept.
        out.top = std::max(out.top, highest_exponent(sum, range) - plan.fraction_bits + 1);
      increments = increments || may_round_up;
      fullness += std::int64_t{plan.count} * (may_fill ? kFullBinade : term.fullness);
      integer_bits = std::max(integer_bits, plan.input.integer_bits());
      first = false;
    }
    out.cancels = out.cancels || (nonzero_count > 1 && out.negative) || !sum.is_plain();
    out.negative = out.negative || sum.total.accumulator_bits > 0;
    out.zero = out.zero || sum.total.cancelled != Cancelled::number;
    if (!out.nonzero) out.exponent = zeros;
    out.nan = out.nan || (out.infinite && count > 1 && any_negative);
    if (sum.has_exponent_floor) {
      out.exponent.low = std::max(out.exponent.low, sum.exponent_floor);
      zeros = {std::max(zeros.low, sum.exponent_floor), std::max(zeros.high, sum.exponent_floor)};
    }
    if (!sum.stays_as_added())
      out.exponent.low = std::max(out.exponent.low, least_e_max(sum, range));
    out.exponent.high = std::max({out.exponent.low, out.exponent.high, zeros.high});
    if (sum.has_grid()) {
      out.exponent = {sum.on_grid(out.exponent.low), sum.on_grid(out.exponent.high)};
      for (int* end : {&zeros.low, &zeros.high})
        if (*end > plan_.absent_exponent) *end = sum.on_grid(*end);
    }
    if (sum.total.cancelled != Cancelled::number) zeros = join(zeros, out.exponent);
    if (!sum.is_plain()) out.bits = kNoLimit;
    out.lowest_bit = lowest_kept(sum, range, out);
    out.zero_exponent = zeros;
    share_scales(sum, range);
    out.minus_zero =
        sum.zero_sign == ZeroSign::ieee &&
        (all_minus_zero || ((sum.rounds_down || !sum.stays_as_added()) && any_negative));
    out.fraction = lowest_fraction(sum);
    out.zeros = zeros_of_two(plan_, sum, range);
    out.lowest_leading = lowest_leading(sum, range, out.lowest_bit);
    if (cut_fills(sum))
      out.top = std::max(out.top, highest_exponent(sum, range) - sum.output.fraction_bits + 1);
    const int carries = ceil_log2(count) + (increments || cut_fills(sum) ? 1 : 0);
    out.top += carries;
    range.integer_bits = integer_bits + carries;
    // The least number that it holds has a bit more, and nothing below that.
    if (const int bits = sum.total.accumulator_bits; bits > 0)
      range.integer_bits = std::min(range.integer_bits, bits - 1 - sum.fraction_bits);
    const bool is_narrow = sum.total.accumulator_bits > 0 || sum.total.cut_bits > 0;
    if (is_narrow && !sum.total.tells_lost)
      out.bits = std::max(1, range.integer_bits + last_fraction(sum));
    // Every addend lies below its power of two, so a whole number of them stays below that.
    for (int carry = 1; carry <= ceil_log2(count); ++carry) {
      const std::int64_t needed = std::int64_t{kFullBinade} << (carry - 1);
      if (fullness > needed || (fullness == needed && attained)) range.most_carries = carry;
    }
  }

  // Scales that all terms share are a part of the sum's exponent, too, unless a number may be it.
  void share_scales(const SumPlan& sum, SumRange& range) const {
    TermRange& out = range.sum;
    const int shared = range.groups.front().term.shared;
    Interval own, own_zero;
    for (std::size_t g = 0; g < range.groups.size(); ++g) {
      const TermRange& term = range.groups[g].term;
      const AddendGroup& plan = this->group(sum, g);
      if (term.shared != shared || plan.fixed_zero_exponent()) return;
      own = join(own, term.own_exponent);
      if (term.zero && plan.own_zero_exponent()) own_zero = join(own_zero, term.own_zero_exponent);
    }
    if (shared < 0 || sum.has_exponent_floor) return;
    own = join(own, own_zero);
    if (own_zero.empty()) own_zero = own;
    own.high += sum.grid.step - 1;
    own_zero.high += sum.grid.step - 1;
    out.shared = shared;
    out.own_exponent = own;
    out.own_zero_exponent = own_zero;
  }

  // Alignment cuts off what lies further down, but for what a sticky bit stands for.
  int lowest_kept(const SumPlan& sum, const SumRange& range, const TermRange& out) const {
    if (sum.sticky || !out.nonzero) return out.lowest_bit;
    if (sum.total.tells_lost) return out.exponent.low - lowest_fraction(sum);
    return lowest_of_total(plan_, sum, range, out.exponent.low);
  }

  // The least exponent of a sum that is not zero. Where one term is normalized, the sum is that
  // term; or the others; or that term is at least half as large as the others' lowest bit and
  // cancels with them.
  int lowest_leading(const SumPlan& sum, const SumRange& range, int lowest_bit) const {
    int least = lowest_bit;
    // A sum that is 0 stays that, whatever was lost.
    if (!sum.is_plain())
      return sum.sticky || !range.sum.nonzero
                 ? least
                 : std::max(least, lowest_of_total(plan_, sum, range, range.sum.exponent.low));
    for (std::size_t g = 0; g < range.groups.size(); ++g) {
      const TermRange& term = range.groups[g].term;
      if (!term.nonzero || !term.normalized || group(sum, g).count > 1) continue;
      int others = kNoLimit;
      for (std::size_t h = 0; h < range.groups.size(); ++h)
        if (h != g && range.groups[h].term.nonzero)
          others = std::min(others, range.groups[h].term.lowest_bit);
      int bound = term.lowest_leading;
      if (others != kNoLimit) bound = std::min(bound, others - 1 - term.fraction);
      least = std::max(least, bound);
    }
    return least;
  }

  const Plan& plan_;
  PlanRanges& ranges_;
};

void walk_intervals(const Plan& plan, PlanRanges& ranges) {
  ranges.sums.clear();
  Intervals intervals(plan, ranges);
  walk(plan, intervals);
}

// A step's d as the c of the next. A number that stays normal keeps its bits.
TermRange chained_range(const std::optional<Widening>& widening, const TermRange& d) {
  if (!widening) return d;
  TermRange c = rounded(widening->round, d);
  if (d.lowest_leading < widening->to.least_exponent()) return c;
  c.bits = std::min(c.bits, d.bits);
  c.fraction = std::min(c.fraction, c.bits - 1);
  return c;
}

}  // namespace

PlanRanges ranges_of_steps(const Sequence& sequence) {
  const Unit& unit = sequence.unit();
  const Instruction& row = unit.instruction;
  const Plan& plan = sequence.plan();
  const MultiplierPlan& m = plan.multiplier;
  PlanRanges ranges;
  ranges.a = operand_range(*row.a, m.a, m.flush_inputs);
  ranges.b = operand_range(*row.b, m.b, m.flush_inputs);
  if (m.moves_zero_factors())
    for (TermRange* const factor : {&ranges.a, &ranges.b})
      factor->zero_exponent = {m.zero_factor_exponent, m.zero_factor_exponent};
  for (TermRange* const factor : {&ranges.a, &ranges.b}) raise(m.grid, *factor);
  ranges.scale = scale_range(m);
  for (int lane = 0; lane < plan.lanes(); ++lane)
    ranges.products.push_back(product_range(m, row, ranges.a, ranges.b, ranges.scale, lane));
  ranges.c = operand_range(*row.c, m.c, m.flush_inputs);
  if (row.late_c) {  // the chain starts from +0
    ranges.c = {};
    ranges.c.zero = true;
    ranges.c.zero_exponent = {m.c.least_exponent(), m.c.least_exponent()};
  }
  walk_intervals(plan, ranges);
  for (int step = 1; step < sequence.steps(); ++step) {
    ranges.c = join(ranges.c, chained_range(sequence.program().chained, ranges.result));
    walk_intervals(plan, ranges);
  }
  return ranges;
}

PlanRanges ranges_of_late_c(const Sequence& sequence) {
  const Instruction& row = sequence.unit().instruction;
  const Plan& plan = *sequence.late_c_plan();
  PlanRanges ranges;
  ranges.products.push_back(ranges_of_steps(sequence).result);  // times 1
  ranges.c = operand_range(*row.c, plan.multiplier.c, Flush::none);
  walk_intervals(plan, ranges);
  return ranges;
}

}  // namespace mmasc
