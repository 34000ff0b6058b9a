// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/meaning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "mmasc/coverage/leaves.h"
#include "mmasc/mutation/alignment.h"
#include "mmasc/mutation/lone_root.h"
#include "mmasc/mutation/multiplier_meaning.h"
#include "mmasc/mutation/rounding_meaning.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/random_elements.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {
namespace {

// Both give an infinity for whatever the first one does.
bool overflow_alike(const RoundingRule& first, const RoundingRule& second) {
  return !first.may_saturate() && !second.may_saturate() && first.format->has_infinity() &&
         second.format->has_infinity() && first.greatest_exponent() == second.greatest_exponent() &&
         first.greatest_significand() == (std::uint64_t{2} << first.fraction_bits) - 1;
}

std::string zero_text(const GroupRange& group) {
  using Kind = ZeroExponent::Kind;
  switch (group.rule.zero_exponent.kind) {
    case Kind::own:
      return fmt::format("zeros at their own exponent, {} to {}", group.term.zero_exponent.low,
                         group.term.zero_exponent.high);
    case Kind::ignored:
      return "zeros ignored";
    case Kind::fixed:
      break;
  }
  return fmt::format("zeros at {}", group.rule.zero_exponent.value);
}

class Reader : RoundingReader {
 public:
  Reader(const Unit& unit, Meaning& meaning)
      : RoundingReader(meaning),
        meaning_(meaning),
        unit_(unit),
        sequence_(unit),
        plan_(sequence_.plan()),
        sums_(sequence_),
        rules_(sums_.rules()),
        leaves_(sums_.ranges()),
        alignment_(sums_) {}

  void read() {
    if (adds_at_once()) return read_whole();
    read_program();
    MultiplierReader(unit_, sums_, alignment_, meaning_).read();
    if (alignment_.adds_exactly())
      read_exact_sums();
    else
      for (int s = 0; s <= sums_.root(); ++s) read_sum(s);
    read_rounding("result", rules_.result_round,
                  {.bounds = bounds_of_result(),
                   .never_overflows = never_overflows(),
                   .is_alone_below_the_least =
                       rules_.result_round.flushes() && alignment_.is_alone_below_the_least()});
    add("nan {:x}", plan_.nan_known ? plan_.nan : 0);
    if (plan_.tells_nans_apart())
      add("nan of a factor {:x}, of c {}", plan_.factor_nan,
          plan_.keeps_c_nan ? "its own" : "the same");
    add("d {}", rules_.d->name);
  }

 private:
  // d is the sum of all products and c, made to fit: in whatever steps, order and sums. Clamped
  // sums that only grow may be clamped at any time.
  bool adds_at_once() const {
    const RoundingRule& result = rules_.result_round;
    bool whole = result.is_integer() &&
                 (!result.may_saturate() || (!sums_.product().negative && !negates(plan_)));
    for (int s = 0; s <= sums_.root(); ++s)
      whole = whole && !sums_.sum(s).rounds() && alignment_.keeps_all(s);
    return whole && (unit_.steps() == 1 || !enters_negative(rules_.lanes));
  }

  // Whether this leaf, a lane or c, is negated on its way.
  bool enters_negative(int leaf) const { return leaves_.negated(sums_.root(), leaf); }

  void read_whole() {
    const Instruction& row = unit_.instruction;
    read_negated_leaves();
    add("{} products of {} * {}, and {}", row.shape.k, row.a->name, row.b->name, row.c->name);
    add("d {}", rules_.d->name);
    read_fitting("d", rules_.result_round);
    put_aside(fmt::format("{} steps of {}; {}", unit_.steps(), unit_.lanes(), described(0)),
              "integers are added exactly{}: no step, order or exponent changes a bit",
              rules_.result_round.may_saturate()
                  ? ", and no product is negative"
                  : fmt::format(" modulo 2^{}", rules_.d->storage_bits()));
  }

  // All products alike whatever the lanes are, else lane by lane.
  void read_negated_leaves() {
    const int lanes = rules_.lanes;
    int negated = 0;
    for (int lane = 0; lane < lanes; ++lane) negated += enters_negative(lane);
    if (negated == lanes) add("all products negated");
    for (int lane = 0; lane < lanes && negated < lanes; ++lane)
      if (enters_negative(lane)) add("lane {} negated", lane);
    if (enters_negative(lanes)) add("c negated");
  }

  void read_program() {
    const Instruction& row = unit_.instruction;
    add("{} steps of {}", unit_.steps(), unit_.lanes());
    std::string order;
    for (const int residue : row.order.first) order += fmt::format(" {}", residue);
    if (unit_.steps() == 1 && !order.empty() && is_one_sum())
      put_aside(order, "there is one step, and the order within it changes no bit");
    else if (!order.empty())
      add("order mod {}:{}", row.order.modulus, order);
    if (const auto widths = random_widths(unit_); !widths.empty())
      add("draws {}", fmt::join(widths, " "));
    if (row.late_c) add("late c, {}", rounding_text(row.late_c->rounding));
  }

  // All products are alike: terms of one sum under one scale.
  bool is_one_sum() const {
    return sums_.sum(0).groups.front().count == rules_.lanes &&
           plan_.multiplier.lanes_scaled_alike() == rules_.lanes;
  }

  void read_sum(int s) {
    const SumRange& sum = sums_.sum(s);
    const auto name = sum.name.view();
    add("sum at level {}", sum.rule.level);
    read_zero_sign(s);
    const bool exact = alignment_.keeps_all(s) && alignment_.hides_exponent(s);
    if (exact)
      put_aside(described(s), "{}: every bit of every term is kept, so exponents do not matter",
                name);
    for (const GroupRange& group : sums_.sum(s).groups) {
      add("terms {}", slots_of(group));
      if (group.rule.enters_negative(false)) add("negated");
      if (exact) continue;
      read_window(s, group);
      read_vanishing(s, group);
      if (!group.rule.keeps_exponents()) add("0 is {} in e_max", group.rule.exponent_in_e_max(0));
    }
    if (!exact) read_zeros(s);
    if (sum.complements())
      add("complemented in the frame of {}, by units below {}", sum.frame_slot, sum.fraction_bits);
    read_total(sum);
    read_rounding_of(s);
  }

  // They are one sum of all products and c.
  void read_exact_sums() {
    add("adds exactly");
    read_negated_leaves();
    const int root = sums_.root();
    read_zero_sign(root);
    for (int s = 0; s < root; ++s)
      put_aside(fmt::format("{}; {} to sum {}", members(s), enum_name(sums_.sum(s).rule.cancelled),
                            sums_.user_of(s)),
                "{}: every bit of every term is kept, here and where the sum goes on",
                sums_.sum(s).name.view());
    put_aside(members(root), "{}: every bit of every term is kept, so exponents do not matter",
              sums_.sum(root).name.view());
    read_rounding_of(root);
  }
  std::string members(int s) const {
    std::string text = described(s);
    for (const GroupRange& group : sums_.sum(s).groups) text += "; " + slots_of(group);
    return text;
  }
  static std::string slots_of(const GroupRange& group) {
    return fmt::format("{} + {} * {}", group.first_slot, group.stride, group.count);
  }

  void read_rounding_of(int s) {
    const SumRange& sum = sums_.sum(s);
    const auto name = sum.name.view();
    if (!sum.rounds()) return;
    const RoundingRule& round = *sum.rule.round;
    if (s == sums_.root() && root_rounds_first())
      put_aside(fmt::format("{} to {}", name, round.fraction_bits),
                "{}: the sum is rounded as the result is at first", name);
    else if (s == sums_.root() && root_rounding_is_idle())
      put_aside(fmt::format("{} to {}", name, round.fraction_bits),
                "{}: the sum has bits from 2^{} to below 2^{}, which need no rounding", name,
                sums_.bounds(s).lowest_bit, sums_.bounds(s).top);
    else
      read_rounding(std::string(name), round, {.bounds = sums_.bounds(s)});
  }

  void read_total(const SumRange& sum) {
    if (sum.has_grid()) add("e_max {} + a multiple of {}", sum.grid().first, sum.grid().step);
    if (const auto& held = sum.rule.accumulator)
      add("{} in {} bits from 2^(e_max - {})",
          held->overflow == Overflow::saturate ? "saturates" : "wraps", held->bits,
          sum.fraction_bits);
    if (const auto& cut = sum.rule.cut)
      add("cut to {} bits, {}", cut->fraction_bits, rounding_text(cut->rounding));
    if (sum.rule.cancelled != Cancelled::number)
      add("{} where it cancels", enum_name(sum.rule.cancelled));
    if (sum.rule.sticky) add("the rounding sees what was lost");
  }

  // The fields that an exact sum does without.
  std::string described(int s) const {
    std::string text =
        sums_.sum(s).has_floor() ? fmt::format("floor {}", sums_.sum(s).floor()) : "";
    for (const GroupRange& group : sums_.sum(s).groups)
      text += fmt::format("; {} {}, {}", group.fraction_bits(),
                          rounding_text(group.rule.alignment_rounding), zero_text(group));
    return text;
  }

  // Whether a zero of this sum is + whatever its zero_sign, since a term other than `left_out` is
  // never -0: c, which a late c leaves +0, or a sum that is none.
  bool is_never_minus_zero(int s, int left_out = -1) const {
    const SumRange& sum = sums_.sum(s);
    const bool may_make_one = (sum.rule.has_ieee_zero_sign && sum.rule.rounds_down) ||
                              sum.complements() || (sum.rounds() && may_make_minus_zero(s));
    if (may_make_one) return false;
    if (unit_.instruction.late_c && unit_.steps() == 1 && sums_.user_of_leaf(rules_.lanes) == s)
      return true;
    for (int term = 0; term < s; ++term)
      if (term != left_out && sums_.user_of(term) == s && alignment_.keeps_all(s) &&
          !sums_.group_of_user(term).rule.enters_negative(false) && is_never_minus_zero(term))
        return true;
    return false;
  }
  bool may_make_minus_zero(int s) const {
    const RoundingRule& round = *sums_.sum(s).rule.round;
    const Bounds bounds = sums_.bounds(s);
    return bounds.lowest_bit < round.last_place() ||
           (round.flushes() && bounds.least_value < round.least_exponent());
  }

  // Whether no sum sees the sign of this one's zeros, beside a term that is never -0.
  bool is_zero_beside_plus(int s) const {
    return is_never_minus_zero(s) ||
           (s != sums_.root() && is_never_minus_zero(sums_.user_of(s), s));
  }

  void read_zero_sign(int s) {
    const SumRange& sum = sums_.sum(s);
    const RoundingRule& result = rules_.result_round;
    const std::string sign(
        enum_name(sum.rule.has_ieee_zero_sign ? ZeroSign::ieee : ZeroSign::plus));
    const bool is_down = sum.rule.has_ieee_zero_sign && sum.rule.rounds_down;
    const bool plus_beside =
        unit_.instruction.late_c && s == 0 && s == sums_.root() && !sum.rounds() &&
        (alignment_.keeps_all(s) || alignment_.zeros_cut_nothing(s)) &&
        (sums_.root_bounds().lowest_bit >= result.last_place() ||
         !(result.keeps_underflow_sign() || result.keeps_prerounding_sign())) &&
        (!result.flushes() || sums_.root_bounds().least_value >= result.least_exponent());
    if (plus_beside && !is_down)
      put_aside(sign, "{}: c is +0 or a result that is not -0, so no sum is -0", sum.name.view());
    else if (is_zero_beside_plus(s))
      put_aside(sign, "{}: a term that is never -0 is added here or next, so no zero keeps a -",
                sum.name.view());
    else
      add("{}", sign);
    if (!is_down) return;
    if (sum.addends() == 1)
      put_aside("- where it cancels", "{}: one term does not cancel", sum.name.view());
    else
      add("- where it cancels");
  }

  void read_window(int s, const GroupRange& group) {
    const std::string text = fmt::format("keeps {}, {}", group.fraction_bits(),
                                         rounding_text(group.rule.alignment_rounding));
    const auto name = sums_.sum(s).name.view();
    if (group.loses_nothing())
      put_aside(text,
                "{}: the last bit of a term, at least 2^{}, is kept beside the largest exponent {}",
                name, bounds_of(group.term).lowest_bit, sums_.bounds(s).greatest_exponent);
    else if (alignment_.is_floored_twice(s, group))
      put_aside(text, "{}: what is cut off goes down, and the sum is then rounded down further up",
                name);
    else if (alignment_.is_floored_again(s))
      put_aside(text,
                "{}: one of two terms is cut, and their sum is cut again further up, downwards",
                name);
    else
      add("{}", text);
  }

  void read_vanishing(int s, const GroupRange& group) {
    const int last = group.rule.reach();
    if (!group.rule.may_vanish()) return;
    const auto name = sums_.sum(s).name.view();
    const std::string text = fmt::format("vanishes below {}", last);
    if (alignment_.vanishes(s, group))
      add("{}", text);
    else if (last >= group.greatest_distance)
      put_aside(text, "{}: no term is more than {} below the largest", name,
                group.greatest_distance);
    else
      put_aside(text, "{}: a term {} below the largest changes nothing", name, last + 1);
  }

  // Reads what takes part in the largest exponent besides the terms: a floor and the zeros of each
  // group. A rule that is put aside gives no later argument: `others` is what the rest still
  // guarantees.
  void read_zeros(int s) {
    const auto& groups = sums_.sum(s).groups;
    std::vector<int> guarantees;
    for (const GroupRange& group : groups)
      guarantees.push_back(Alignment::guaranteed_exponent(group));
    const auto others = [&] {
      return std::max(sums_.least_exponent(s), std::ranges::max(guarantees));
    };
    const SumRange& sum = sums_.sum(s);
    if (sum.has_floor()) {
      const std::string text = fmt::format("floor {}", sum.floor());
      if (!is_put_aside(s, text, sum.floor(), others())) {
        add("{}", text);
        guarantees.push_back(sum.floor());
      }
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const int guarantee = std::exchange(guarantees[g], kNever);
      const std::string text =
          fmt::format("terms from {}: {}", groups[g].first_slot, zero_text(groups[g]));
      if (!groups[g].rule.fixed_zero_exponent() && sums_.shares_exponent(s) &&
          alignment_.hides_zero(s, Alignment::zero_exponent(groups[g]))) {
        put_aside(text, "{}: its terms have one exponent, zero or not", sum.name.view());
      } else if (!is_put_aside(s, text, Alignment::zero_exponent(groups[g]), others())) {
        add("{}", text);
        guarantees[g] = guarantee;
      }
    }
  }
  bool is_put_aside(int s, const std::string& text, int exponent, int others) {
    const auto name = sums_.sum(s).name.view();
    const bool below_all =
        exponent <= sums_.least_exponent(s) && alignment_.hides_zero(s, exponent);
    if (exponent == kNever)
      put_aside(text, "{}: zeros that take no part lead nothing", name);
    else if (exponent <= alignment_.harmless_exponent(s))
      put_aside(text, "{}: an exponent of {} would still keep every bit", name, exponent);
    else if (below_all || (alignment_.hides_exponent(s) && exponent <= others))
      put_aside(text, "{}: the largest exponent is at least {} without it", name, others);
    else if (alignment_.is_flushed_beside(s, exponent))
      put_aside(text, "{}: a sum beside an exponent of {} is flushed to +0", name, exponent);
    else
      return false;
    return true;
  }

  // Whether the root's own rounding is the first of the result's two.
  bool root_rounds_first() const {
    const SumRange& root = sums_.sum(sums_.root());
    const RoundingRule& result = rules_.result_round;
    if (!root.rounds() || !result.rounds_twice() || root.rule.has_ieee_zero_sign) return false;
    const RoundingRule& round = *root.rule.round;
    const auto [kept, rounding] = result.first_cut();
    return round.fraction_bits == kept && round.rounding == rounding && !rounding.is_stochastic() &&
           round.least_exponent() == result.least_exponent() && overflow_alike(round, result) &&
           round.format->has_minus_zero() && round.flush == result.flush &&
           (round.flushes()
                ? round.flushes_before_the_least() && result.rounding == Rounding::toward_zero
                : round.keeps_underflow_sign() == result.keeps_prerounding_sign());
  }

  // Whether the root's own rounding does nothing that the result's would not do.
  bool root_rounding_is_idle() const {
    if (root_rounds_first()) return true;
    const RoundingRule& round = *sums_.sum(sums_.root()).rule.round;
    const Bounds input = sums_.bounds(sums_.root());
    return is_exact_in_range(round, input) &&
           (is_exact(round, input) || overflow_alike(round, rules_.result_round));
  }

  // Of what the result's rounding sees, where the root's is its first; in the word of its input.
  Bounds bounds_of_result() const {
    if (!root_rounds_first()) return sums_.root_bounds();
    TermRange root = sums_.sum(sums_.root()).sum;
    root.word_bits = sums_.ranges().root.word_bits;
    root.lost = false;
    return bounds_of(root);
  }

  bool never_overflows() const {
    const bool rounds = sums_.sum(sums_.root()).rounds() && !root_rounding_is_idle();
    return !sums_.ranges().root_overflows || (!rounds && sums_.ranges().root_stays_below);
  }

  Meaning& meaning_;
  const Unit& unit_;
  const Sequence sequence_;
  const Plan& plan_;
  const Sums sums_;
  const StepRules& rules_;
  const LeafTable leaves_;
  const Alignment alignment_;
};

}  // namespace

Meaning meaning_of(const Unit& unit) {
  Meaning meaning;
  const std::optional<RoundedAtOnce> same = rounded_at_once(unit);
  if (same)
    meaning.aside.push_back(
        {same->sum + " is not rounded",
         same->sum + ": the last sum is this one alone, whose rounding is the result's"});
  Reader(same ? same->unit : unit, meaning).read();
  return meaning;
}

std::string why_equal(const Unit& x, const Unit& y) {
  return why_equal(meaning_of(x), meaning_of(y));
}

std::string why_equal(const Meaning& first, const Meaning& second) {
  if (first.facts != second.facts) return "";
  std::string why;
  const auto note = [&](const Meaning& meaning, const Meaning& other) {
    for (const Meaning::PutAside& one : meaning.aside)
      if (std::ranges::find(other.aside, one) == other.aside.end() &&
          why.find(one.why) == std::string::npos)
        why += (why.empty() ? "" : "; ") + one.why;
  };
  note(first, second);
  note(second, first);
  return why.empty() ? "the plan is the same" : why;
}

std::string why_equal(const Unit& unit, const Mutant& mutant) {
  if (mutant.unseen_metadata != 0 || mutant.lane) return {};
  return mutant.sum ? mutant.sum->why_equal : why_equal(unit, mutant.unit);
}

}  // namespace mmasc
