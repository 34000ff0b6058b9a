// SPDX-License-Identifier: Apache-2.0
#include "audit/meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

#include "audit/bounds.h"
#include "spec/names.h"

namespace mmasc {
namespace {

class Reader {
 public:
  explicit Reader(const Unit& unit)
      : unit_(unit), plan_(make_plan(unit)), bounds_(bounds_of(unit, plan_)) {}

  Meaning read() && {
    find_exact_sums();
    read_program();
    read_multiplier();
    for (int s = 0; s < plan_.sums.size(); ++s) read_sum(s);
    read_rounding("result", plan_.result, root_bounds(), never_overflows());
    add("nan {:x}", plan_.nan_known ? plan_.nan : 0);
    add("d {}", plan_.d.name);
    return std::move(meaning_);
  }

 private:
  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    meaning_.facts.push_back(fmt::format(format, std::forward<T>(values)...));
  }
  template <class... T>
  void put_aside(std::string field, fmt::format_string<T...> why, T&&... values) {
    meaning_.aside.push_back({std::move(field), fmt::format(why, std::forward<T>(values)...)});
  }

  // --- sums and their terms ---

  struct Groups {
    const SumPlan& sum;
    std::span<const AddendGroup> plans;
    std::span<const Bounds> bounds;
    int size() const { return sum.group_count; }
  };
  Groups groups_of(int s) const {
    const SumPlan& sum = plan_.sums[s];
    const auto first = static_cast<std::size_t>(sum.first_group);
    const auto count = static_cast<std::size_t>(sum.group_count);
    return {sum,
            {plan_.groups.begin() + sum.first_group, count},
            std::span(bounds_.groups).subspan(first, count)};
  }
  const Bounds& bounds_of_sum(int s) const { return bounds_.sums[static_cast<std::size_t>(s)]; }
  int root() const { return plan_.sums.size() - 1; }
  int level_of(int s) const {
    int level = 0;
    while (s >= plan_.levels[level].first_sum + plan_.levels[level].sum_count) ++level;
    return level;
  }

  // What the result rounds.
  Bounds root_bounds() const {
    const SumPlan& sum = plan_.sums[root()];
    return sum.rounds ? rounded(bounds_of_sum(root()), sum.round) : bounds_of_sum(root());
  }

  bool loses_nothing(int s, int g) const {
    const Groups groups = groups_of(s);
    const auto i = static_cast<std::size_t>(g);
    return bounds_of_sum(s).greatest_exponent - groups.plans[i].fraction_bits <=
           groups.bounds[i].lowest_bit;
  }
  // How far below the sum's largest exponent a term that is not zero can lie.
  int reach(int s, int g) const {
    if (shares_exponent(s)) return 0;
    return bounds_of_sum(s).greatest_exponent -
           groups_of(s).bounds[static_cast<std::size_t>(g)].least_exponent;
  }
  // Every bit of a term of the group is gone beside a largest exponent this far above.
  static bool is_gone(const AddendGroup& group, const Bounds& bounds, int distance) {
    const int integer_bits =
        std::min(group.input.integer_bits(), bounds.top - bounds.greatest_exponent);
    return group.shift_out == Rounding::toward_zero &&
           distance >= group.fraction_bits + integer_bits;
  }
  // A term that has bits left may be replaced by zero.
  bool vanishes(int s, int g) const {
    const auto i = static_cast<std::size_t>(g);
    const AddendGroup& group = groups_of(s).plans[i];
    return group.vanishes_below < reach(s, g) &&
           !is_gone(group, groups_of(s).bounds[i], group.vanishes_below + 1) &&
           !is_rounded_away(s, group.vanishes_below + 1);
  }
  // A sum of two numbers that are normalized unless they have the least exponent: beside the larger
  // one, which the rounding keeps as it is, one this far below is less than half of any last bit.
  bool is_rounded_away(int s, int distance) const {
    const Groups groups = groups_of(s);
    const RoundPlan& round = groups.sum.rounds ? groups.sum.round : plan_.result;
    const bool to_nearest =
        round.rounding == Rounding::nearest_even || round.rounding == Rounding::nearest_away;
    if (!groups.sum.exact || groups.sum.addend_count != 2 || !(groups.sum.rounds || s == root()) ||
        !to_nearest || round.prerounding_fraction_bits > 0)
      return false;
    const auto suits = [&](const AddendGroup& group, const Bounds& bounds) {
      return group.input.integer_bits() == 1 && group.input.fraction_bits <= round.fraction_bits &&
             group.input.exponent_min == groups.plans.front().input.exponent_min &&
             group.input.exponent_min >= round.least_exponent &&
             bounds.least_exponent >= group.input.exponent_min &&
             zero_exponent(group, bounds) <= group.input.exponent_min;
    };
    for (int g = 0; g < groups.size(); ++g) {
      const auto i = static_cast<std::size_t>(g);
      if (!suits(groups.plans[i], groups.bounds[i])) return false;
    }
    return distance >= round.fraction_bits + 3;
  }
  bool is_whole(int s) const {
    for (int g = 0; g < groups_of(s).size(); ++g)
      if (vanishes(s, g)) return false;
    return true;
  }

  // Sums that keep every bit of every term, and have no term whose exponent anything else sees.
  void find_exact_sums() {
    for (int s = 0; s < plan_.sums.size(); ++s) {
      const Groups groups = groups_of(s);
      bool exact = is_whole(s);
      for (int g = 0; g < groups.size(); ++g)
        exact = exact && (groups.sum.sticky || loses_nothing(s, g));
      keeps_all_.push_back(exact);
    }
  }

  // Nothing sees the exponent that the sum's terms are aligned to.
  bool hides_exponent(int s) const {
    if (plan_.sums[s].rounds || s == root()) return true;
    const int consumer = user_of(s);
    return keeps_all_[static_cast<std::size_t>(consumer)] && hides_exponent(consumer);
  }
  // Nor that of an exact zero up to this one: what is added to it, if anything, leads.
  bool hides_zero(int s, int exponent) const {
    if (plan_.sums[s].rounds || s == root()) return true;
    const int consumer = user_of(s);
    return !has_own_zeros(consumer) ||
           (exponent <= least_exponent(consumer) && hides_zero(consumer, exponent));
  }
  bool has_own_zeros(int s) const {
    return std::ranges::any_of(groups_of(s).plans,
                               [](const AddendGroup& group) { return group.own_zero_exponent(); });
  }
  // Fixed-point products under one scale: all have its exponent.
  bool shares_exponent(int s) const {
    const MultiplierPlan& m = plan_.multiplier;
    const Groups groups = groups_of(s);
    if (level_of(s) != 0 || !m.fixed_point() || m.rounds || groups.size() != 1) return false;
    const AddendGroup& group = groups.plans.front();
    const int last = group.first_slot + group.stride * (group.count - 1);
    return last < m.lanes &&
           (m.scale_lanes == 0 || group.first_slot / m.scale_lanes == last / m.scale_lanes);
  }
  // Of the terms of a sum that are not zero.
  int least_exponent(int s) const {
    int least = kAlways;
    for (const Bounds& bounds : groups_of(s).bounds) least = std::min(least, bounds.least_exponent);
    return least;
  }
  // The sum that the sum is a term of.
  int user_of(int s) const {
    const int level = level_of(s);
    int slot = s - plan_.levels[level].first_sum;  // of the next level's input
    for (int next = level + 1; next < plan_.levels.size(); ++next) {
      const int consumer = consumer_of(next, slot);
      if (consumer >= 0) return consumer;
      slot = passed_to(plan_.levels[next], slot);
    }
    return root();
  }
  // -1 where the slot passes by.
  int consumer_of(int level, int slot) const {
    const LevelPlan& plan = plan_.levels[level];
    for (int s = plan.first_sum; s < plan.first_sum + plan.sum_count; ++s)
      if (takes(s, slot)) return s;
    return -1;
  }
  static int passed_to(const LevelPlan& level, int slot) {
    const auto at = std::ranges::find(level.passing, slot);
    return level.sum_count + static_cast<int>(at - level.passing.begin());
  }
  static bool takes(const AddendGroup& group, int slot) {
    const int distance = slot - group.first_slot;
    return distance >= 0 && distance < group.stride * group.count && distance % group.stride == 0;
  }
  bool takes(int s, int slot) const {
    return std::ranges::any_of(groups_of(s).plans,
                               [slot](const AddendGroup& group) { return takes(group, slot); });
  }

  // The root rounds a term x and a number y of d's format down, first to whole units of the
  // alignment, then to those of a rounding that are no finer: once is as good. x has bits to cut
  // only where y leads it by so much that the sum keeps y's exponent but for one.
  bool is_floored_twice(int s, int g) const {
    const Groups groups = groups_of(s);
    const RoundPlan& result = plan_.result;
    const bool has_first = result.prerounding_fraction_bits > 0;
    const int kept = has_first ? result.prerounding_fraction_bits : result.fraction_bits;
    const AddendGroup& x = groups.plans[static_cast<std::size_t>(g)];
    if (s != root() || groups.sum.rounds || groups.sum.addend_count != 2 || groups.size() != 2 ||
        (has_first ? result.prerounding : result.rounding) != Rounding::down ||
        x.shift_out != Rounding::down)
      return false;
    const AddendGroup& y = groups.plans[static_cast<std::size_t>(1 - g)];
    const int lead = x.fraction_bits - x.input.fraction_bits + 1;  // of y over a cut x
    return y.input.integer_bits() == 1 && y.input.exponent_min == result.least_exponent &&
           y.fraction_bits >= y.input.fraction_bits && x.fraction_bits >= y.input.fraction_bits &&
           y.zero_rule.kind != ZeroExponent::Kind::fixed &&
           x.zero_rule.kind != ZeroExponent::Kind::fixed &&
           (!groups.sum.has_exponent_floor || groups.sum.exponent_floor <= result.least_exponent) &&
           lead > x.input.integer_bits() && x.fraction_bits > kept;
  }
  // A largest exponent up to this one cuts no bit of any term.
  int harmless_exponent(int s) const {
    if (!hides_exponent(s)) return kNever;
    if (keeps_all_[static_cast<std::size_t>(s)]) return kAlways;
    const Groups groups = groups_of(s);
    if (!is_whole(s)) return kNever;
    int harmless = kAlways;
    for (int g = 0; g < groups.size(); ++g) {
      const auto i = static_cast<std::size_t>(g);
      int of_group = groups.bounds[i].lowest_bit + groups.plans[i].fraction_bits;
      if (is_floored_twice(s, g)) of_group = std::max(of_group, plan_.result.least_exponent);
      harmless = std::min(harmless, of_group);
    }
    return harmless;
  }
  // The same of the sum that a slot of the first level comes into.
  int harmless_exponent_of(int slot) const {
    for (int level = 0; level < plan_.levels.size(); ++level) {
      const int consumer = consumer_of(level, slot);
      if (consumer >= 0) return harmless_exponent(consumer);
      slot = passed_to(plan_.levels[level], slot);
    }
    return kNever;
  }
  int harmless_exponent_of_products() const {
    int harmless = kAlways;
    for (int lane = 0; lane < plan_.lanes(); ++lane)
      harmless = std::min(harmless, harmless_exponent_of(lane));
    return harmless;
  }

  // The exponent with which zeros of a group take part.
  static int zero_exponent(const AddendGroup& group, const Bounds& bounds) {
    using Kind = ZeroExponent::Kind;
    switch (group.zero_rule.kind) {
      case Kind::ignored:
        return kNever;
      case Kind::own:
        return bounds.greatest_zero;
      case Kind::fixed:
        break;
    }
    return group.zero_exponent;
  }
  // The sum's largest exponent is no smaller, whatever the group holds.
  static int guaranteed_exponent(const AddendGroup& group, const Bounds& bounds) {
    using Kind = ZeroExponent::Kind;
    if (group.zero_rule.kind == Kind::ignored) return kNever;
    if (group.zero_rule.kind == Kind::own) return group.input.exponent_min;
    return std::min(group.zero_exponent, bounds.least_exponent);
  }
  // The largest exponent that terms beside group g give: one of them that is not zero, if any is.
  int guaranteed_beside(int s, int g) const {
    const Groups groups = groups_of(s);
    int guaranteed = kAlways;  // by a term that is not zero, of any group
    for (const Bounds& bounds : groups.bounds)
      guaranteed = std::min(guaranteed, bounds.least_exponent);
    for (int other = 0; other < groups.size(); ++other) {
      const auto i = static_cast<std::size_t>(other);
      if (other != g && !zeros_aside_[i])
        guaranteed = std::max(guaranteed, guaranteed_exponent(groups.plans[i], groups.bounds[i]));
    }
    return groups.sum.has_exponent_floor && !floor_aside_
               ? std::max(guaranteed, groups.sum.exponent_floor)
               : guaranteed;
  }

  // --- the facts ---

  void read_program() {
    const Instruction& row = unit_.instruction;
    add("{} steps of {}", unit_.steps(), unit_.lanes());
    std::string order;
    for (const int residue : row.order.first) order += fmt::format(" {}", residue);
    if (unit_.steps() == 1 && !order.empty() && is_one_sum())
      put_aside(order, "there is one step, and the order within it changes no bit");
    else if (!order.empty())
      add("order mod {}:{}", row.order.modulus, order);
    if (row.late_c) add("late c, {}", enum_name(row.late_c->rounding));
  }

  // All products are alike: terms of one sum under one scale.
  bool is_one_sum() const {
    const int scale_lanes = plan_.multiplier.scale_lanes;
    return plan_.groups[0].count == plan_.lanes() &&
           (scale_lanes == 0 || scale_lanes >= plan_.lanes());
  }

  void read_multiplier() {
    const MultiplierPlan& m = plan_.multiplier;
    const Instruction& row = unit_.instruction;
    add("{} * {} + {}", row.a->name, row.b->name, row.c->name);
    if (m.scale_lanes > 0) add("scales {} of {}", m.scale.name, m.scale_lanes);
    if (m.fixed_point()) add("fixed point");
    read_element("a", *row.a, m.a, row.b->greatest_exponent());
    read_element("b", *row.b, m.b, row.a->greatest_exponent());
    read_element("c", *row.c, m.c, kNoPartner);
    read_flush();
    const Bounds& product = bounds_.product;
    if (m.infinity_at != kNoLimit && product.top <= m.infinity_at)
      put_aside(fmt::format("infinity_at {}", m.infinity_at), "products stay below 2^{}",
                product.top);
    else if (m.infinity_at != kNoLimit && m.rounds && !m.round.saturates && m.round.has_infinity &&
             m.infinity_at > m.round.greatest_exponent)
      put_aside(fmt::format("infinity_at {}", m.infinity_at),
                "products beyond 2^{} overflow where they are rounded", m.infinity_at);
    else if (m.infinity_at != kNoLimit)
      add("products infinite at 2^{}", m.infinity_at);
    if (m.rounds) read_product_rounding();
  }

  // Subnormal elements have the least exponent of the format they are seen in.
  static constexpr int kNoPartner = 0;
  void read_element(const char* name, const Format& stored, const Format& seen, int partner) {
    const Bounds all = bounds_of(stored, stored, Flush::none);
    const int least_bit = stored.has_subnormals ? all.lowest_bit : all.least_exponent;
    const int least = std::max(seen.least_exponent(), least_bit);
    const bool is_product = partner != kNoPartner;
    const int harmless =
        is_product ? harmless_exponent_of_products() : harmless_exponent_of(plan_.lanes());
    const int scales =
        plan_.multiplier.scale_lanes > 0 ? 2 * plan_.multiplier.scale.greatest_exponent() : 0;
    const int leads_with = is_product ? least + partner + scales : least;
    if (is_product && plan_.multiplier.fixed_point())
      put_aside(fmt::format("{} from {}", name, least), "products are fixed-point numbers");
    else if (is_product && plan_.multiplier.rounds)
      put_aside(fmt::format("{} from {}", name, least), "products are rounded, so normalized");
    else if (leads_with <= harmless)
      put_aside(fmt::format("{} from {}", name, least),
                "a largest exponent of {}, from subnormal elements of {}, cuts no bit", leads_with,
                name);
    else
      add("{} from 2^{}", name, least);
  }

  void read_flush() {
    const MultiplierPlan& m = plan_.multiplier;
    if (m.flush_inputs == Flush::none) return;
    const Instruction& row = unit_.instruction;
    bool any = flushes("a", *row.a, m.a);
    any = flushes("b", *row.b, m.b) || any;
    any = (!row.late_c && flushes("c", *row.c, m.c)) || any;
    const std::string text = fmt::format("flush {}", enum_name(m.flush_inputs));
    if (any)
      meaning_.facts.push_back(text);
    else
      put_aside(text, "no operand of the multiplier is subnormal");
  }
  bool flushes(const char* name, const Format& stored, const Format& seen) {
    const bool any = stored.has_subnormals &&
                     bounds_of(stored, stored, Flush::none).lowest_bit < seen.least_exponent();
    if (any) add("{} flushed below 2^{}", name, seen.least_exponent());
    return any;
  }

  void read_product_rounding() {
    const RoundPlan& round = plan_.multiplier.round;
    const Bounds& product = bounds_.product;
    const Bounds after = rounded(product, round);
    const bool exponents_hidden = std::max(product.greatest_exponent, after.greatest_exponent) <=
                                  harmless_exponent_of_products();
    if (is_exact(round, product) && exponents_hidden)
      put_aside(fmt::format("products to {}", round.fraction_bits),
                "products have {} bits, which need no rounding", product.top - product.lowest_bit);
    else
      read_rounding("products", round, product, false);
  }

  // The rounding changes no value, unless it overflows.
  static bool is_exact_in_range(const RoundPlan& round, const Bounds& input) {
    return input.lowest_bit >= ulp_of(round) && bits_of(round, input) <= round.fraction_bits + 1 &&
           (round.flush == Flush::none || input.least_value >= round.least_exponent);
  }
  static bool is_exact(const RoundPlan& round, const Bounds& input) {
    return is_exact_in_range(round, input) && input.top <= round.greatest_exponent;
  }
  // Both give an infinity for whatever the first one does.
  static bool overflow_alike(const RoundPlan& first, const RoundPlan& second) {
    return !first.saturates && !second.saturates && first.has_infinity && second.has_infinity &&
           first.greatest_exponent == second.greatest_exponent &&
           first.greatest_significand == (std::uint64_t{2} << first.fraction_bits) - 1;
  }
  // From the leading bit of a value to its last.
  static int bits_of(const RoundPlan& round, const Bounds& input) {
    return std::min({round.input.magnitude_bits, input.top - input.lowest_bit, input.depth + 1});
  }

  // The fields that an exact sum does without.
  std::string described(const Groups& groups) const {
    std::string text =
        groups.sum.has_exponent_floor ? fmt::format("floor {}", groups.sum.exponent_floor) : "";
    for (const AddendGroup& group : groups.plans)
      text += fmt::format("; {} {}, {}", group.fraction_bits, enum_name(group.shift_out),
                          zero_text(group));
    return text;
  }
  static std::string zero_text(const AddendGroup& group) {
    using Kind = ZeroExponent::Kind;
    if (group.zero_rule.kind == Kind::own) return "zeros at their own exponent";
    if (group.zero_rule.kind == Kind::ignored) return "zeros ignored";
    return fmt::format("zeros at {}", group.zero_exponent);
  }

  void read_sum(int s) {
    const Groups groups = groups_of(s);
    const SumPlan& sum = groups.sum;
    add("sum at level {}", level_of(s));
    read_zero_sign(s);
    floor_aside_ = false;
    zeros_aside_.assign(static_cast<std::size_t>(groups.size()), false);
    const bool exact = keeps_all_[static_cast<std::size_t>(s)] && hides_exponent(s);
    if (exact)
      put_aside(described(groups),
                "{}: every bit of every term is kept, so exponents do not matter", sum.name.view());
    else if (sum.has_exponent_floor)
      read_floor(s);
    for (int g = 0; g < groups.size(); ++g) {
      const AddendGroup& group = groups.plans[static_cast<std::size_t>(g)];
      add("terms {} + {} * {}", group.first_slot, group.stride, group.count);
      if (!exact) read_group(s, g);
    }
    if (!sum.rounds) return;
    if (s == root() && is_exact_in_range(sum.round, bounds_of_sum(s)) &&
        (is_exact(sum.round, bounds_of_sum(s)) || overflow_alike(sum.round, plan_.result)))
      put_aside(fmt::format("{} to {}", sum.name.view(), sum.round.fraction_bits),
                "{}: the sum has bits from 2^{} to below 2^{}, which need no rounding",
                sum.name.view(), bounds_of_sum(s).lowest_bit, bounds_of_sum(s).top);
    else
      read_rounding(std::string(sum.name.view()), sum.round, bounds_of_sum(s), false);
  }

  void read_zero_sign(int s) {
    const SumPlan& sum = plan_.sums[s];
    const bool plus_beside = unit_.instruction.late_c && s == 0 && s == root() &&
                             (plan_.result.flush == Flush::none ||
                              root_bounds().least_value >= plan_.result.least_exponent) &&
                             root_bounds().lowest_bit >= ulp_of(plan_.result);
    if (sum.zero_sign == ZeroSign::ieee && !sum.rounds_down && plus_beside)
      put_aside("ieee", "{}: c is +0 or a result that is not -0, so no sum is -0", sum.name.view());
    else if (sum.zero_sign == ZeroSign::plus && plus_beside)
      put_aside("plus", "{}: c is +0 or a result that is not -0, so no sum is -0", sum.name.view());
    else
      add("{}", enum_name(sum.zero_sign));
    if (sum.zero_sign == ZeroSign::ieee && sum.rounds_down) add("- where it cancels");
  }
  static int ulp_of(const RoundPlan& round) { return round.least_exponent - round.fraction_bits; }

  void read_floor(int s) {
    const SumPlan& sum = plan_.sums[s];
    const std::string text = fmt::format("floor {}", sum.exponent_floor);
    const Groups groups = groups_of(s);
    int least = kAlways, guaranteed = kNever;
    for (int g = 0; g < groups.size(); ++g) {
      const auto i = static_cast<std::size_t>(g);
      least = std::min(least, groups.bounds[i].least_exponent);
      guaranteed = std::max(guaranteed, guaranteed_exponent(groups.plans[i], groups.bounds[i]));
    }
    least = std::max(least, guaranteed);
    const int harmless = harmless_exponent(s);
    // Where every term is zero, the floor is the zero's exponent.
    const bool below_all =
        sum.exponent_floor <= least_exponent(s) && hides_zero(s, sum.exponent_floor);
    floor_aside_ = sum.exponent_floor <= harmless || below_all ||
                   (hides_exponent(s) && sum.exponent_floor <= least);
    if (!floor_aside_)
      add("{}", text);
    else if (sum.exponent_floor <= harmless)
      put_aside(text, "{}: an exponent of {} would still keep every bit", sum.name.view(),
                sum.exponent_floor);
    else
      put_aside(text, "{}: the largest exponent is at least {} without it", sum.name.view(), least);
  }

  void read_group(int s, int g) {
    const SumPlan& sum = plan_.sums[s];
    const AddendGroup& group = plan_.groups[sum.first_group + g];
    const Bounds& bounds = bounds_.groups[static_cast<std::size_t>(sum.first_group + g)];
    const auto name = sum.name.view();
    const bool hidden = hides_exponent(s);
    if (loses_nothing(s, g))
      put_aside(fmt::format("keeps {} {}", group.fraction_bits, enum_name(group.shift_out)),
                "{}: the last bit of a term, at least 2^{}, is kept beside the largest exponent {}",
                name, bounds.lowest_bit, bounds_of_sum(s).greatest_exponent);
    else if (is_floored_twice(s, g))
      put_aside(fmt::format("keeps {} {}", group.fraction_bits, enum_name(group.shift_out)),
                "{}: what is cut off goes down, and the sum is then rounded down further up", name);
    else
      add("keeps {}, {}", group.fraction_bits, enum_name(group.shift_out));

    const int leads_with = zero_exponent(group, bounds);
    const int beside = guaranteed_beside(s, g);
    const int harmless = harmless_exponent(s);
    const bool below_all = leads_with <= least_exponent(s) && hides_zero(s, leads_with);
    const bool alike = shares_exponent(s) && hides_zero(s, leads_with) &&
                       group.zero_rule.kind != ZeroExponent::Kind::fixed;
    const bool aside =
        alike || leads_with <= harmless || below_all || (hidden && leads_with <= beside);
    zeros_aside_[static_cast<std::size_t>(g)] = aside;
    if (!aside)
      add("{}", zero_text(group));
    else if (alike)
      put_aside(zero_text(group), "{}: its terms have one exponent, zero or not", name);
    else if (leads_with <= harmless)
      put_aside(zero_text(group), "{}: an exponent of {} would still keep every bit", name,
                leads_with);
    else
      put_aside(zero_text(group), "{}: the largest exponent is at least {} without its zeros", name,
                beside);

    if (group.vanishes_below == kNoLimit) return;
    const std::string text = fmt::format("vanishes {}", group.vanishes_below);
    if (vanishes(s, g))
      add("vanishes below {}", group.vanishes_below);
    else if (group.vanishes_below >= reach(s, g))
      put_aside(text, "{}: no term is more than {} below the largest", name, reach(s, g));
    else
      put_aside(text, "{}: a term {} below the largest changes nothing", name,
                group.vanishes_below + 1);
  }

  // c has d's format, and whatever is added to it at d's greatest exponent is less than half of
  // its last bit, or cut off.
  bool never_overflows() const {
    const RoundPlan& result = plan_.result;
    const int greatest = result.greatest_exponent;
    if (root_bounds().top <= greatest) return true;
    const bool stays = result.rounding == Rounding::nearest_even ||
                       result.rounding == Rounding::nearest_away ||
                       result.rounding == Rounding::toward_zero;
    if (!(plan_.multiplier.c == plan_.d) || plan_.sums[root()].rounds || !stays ||
        result.fraction_bits > plan_.d.fraction_bits)
      return false;
    const int slot = slot_of_c();
    const Groups groups = groups_of(root());
    int top = kNever, terms = 0;
    bool gone = true;
    for (int g = 0; g < groups.size(); ++g) {
      const AddendGroup& group = groups.plans[static_cast<std::size_t>(g)];
      const Bounds& bounds = groups.bounds[static_cast<std::size_t>(g)];
      if (takes(group, slot) && group.count == 1) {
        if (group.shift_out != Rounding::toward_zero && group.fraction_bits < plan_.d.fraction_bits)
          return false;
        continue;
      }
      gone = gone && is_gone(group, bounds, greatest - bounds.greatest_exponent);
      const int unit = group.shift_out == Rounding::toward_zero
                           ? kNever
                           : bounds_of_sum(root()).greatest_exponent - group.fraction_bits;
      top = std::max({top, bounds.top, unit + 1});
      terms += group.count;
    }
    top += static_cast<int>(std::bit_width(static_cast<unsigned>(terms)));
    if (gone && result.prerounding_fraction_bits == 0) return top < greatest;
    if (result.prerounding_fraction_bits > 0)
      top = std::max(top, greatest - result.prerounding_fraction_bits) + 1;
    return top < greatest - result.fraction_bits - 1;
  }
  // Of the root's level.
  int slot_of_c() const {
    int slot = plan_.lanes();
    for (int level = 0; level + 1 < plan_.levels.size(); ++level)
      if (consumer_of(level, slot) < 0) slot = passed_to(plan_.levels[level], slot);
    return slot;
  }

  void read_rounding(const std::string& name, const RoundPlan& round, const Bounds& input,
                     bool no_overflow) {
    const bool reaches_ulp = input.lowest_bit >= ulp_of(round);
    const bool fits = no_overflow || input.top <= round.greatest_exponent;
    const int bits = bits_of(round, input);
    const bool exact = reaches_ulp && bits <= round.fraction_bits + 1;
    // Rounded is then only what lies below the least exponent, and that is flushed with its sign.
    const bool flushed = bits < round.fraction_bits && round.flush == Flush::keep_sign &&
                         round.keeps_underflow_sign && round.prerounding_fraction_bits == 0;
    if (flushed && !exact)
      put_aside(std::string(enum_name(round.rounding)),
                "{}: {} bits need no rounding but below 2^{}, where they are flushed", name, bits,
                round.least_exponent);
    else if (exact)
      put_aside(fmt::format("{} {} {} {}", round.fraction_bits, enum_name(round.rounding),
                            round.prerounding_fraction_bits, enum_name(round.prerounding)),
                "{}: {} bits need no rounding", name, bits);
    else
      add("{} to {}, {}", name, round.fraction_bits, enum_name(round.rounding));
    if (!exact && round.prerounding_fraction_bits > 0)
      add("{} first to {}, {}", name, round.prerounding_fraction_bits,
          enum_name(round.prerounding));
    add("{} from 2^{}", name, round.least_exponent);
    if (fits)
      put_aside(round.saturates ? "saturates" : "overflows",
                "{}: no sum is beyond the greatest number", name);
    else
      add("{} {} beyond 2^{}", name, round.saturates ? "saturates" : "overflows",
          round.greatest_exponent);
    if (reaches_ulp)
      put_aside(round.keeps_underflow_sign ? "keeps" : "drops",
                "{}: a sum that is not zero is at least 2^{}", name, input.lowest_bit);
    else
      add("{} {} its sign at zero", name, round.keeps_underflow_sign ? "keeps" : "drops");
    if (round.flush == Flush::none) return;
    if (input.least_value >= round.least_exponent)
      put_aside(fmt::format("flushes {}", enum_name(round.flush)),
                "{}: a sum that is not zero is at least 2^{}", name, input.least_value);
    else
      add("{} flushes, {}", name, enum_name(round.flush));
  }

  const Unit& unit_;
  Plan plan_;
  DatapathBounds bounds_;
  std::vector<bool> keeps_all_;  // of each sum
  // Of the sum that is read: what is put aside gives no later argument.
  bool floor_aside_ = false;
  std::vector<bool> zeros_aside_;  // of each group
  Meaning meaning_;
};

}  // namespace

Meaning meaning_of(const Unit& unit) { return Reader(unit).read(); }

std::string why_equal(const Unit& x, const Unit& y) {
  const Meaning first = meaning_of(x), second = meaning_of(y);
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

}  // namespace mmasc
