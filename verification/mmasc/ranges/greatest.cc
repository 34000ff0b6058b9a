// SPDX-License-Identifier: Apache-2.0
#include "mmasc/ranges/greatest.h"

#include <algorithm>

#include "mmasc/ranges/total_range.h"

namespace mmasc {
namespace {

class Greatest {
 public:
  Greatest(const StepRules& rules, const SumRange& sum)
      : result_(rules.result_round), sum_(sum), leader_(lone_leader()) {}

  // The lowest bit of a sum about the result's greatest number: alignment, and a cut, take off what
  // lies further down.
  int lowest_bit() const {
    if (sum_.is_narrowed || sum_.complements() || sum_.rule.sticky) return sum_.sum.lowest_bit;
    // A cut that carries leaves a power of two, which no greatest number of several bits is.
    if (leader_ && (!sum_.cut_fills() || result_.fraction_bits > 0))
      return lowest_of_total(sum_, sum_.on_grid(e_max_at_greatest()));
    if (sum_.stays_as_added() || result_.fraction_bits == 0) return sum_.sum.lowest_bit;
    const int least = result_.greatest_exponent() + 1 - sum_.integer_bits;
    return lowest_of_total(sum_, sum_.on_grid(std::max(sum_.sum.exponent.low, least)));
  }

  // The leader comes alone and without what is lost below it; the sums of the others and of smaller
  // ones stay under the greatest number.
  bool stays_below() const {
    const RoundingRule& round = result_;
    // An accumulator makes no magnitude larger, nor does a cut towards zero; what was lost counts
    // less than half of the last place.
    if (sum_.cut_fills() || (sum_.rule.sticky && may_rise_by_little(round))) return false;
    const int greatest = round.greatest_exponent();
    const std::uint64_t half = std::uint64_t{1} << round.fraction_bits;
    if (round.fraction_bits < 1 || round.greatest_significand() != 2 * half - 1) return false;
    if (leader_ == nullptr) return false;
    const GroupRange& lead = *leader_;
    const int d_fraction = round.format->fraction_bits;
    if (lead.own.fraction > d_fraction) return false;
    if (lead.own.fraction > round.fraction_bits && round.may_increment()) return false;
    // Where e_max is raised, the last bit that is kept may lie above all of the leader.
    const Rounding rounding = lead.rule.alignment_rounding;
    const bool may_fill = sum_.has_grid() && rounding != Rounding::toward_zero;
    if (lead.term.fraction + sum_.grid().step - 1 > lead.fraction_bits() &&
        (sum_.complements() || may_increment(rounding) || may_fill))
      return false;
    bool alone = true;
    Dyadic extra;
    const auto note = [&extra](int count, int top) { extra = extra + Dyadic{count, top}; };
    const int e_max = sum_.on_grid(lead.rule.exponent_in_e_max(greatest));
    if (sum_.complements() && sum_.frame_slot != lead.first_slot)
      note(sum_.addends(), e_max - sum_.fraction_bits);
    for (const GroupRange& group : sum_.groups) {
      if (&group == leader_ || !group.term.nonzero) continue;
      alone = false;
      const int distance = e_max_at_greatest() - group.term.exponent.high;
      if (distance < group.bits_from_e_max()) note(group.count, group.term.top);
      if (group.rule.alignment_rounding != Rounding::toward_zero)
        note(group.count, e_max - group.fraction_bits());
    }
    if (alone && extra.is_zero()) return true;
    if (const Cut first = round.first_cut();
        round.rounds_twice() && first.rounding != Rounding::toward_zero)
      note(1, greatest - first.fraction_bits);
    if (may_rise_by_little(round)) return extra.is_zero();
    return (extra + Dyadic{-1, greatest - d_fraction - 1}).integer < 0;
  }

 private:
  // The group of the one term that reaches the result's greatest exponent, by its own value and in
  // e_max, where all others together stay far below it.
  const GroupRange* lone_leader() const {
    const int greatest = result_.greatest_exponent();
    const GroupRange* leader = nullptr;
    int count = 0, others_top = -kNoLimit / 2;
    for (const GroupRange& group : sum_.groups) {
      if (!group.term.nonzero) continue;
      if (group.term.top <= greatest) {
        count += group.count;
        others_top = std::max(others_top, group.term.top);
      } else if (leader != nullptr || group.count > 1) {
        return nullptr;
      } else {
        leader = &group;
      }
    }
    if (leader == nullptr || leader->term.top > greatest + 1) return nullptr;
    if (sum_.sum.exponent.high > sum_.on_grid(leader->rule.exponent_in_e_max(greatest)))
      return nullptr;
    if (count > 0 && others_top + ceil_log2(count) + 1 > greatest - 1) return nullptr;
    return leader;
  }

  // The least e_max of a sum whose leading bit is the result's greatest exponent.
  int e_max_at_greatest() const {
    return result_.greatest_exponent() + 1 - leader_->input.integer_bits();
  }

  // Whether less than half of the last place beside the greatest number may round up.
  static bool may_rise_by_little(const RoundingRule& round) {
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

  const RoundingRule& result_;
  const SumRange& sum_;
  const GroupRange* const leader_;
};

}  // namespace

int lowest_at_greatest(const StepRules& rules, const SumRange& sum) {
  return Greatest(rules, sum).lowest_bit();
}

bool stays_below_greatest(const StepRules& rules, const SumRange& sum) {
  return Greatest(rules, sum).stays_below();
}

}  // namespace mmasc
