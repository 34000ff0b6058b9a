// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/greatest.h"

#include <algorithm>
#include <optional>

#include "mmasc/ranges/total_range.h"

namespace mmasc {
namespace {

class Greatest {
 public:
  Greatest(const Plan& plan, const SumPlan& sum, const SumRange& range)
      : plan_(plan), sum_(sum), range_(range), leader_(lone_leader()) {}

  // The lowest bit of a sum about the result's greatest number: alignment, and a cut, take off what
  // lies further down.
  int lowest_bit() const {
    if (sum_.sticky || sum_.complements() || sum_.total.tells_lost) return range_.sum.lowest_bit;
    // A cut that carries leaves a power of two, which no greatest number of several bits is.
    if (leader_ && (!cut_fills(sum_) || plan_.result.fraction_bits > 0))
      return lowest_of_total(plan_, sum_, range_, sum_.on_grid(e_max_at_greatest()));
    if (sum_.stays_as_added() || plan_.result.fraction_bits == 0) return range_.sum.lowest_bit;
    const int least = plan_.result.greatest_exponent + 1 - range_.integer_bits;
    return lowest_of_total(plan_, sum_, range_,
                           sum_.on_grid(std::max(range_.sum.exponent.low, least)));
  }

  // The leader comes alone and without what is lost below it; the sums of the others and of smaller
  // ones stay under the greatest number.
  bool stays_below() const {
    const RoundPlan& round = plan_.result;
    // An accumulator makes no magnitude larger, nor does a cut towards zero; what was lost counts
    // less than half of the last place.
    if (cut_fills(sum_) || (sum_.total.tells_lost && may_rise_by_little(round))) return false;
    const int greatest = round.greatest_exponent;
    const std::uint64_t half = std::uint64_t{1} << round.fraction_bits;
    if (round.fraction_bits < 1 || round.greatest_significand != 2 * half - 1) return false;
    if (!leader_) return false;
    const AddendGroup& lead = group(*leader_);
    const int lead_fraction = range_.groups[*leader_].term.fraction;
    const int own_fraction = range_.groups[*leader_].own.fraction;
    if (own_fraction > plan_.d.fraction_bits) return false;
    if (own_fraction > round.fraction_bits && round.may_increment()) return false;
    // Where e_max is raised, the last bit that is kept may lie above all of the leader.
    const bool may_fill = sum_.has_grid() && lead.alignment_rounding != Rounding::toward_zero;
    if (lead_fraction + sum_.grid.step - 1 > lead.fraction_bits &&
        (lead.may_increment() || may_fill))
      return false;
    bool alone = true;
    Dyadic extra;
    const auto note = [&extra](int count, int top) { extra = extra + Dyadic{count, top}; };
    const int e_max = sum_.on_grid(lead.exponent_in_e_max(greatest, false));
    if (sum_.complements() && sum_.frame_slot != lead.first_slot)
      note(sum_.addend_count, e_max - sum_.fraction_bits);
    for (std::size_t g = 0; g < range_.groups.size(); ++g) {
      const AddendGroup& plan = group(g);
      const TermRange& term = range_.groups[g].term;
      if (g == *leader_ || !term.nonzero) continue;
      alone = false;
      const int distance = e_max_at_greatest() - term.exponent.high;
      const bool gone = distance + plan.post_shift >= plan.shifted_bits();
      if (!gone) note(plan.count, term.top);
      if (plan.alignment_rounding != Rounding::toward_zero)
        note(plan.count, e_max - plan.fraction_bits);
    }
    if (alone && extra.is_zero()) return true;
    if (const auto first = round.first_cut();
        round.rounds_twice() && first.rounding != Rounding::toward_zero)
      note(1, greatest - first.fraction_bits);
    if (may_rise_by_little(round)) return extra.is_zero();
    return (extra + Dyadic{-1, greatest - plan_.d.fraction_bits - 1}).integer < 0;
  }

 private:
  const AddendGroup& group(std::size_t g) const { return groups_of(plan_, sum_)[g]; }

  // The group of the one term that reaches the result's greatest exponent, by its own value and in
  // e_max, where all others together stay far below it.
  std::optional<std::size_t> lone_leader() const {
    const int greatest = plan_.result.greatest_exponent;
    std::optional<std::size_t> leader;
    int count = 0, others_top = -kNoLimit / 2;
    for (std::size_t g = 0; g < range_.groups.size(); ++g) {
      const TermRange& term = range_.groups[g].term;
      if (!term.nonzero) continue;
      if (term.top <= greatest) {
        count += group(g).count;
        others_top = std::max(others_top, term.top);
      } else if (leader || group(g).count > 1) {
        return std::nullopt;
      } else {
        leader = g;
      }
    }
    if (!leader || range_.groups[*leader].term.top > greatest + 1) return std::nullopt;
    if (range_.sum.exponent.high > sum_.on_grid(group(*leader).exponent_in_e_max(greatest, false)))
      return std::nullopt;
    if (count > 0 && others_top + ceil_log2(count) + 1 > greatest - 1) return std::nullopt;
    return leader;
  }

  // The least e_max of a sum whose leading bit is the result's greatest exponent.
  int e_max_at_greatest() const {
    return plan_.result.greatest_exponent + 1 - group(*leader_).input.integer_bits();
  }

  // Whether less than half of the last place beside the greatest number may round up.
  static bool may_rise_by_little(const RoundPlan& round) {
    switch (round.rounding.mode) {
      case RoundingMode::toward_zero:
      case RoundingMode::nearest_even:
      case RoundingMode::nearest_away:
      case RoundingMode::to_odd:  // the greatest number is odd
        return false;
      default:
        return true;
    }
  }

  const Plan& plan_;
  const SumPlan& sum_;
  const SumRange& range_;
  const std::optional<std::size_t> leader_;
};

}  // namespace

int lowest_at_greatest(const Plan& plan, const SumPlan& sum, const SumRange& range) {
  return Greatest(plan, sum, range).lowest_bit();
}

bool stays_below_greatest(const Plan& plan, const SumPlan& sum, const SumRange& range) {
  return Greatest(plan, sum, range).stays_below();
}

}  // namespace mmasc
