// SPDX-License-Identifier: Apache-2.0
#include "audit/meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

#include "arith/convert.h"
#include "spec/names.h"

namespace mmasc {
namespace {

constexpr int kExhaustible = 16;  // bits of a format whose every element is looked at

// A fingerprint of what each stored element is to the multiplier.
std::uint64_t fingerprint(const Format& stored, const Format& seen) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto mix = [&hash](std::uint64_t x) { hash = (hash ^ x) * 0x100000001b3; };
  for (std::uint64_t bits = 0; bits <= stored.storage_mask(); ++bits) {
    const auto wide = convert(stored, seen, bits);
    const Term<Numbers128> term = decode(seen, stored == seen ? bits : wide.value_or(0));
    mix(static_cast<std::uint64_t>(term.nan) | term.infinite << 1 | term.negative << 2 |
        term.zero << 3);
    if (term.nan || term.infinite) continue;
    mix(static_cast<std::uint64_t>(term.significand) << (60 - seen.fraction_bits));
    mix(static_cast<std::uint64_t>(term.exponent));
  }
  return hash;
}

std::string operand_fact(const char* name, const Format& stored, const Format& seen) {
  if (stored.storage_bits() > kExhaustible)
    return fmt::format("{}: {} as {}", name, stored.name, seen.name);
  return fmt::format("{}: {} as {:x}", name, stored.name, fingerprint(stored, seen));
}

class Reader {
 public:
  explicit Reader(const Unit& unit) : unit_(unit), plan_(make_plan(unit)) {}

  Meaning read() && {
    read_program();
    read_multiplier();
    for (int level = 0; level < plan_.levels.size(); ++level)
      for (int s = 0; s < plan_.levels[level].sum_count; ++s)
        read_sum(level, plan_.sums[plan_.levels[level].first_sum + s]);
    const LevelPlan& last = plan_.levels[plan_.levels.size() - 1];
    read_rounding("result", plan_.result, lowest_bit_, never_overflows(last));
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

  void read_program() {
    const Instruction& row = unit_.instruction;
    add("{} steps of {}", unit_.steps(), unit_.lanes());
    std::string order;
    for (const int residue : row.order.first) order += fmt::format(" {}", residue);
    if (unit_.steps() == 1 && !order.empty())
      put_aside(order, "there is one step, and the order within it changes no bit");
    else if (!order.empty())
      add("order mod {}:{}", row.order.modulus, order);
    if (row.late_c) add("late c, {}", enum_name(row.late_c->rounding));
  }

  void read_multiplier() {
    const MultiplierPlan& m = plan_.multiplier;
    const Instruction& row = unit_.instruction;
    meaning_.facts.push_back(operand_fact("a", *row.a, m.a));
    meaning_.facts.push_back(operand_fact("b", *row.b, m.b));
    meaning_.facts.push_back(operand_fact("c", *row.c, m.c));
    if (row.widen || row.widen_c)
      put_aside(fmt::format("widen {} {} {}", m.a.name, m.b.name, m.c.name),
                "every element has the same exponent and significand in the wider format");
    if (m.flush_inputs != Flush::none) add("flush {}", enum_name(m.flush_inputs));
    if (m.scale_lanes > 0) add("scales {} of {}", m.scale.name, m.scale_lanes);
    if (m.fixed_point()) add("fixed point");
    const int top = m.product.exponent_max + m.product.integer_bits();
    if (m.infinity_at != kNoLimit && top <= m.infinity_at)
      put_aside(fmt::format("infinity_at {}", m.infinity_at), "products stay below 2^{}", top);
    else if (m.infinity_at != kNoLimit)
      add("products infinite at 2^{}", m.infinity_at);
    if (m.rounds)
      read_rounding("products", m.round, m.product.exponent_min - m.product.fraction_bits, false);
  }

  std::span<const AddendGroup> groups_of(const SumPlan& sum) const {
    return {plan_.groups.begin() + sum.first_group, static_cast<std::size_t>(sum.group_count)};
  }

  // How far below the largest exponent of the sum a term that is not zero can lie.
  static int reach(const SumPlan& sum, const AddendGroup& group) {
    return sum.output.exponent_max - group.input.exponent_min;
  }
  static bool loses_nothing(const SumPlan& sum, const AddendGroup& group) {
    return reach(sum, group) + group.post_shift <= group.pre_shift;
  }
  // Every bit of a term of the group is gone beside a largest exponent this far above.
  static bool is_gone(const AddendGroup& group, int distance) {
    return group.shift_out == Rounding::toward_zero &&
           distance + group.post_shift >= group.shifted_bits();
  }

  static std::string zero_text(const AddendGroup& group) {
    using Kind = ZeroExponent::Kind;
    if (group.zero_rule.kind == Kind::own) return "zeros at their own exponent";
    if (group.zero_rule.kind == Kind::ignored) return "zeros ignored";
    return fmt::format("zeros at {}", group.zero_exponent);
  }

  // The fields that an exact sum does without.
  std::string described(const SumPlan& sum) const {
    std::string text = sum.has_exponent_floor ? fmt::format("floor {}", sum.exponent_floor) : "";
    for (const AddendGroup& group : groups_of(sum))
      text += fmt::format("; {} {}, {}", group.fraction_bits, enum_name(group.shift_out),
                          zero_text(group));
    return text;
  }

  // Below this largest exponent every term that is not zero keeps all its bits.
  bool cuts_nothing_at(const SumPlan& sum, int e_max) const {
    return std::ranges::all_of(groups_of(sum), [&](const AddendGroup& group) {
      return group.vanishes_below == kNoLimit &&
             e_max - group.fraction_bits <= group.input.exponent_min - group.input.fraction_bits;
    });
  }

  void read_sum(int level, const SumPlan& sum) {
    const bool ends = sum.rounds || level == plan_.levels.size() - 1;  // nothing sees its exponent
    const auto groups = groups_of(sum);
    const bool whole = std::ranges::all_of(
        groups, [](const AddendGroup& g) { return g.vanishes_below == kNoLimit; });
    const bool exact = ends && whole && std::ranges::all_of(groups, [&](const AddendGroup& g) {
                         return loses_nothing(sum, g) || sum.sticky;
                       });
    int least = groups.front().input.exponent_min;  // of a term that is not zero
    lowest_bit_ = least - groups.front().input.fraction_bits;
    for (const AddendGroup& group : groups) {
      least = std::min(least, group.input.exponent_min);
      lowest_bit_ = std::min(lowest_bit_, group.input.exponent_min - group.input.fraction_bits);
    }
    add("sum at level {}, {}", level, enum_name(sum.zero_sign));
    if (sum.zero_sign == ZeroSign::ieee && sum.rounds_down) add("- where it cancels");
    if (exact) {
      put_aside(described(sum), "{}: every bit of every term is kept, so exponents do not matter",
                sum.name.view());
    } else if (sum.has_exponent_floor) {
      if (ends && sum.exponent_floor <= least)
        put_aside(fmt::format("floor {}", sum.exponent_floor),
                  "{}: every term that is not zero has at least exponent {}", sum.name.view(),
                  least);
      else if (ends && cuts_nothing_at(sum, sum.exponent_floor))
        put_aside(fmt::format("floor {}", sum.exponent_floor),
                  "{}: an exponent of {} would still keep every bit", sum.name.view(),
                  sum.exponent_floor);
      else
        add("floor {}", sum.exponent_floor);
    }
    for (const AddendGroup& group : groups) {
      add("terms {} + {} * {}", group.first_slot, group.stride, group.count);
      if (!exact) read_group(level, sum, group, ends, least);
    }
    if (sum.rounds) read_rounding(std::string(sum.name.view()), sum.round, lowest_bit_, false);
  }

  void read_group(int level, const SumPlan& sum, const AddendGroup& group, bool ends, int least) {
    const auto name = sum.name.view();
    if (loses_nothing(sum, group))
      put_aside(fmt::format("keeps {} {}", group.fraction_bits, enum_name(group.shift_out)),
                "{}: terms at most {} below the largest keep every bit", name, reach(sum, group));
    else
      add("keeps {}, {}", group.fraction_bits, enum_name(group.shift_out));

    using Kind = ZeroExponent::Kind;
    const bool is_c = level == 0 && group.first_slot == plan_.lanes();
    const bool never_leads =
        ends && (group.zero_rule.kind == Kind::ignored ||
                 (group.zero_rule.kind == Kind::fixed && group.zero_exponent <= least) ||
                 (group.zero_rule.kind == Kind::own && is_c && group.input.exponent_min <= least));
    const int leads_with =
        group.zero_rule.kind == Kind::fixed ? group.zero_exponent : group.input.exponent_max;
    const bool cuts_nothing =
        ends && group.zero_rule.kind != Kind::ignored && cuts_nothing_at(sum, leads_with);
    if (cuts_nothing && !never_leads)
      put_aside(zero_text(group), "{}: an exponent of {} would still keep every bit", name,
                leads_with);
    else if (never_leads)
      put_aside(zero_text(group), "{}: every term that is not zero has at least exponent {}", name,
                least);
    else
      add("{}", zero_text(group));

    if (group.vanishes_below == kNoLimit) return;
    if (group.vanishes_below >= reach(sum, group))
      put_aside(fmt::format("vanishes {}", group.vanishes_below),
                "{}: no term is more than {} below the largest", name, reach(sum, group));
    else if (ends && is_gone(group, group.vanishes_below + 1))
      put_aside(fmt::format("vanishes {}", group.vanishes_below),
                "{}: a term {} below the largest has no bit left", name, group.vanishes_below + 1);
    else
      add("vanishes below {}", group.vanishes_below);
  }

  // A root of products and c, c in d's format: where c has the greatest exponent the products are
  // shifted out whole, and else the sum stays below.
  bool never_overflows(const LevelPlan& level) {
    const SumPlan& sum = plan_.sums[level.first_sum];
    const int top = sum.output.exponent_max + sum.output.integer_bits();
    if (top <= plan_.result.greatest_exponent) return true;
    if (plan_.levels.size() > 1 || !(plan_.multiplier.c == plan_.d)) return false;
    for (const AddendGroup& group : groups_of(sum)) {
      if (group.first_slot == plan_.lanes()) continue;
      const int greatest = plan_.result.greatest_exponent;
      const int carries = std::bit_width(static_cast<unsigned>(group.count));
      const int sum_top = group.input.exponent_max + group.input.integer_bits() + carries;
      if (!is_gone(group, greatest - group.input.exponent_max) || sum_top > greatest - 1)
        return false;
    }
    return plan_.result.fraction_bits <= plan_.d.fraction_bits;
  }

  void read_rounding(const std::string& name, const RoundPlan& round, int lowest_bit,
                     bool no_overflow) {
    const int top = round.input.exponent_max + round.input.integer_bits();
    const int ulp = round.least_exponent - round.fraction_bits;
    const bool reaches_ulp = lowest_bit >= ulp;
    const bool fits = no_overflow || top <= round.greatest_exponent;
    const bool exact = reaches_ulp && round.input.magnitude_bits <= round.fraction_bits + 1;
    if (exact)
      put_aside(fmt::format("{} {} {} {}", round.fraction_bits, enum_name(round.rounding),
                            round.prerounding_fraction_bits, enum_name(round.prerounding)),
                "{}: {} bits need no rounding", name, round.input.magnitude_bits);
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
                "{}: a sum that is not zero is at least 2^{}", name, lowest_bit);
    else
      add("{} {} its sign at zero", name, round.keeps_underflow_sign ? "keeps" : "drops");
    if (round.flush != Flush::none) add("{} flushes, {}", name, enum_name(round.flush));
  }

  const Unit& unit_;
  Plan plan_;
  Meaning meaning_;
  int lowest_bit_ = 0;  // exponent of the last sum's terms' lowest bit
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
