// SPDX-License-Identifier: Apache-2.0
#include "mmasc/mutation/meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "mmasc/mutation/alignment.h"
#include "mmasc/ranges/operand_ranges.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/raised_text.h"
#include "mmasc/unit/random_elements.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {
namespace {

// Both give an infinity for whatever the first one does.
bool overflow_alike(const RoundPlan& first, const RoundPlan& second) {
  return !first.saturates && !second.saturates && first.has_infinity && second.has_infinity &&
         first.greatest_exponent == second.greatest_exponent &&
         first.greatest_significand == (std::uint64_t{2} << first.fraction_bits) - 1;
}

std::string zero_text(const Sums::Group& group) {
  using Kind = ZeroExponent::Kind;
  switch (group.plan.zero_rule.kind) {
    case Kind::own:
      return fmt::format("zeros at their own exponent, {} to {}", group.bounds.least_zero,
                         group.bounds.greatest_zero);
    case Kind::ignored:
      return "zeros ignored";
    case Kind::fixed:
      break;
  }
  return fmt::format("zeros at {}", group.plan.zero_exponent);
}

class Reader {
 public:
  explicit Reader(const Unit& unit)
      : unit_(unit),
        sequence_(unit),
        plan_(sequence_.plan()),
        sums_(sequence_),
        alignment_(sums_) {}

  Meaning read() && {
    if (adds_at_once()) return std::move(*this).read_whole();
    read_program();
    read_multiplier();
    for (int s = 0; s <= sums_.root(); ++s) read_sum(s);
    read_rounding("result", plan_.result,
                  root_rounds_first() ? sums_.bounds(sums_.root()) : sums_.root_bounds(),
                  never_overflows());
    add("nan {:x}", plan_.nan_known ? plan_.nan : 0);
    if (plan_.tells_nans_apart())
      add("nan of a factor {:x}, of c {}", plan_.factor_nan,
          plan_.keeps_c_nan ? "its own" : "the same");
    add("d {}", plan_.d.name);
    return std::move(meaning_);
  }

 private:
  using Group = Sums::Group;

  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    meaning_.facts.push_back(fmt::format(format, std::forward<T>(values)...));
  }
  template <class... T>
  void put_aside(std::string field, fmt::format_string<T...> why, T&&... values) {
    meaning_.aside.push_back({std::move(field), fmt::format(why, std::forward<T>(values)...)});
  }

  // d is the sum of all products and c, made to fit: in whatever steps, order and sums. Clamped
  // sums that only grow may be clamped at any time.
  bool adds_at_once() const {
    bool whole =
        plan_.result.is_integer() && (!plan_.result.saturates || !sums_.product().negative);
    for (int s = 0; s <= sums_.root(); ++s)
      whole = whole && !sums_.plan(s).rounds && alignment_.keeps_all(s);
    return whole;
  }

  Meaning read_whole() && {
    const Instruction& row = unit_.instruction;
    add("{} products of {} * {}, and {}", row.shape.k, row.a->name, row.b->name, row.c->name);
    add("d {}", plan_.d.name);
    read_fitting("d", plan_.result);
    put_aside(fmt::format("{} steps of {}; {}", unit_.steps(), unit_.lanes(), described(0)),
              "integers are added exactly{}: no step, order or exponent changes a bit",
              plan_.result.saturates ? ", and no product is negative"
                                     : fmt::format(" modulo 2^{}", plan_.result.stored_bits));
    return std::move(meaning_);
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
    return groups_of(plan_, plan_.sums[0]).front().count == plan_.lanes() &&
           plan_.multiplier.lanes_scaled_alike() == plan_.lanes();
  }

  void read_multiplier() {
    const MultiplierPlan& m = plan_.multiplier;
    const Instruction& row = unit_.instruction;
    add("{} * {} + {}", row.a->name, row.b->name, row.c->name);
    for (const ScalePlan& scale : m.scales)
      add("{} {} of {}", row_of(scale.operand).name, scale.format.name, scale.lanes);
    if (m.fixed_point()) add("fixed point");
    read_element("a", *row.a, m.a, row.b);
    read_element("b", *row.b, m.b, row.a);
    read_element("c", *row.c, m.c, nullptr);
    read_flush();
    const int top = sums_.product_top();
    if (m.infinity_at != kNoLimit && top <= m.infinity_at)
      put_aside(fmt::format("infinity_at {}", m.infinity_at), "products stay below 2^{}", top);
    else if (m.infinity_at != kNoLimit && m.rounds && !m.round.saturates && m.round.has_infinity &&
             m.infinity_at > m.round.greatest_exponent)
      put_aside(fmt::format("infinity_at {}", m.infinity_at),
                "products beyond 2^{} overflow where they are rounded", m.infinity_at);
    else if (m.infinity_at != kNoLimit)
      add("products infinite at 2^{}", m.infinity_at);
    if (m.rounds) read_product_rounding();
  }

  // Subnormal elements have the least exponent of the format they are seen in.
  // c has no partner.
  void read_element(const char* name, const Format& stored, const Format& seen,
                    const Format* partner) {
    const Bounds all = bounds_of(operand_range(stored, stored, Flush::none));
    const int least_bit = stored.has_subnormals ? all.lowest_bit : all.least_exponent;
    const int least = std::max(seen.least_exponent(), least_bit);
    const bool is_product = partner != nullptr;
    const int harmless = is_product ? alignment_.harmless_exponent_of_products()
                                    : alignment_.harmless_exponent_of_c();
    int scales = 0;
    for (const ScalePlan& scale : plan_.multiplier.scales)
      scales += scale.format.greatest_exponent();
    const int leads_with = is_product ? least + partner->greatest_exponent() + scales : least;
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
      put_aside(text, "no operand is flushed, or none in a way that shows");
  }
  bool flushes(const char* name, const Format& stored, const Format& seen) {
    const TermRange all = operand_range(stored, stored, Flush::none);
    const bool any = (stored.has_subnormals && bounds_of(all).lowest_bit < seen.least_exponent()) ||
                     (plan_.multiplier.flush_inputs == Flush::all_to_plus_zero && all.minus_zero &&
                      shows_signs_of_zeros());
    if (any) add("{} flushed below 2^{}", name, seen.least_exponent());
    return any;
  }

  bool shows_signs_of_zeros() const {
    return std::ranges::any_of(plan_.sums, [](const SumPlan& sum) {
      return sum.zero_sign == ZeroSign::ieee || sum.complements();
    });
  }

  void read_product_rounding() {
    const RoundPlan& round = plan_.multiplier.round;
    const Bounds product = bounds_of(sums_.product());
    const Bounds after = bounds_of(rounded(round, sums_.product()));
    const bool exponents_hidden = std::max(product.greatest_exponent, after.greatest_exponent) <=
                                  alignment_.harmless_exponent_of_products();
    if (is_exact(round, product) && exponents_hidden)
      put_aside(fmt::format("products to {}", round.fraction_bits),
                "products have {} bits, which need no rounding", bits_of(product, round));
    else
      read_rounding("products", round, product, false);
  }

  void read_sum(int s) {
    const SumPlan& sum = sums_.plan(s);
    const auto name = sum.name.view();
    add("sum at level {}", sums_.level_of(s));
    read_zero_sign(s);
    const bool exact = alignment_.keeps_all(s) && alignment_.hides_exponent(s);
    if (exact)
      put_aside(described(s), "{}: every bit of every term is kept, so exponents do not matter",
                name);
    for (const Group& group : sums_.groups(s)) {
      add("terms {} + {} * {}", group.plan.first_slot, group.plan.stride, group.plan.count);
      if (exact) continue;
      read_window(s, group);
      read_vanishing(s, group);
      if (group.plan.raised() != 0) add("exponents {}", raised_text(group.plan.raised()));
    }
    if (!exact) read_zeros(s);
    if (sum.complements())
      add("complemented in the frame of {}, by units below {}", sum.frame_slot, sum.fraction_bits);
    if (!sum.rounds) return;
    if (s == sums_.root() && root_rounds_first())
      put_aside(fmt::format("{} to {}", name, sum.round.fraction_bits),
                "{}: the sum is rounded as the result is at first", name);
    else if (s == sums_.root() && root_rounding_is_idle())
      put_aside(fmt::format("{} to {}", name, sum.round.fraction_bits),
                "{}: the sum has bits from 2^{} to below 2^{}, which need no rounding", name,
                sums_.bounds(s).lowest_bit, sums_.bounds(s).top);
    else
      read_rounding(std::string(name), sum.round, sums_.bounds(s), false);
  }

  // The fields that an exact sum does without.
  std::string described(int s) const {
    std::string text = sums_.plan(s).has_exponent_floor
                           ? fmt::format("floor {}", sums_.plan(s).exponent_floor)
                           : "";
    for (const Group& group : sums_.groups(s))
      text += fmt::format("; {} {}, {}", group.plan.fraction_bits,
                          rounding_text(group.plan.alignment_rounding), zero_text(group));
    return text;
  }

  void read_zero_sign(int s) {
    const SumPlan& sum = sums_.plan(s);
    const RoundPlan& result = plan_.result;
    const bool plus_beside =
        unit_.instruction.late_c && s == 0 && s == sums_.root() && !sum.rounds &&
        (alignment_.keeps_all(s) || alignment_.zeros_cut_nothing(s)) &&
        sums_.root_bounds().lowest_bit >= ulp_of(result) &&
        (result.flush == Flush::none || sums_.root_bounds().least_value >= result.least_exponent);
    if (plus_beside && !(sum.zero_sign == ZeroSign::ieee && sum.rounds_down))
      put_aside(std::string(enum_name(sum.zero_sign)),
                "{}: c is +0 or a result that is not -0, so no sum is -0", sum.name.view());
    else
      add("{}", enum_name(sum.zero_sign));
    if (sum.zero_sign == ZeroSign::ieee && sum.rounds_down) add("- where it cancels");
  }

  void read_window(int s, const Group& group) {
    const std::string text = fmt::format("keeps {}, {}", group.plan.fraction_bits,
                                         rounding_text(group.plan.alignment_rounding));
    const auto name = sums_.plan(s).name.view();
    if (Alignment::loses_nothing(group))
      put_aside(text,
                "{}: the last bit of a term, at least 2^{}, is kept beside the largest exponent {}",
                name, group.bounds.lowest_bit, sums_.bounds(s).greatest_exponent);
    else if (alignment_.is_floored_twice(s, group))
      put_aside(text, "{}: what is cut off goes down, and the sum is then rounded down further up",
                name);
    else if (alignment_.is_floored_again(s))
      put_aside(text,
                "{}: one of two terms is cut, and their sum is cut again further up, downwards",
                name);
    else
      meaning_.facts.push_back(text);
  }

  void read_vanishing(int s, const Group& group) {
    const int last = group.plan.reach();
    if (!group.plan.may_vanish()) return;
    const auto name = sums_.plan(s).name.view();
    const std::string text = fmt::format("vanishes below {}", last);
    if (alignment_.vanishes(s, group))
      meaning_.facts.push_back(text);
    else if (last >= Alignment::reach(group))
      put_aside(text, "{}: no term is more than {} below the largest", name,
                Alignment::reach(group));
    else
      put_aside(text, "{}: a term {} below the largest changes nothing", name, last + 1);
  }

  // Reads what takes part in the largest exponent besides the terms: a floor and the zeros of each
  // group. A rule that is put aside gives no later argument: `others` is what the rest still
  // guarantees.
  void read_zeros(int s) {
    const auto groups = sums_.groups(s);
    std::vector<int> guarantees;
    for (const Group& group : groups) guarantees.push_back(Alignment::guaranteed_exponent(group));
    const auto others = [&] {
      return std::max(sums_.least_exponent(s), std::ranges::max(guarantees));
    };
    const SumPlan& sum = sums_.plan(s);
    if (sum.has_exponent_floor) {
      const std::string text = fmt::format("floor {}", sum.exponent_floor);
      if (!is_put_aside(s, text, sum.exponent_floor, others())) {
        meaning_.facts.push_back(text);
        guarantees.push_back(sum.exponent_floor);
      }
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const int guarantee = std::exchange(guarantees[g], kNever);
      const std::string text =
          fmt::format("terms from {}: {}", groups[g].plan.first_slot, zero_text(groups[g]));
      if (!groups[g].plan.fixed_zero_exponent() && sums_.shares_exponent(s) &&
          alignment_.hides_zero(s, Alignment::zero_exponent(groups[g]))) {
        put_aside(text, "{}: its terms have one exponent, zero or not", sum.name.view());
      } else if (!is_put_aside(s, text, Alignment::zero_exponent(groups[g]), others())) {
        meaning_.facts.push_back(text);
        guarantees[g] = guarantee;
      }
    }
  }
  bool is_put_aside(int s, const std::string& text, int exponent, int others) {
    const auto name = sums_.plan(s).name.view();
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

  bool is_alone_below_the_least(const RoundPlan& round) const {
    return &round == &plan_.result && alignment_.is_alone_below_the_least();
  }

  // Whether the root's own rounding is the first of the result's two.
  bool root_rounds_first() const {
    const SumPlan& root = sums_.plan(sums_.root());
    const RoundPlan &round = root.round, &result = plan_.result;
    const auto [kept, rounding] = result.first_cut();
    return root.rounds && result.rounds_twice() && root.zero_sign == ZeroSign::plus &&
           round.fraction_bits == kept && round.rounding == rounding && !rounding.is_stochastic() &&
           round.least_exponent == result.least_exponent && overflow_alike(round, result) &&
           round.has_minus_zero && round.flush == result.flush &&
           (round.flushes()
                ? round.flushes_before_the_least() && result.rounding == Rounding::toward_zero
                : round.keeps_underflow_sign == result.keeps_prerounding_sign);
  }

  // Whether the root's own rounding does nothing that the result's would not do.
  bool root_rounding_is_idle() const {
    if (root_rounds_first()) return true;
    const RoundPlan& round = sums_.plan(sums_.root()).round;
    const Bounds& input = sums_.bounds(sums_.root());
    return is_exact_in_range(round, input) &&
           (is_exact(round, input) || overflow_alike(round, plan_.result));
  }

  bool never_overflows() const {
    const bool rounds = sums_.plan(sums_.root()).rounds && !root_rounding_is_idle();
    return !sums_.ranges().root_overflows || (!rounds && sums_.ranges().root_stays_below);
  }

  void read_fitting(const std::string& name, const RoundPlan& round) {
    if (round.saturates)
      add("{} from -{:x} to {:x}", name, round.greatest_negative_significand,
          round.greatest_significand);
    else
      add("{} modulo 2^{}", name, round.stored_bits);
  }

  void read_rounding(const std::string& name, const RoundPlan& round, const Bounds& input,
                     bool no_overflow) {
    if (round.is_integer()) return read_fitting(name, round);
    const bool reaches_ulp = input.lowest_bit >= ulp_of(round);
    const bool fits = no_overflow || input.top <= round.greatest_exponent;
    const int bits = bits_of(input, round);
    const bool exact = reaches_ulp && bits <= round.fraction_bits + 1;
    // Rounded is then only what lies below the least exponent, and that is flushed with its sign.
    const bool flushed = bits < round.fraction_bits && round.flush == Flush::keep_sign &&
                         round.keeps_underflow_sign && !round.rounds_twice();
    if (flushed && !exact)
      put_aside(rounding_text(round.rounding),
                "{}: {} bits need no rounding but below 2^{}, where they are flushed", name, bits,
                round.least_exponent);
    else if (exact)
      put_aside(fmt::format("{} {} {} {}", round.fraction_bits, rounding_text(round.rounding),
                            round.prerounding_fraction_bits, rounding_text(round.prerounding)),
                "{}: {} bits need no rounding", name, bits);
    else
      add("{} to {}, {}", name, round.fraction_bits, rounding_text(round.rounding));
    if (!exact && round.rounds_twice()) read_prerounding(name, round);
    if (!round.has_infinity) add("{} has no infinity", name);
    if (!round.has_minus_zero) add("{} has no -0", name);
    add("{} from 2^{}", name, round.least_exponent);
    if (fits)
      put_aside(round.saturates ? "saturates" : "overflows",
                "{}: no sum is beyond the greatest number", name);
    else if (round.saturates)
      add("{} saturates at {:x} * 2^({} - {})", name, round.greatest_significand,
          round.greatest_exponent, round.fraction_bits);
    else
      add("{} overflows beyond 2^{}", name, round.greatest_exponent);
    const std::string sign = round.keeps_underflow_sign ? "keeps" : "drops";
    if (reaches_ulp)
      put_aside(sign, "{}: a sum that is not zero is at least 2^{}", name, input.lowest_bit);
    else if (input.least_value >= round.least_exponent)
      put_aside(sign, "{}: a sum that is not zero is at least 2^{}", name, input.least_value);
    else if (round.flushes() && is_alone_below_the_least(round))
      put_aside(sign, "{}: a sum below 2^{} is one term, which needs no rounding", name,
                round.least_exponent);
    else
      read_sign(name, "", round, round.keeps_underflow_sign);
    read_prerounding_sign(name, round, input);
    if (!round.flushes()) return;
    read_tininess(name, round, input, exact);
    if (input.least_value >= round.least_exponent)
      put_aside(fmt::format("flushes {}", enum_name(round.flush)),
                "{}: a sum that is not zero is at least 2^{}", name, input.least_value);
    else
      add("{} flushes, {}", name, enum_name(round.flush));
  }

  void read_prerounding(const std::string& name, const RoundPlan& round) {
    const auto [kept, rounding] = round.first_cut();
    const bool to_nearest =
        rounding == Rounding::nearest_even || rounding == Rounding::nearest_away;
    const bool signs_alike = round.keeps_underflow_sign == round.keeps_prerounding_sign ||
                             round.flushes_before_the_least();
    if (to_nearest && round.rounding == Rounding::toward_zero && kept > round.fraction_bits &&
        signs_alike) {
      add("{} first to {}, to nearest", name, kept);
      put_aside(rounding_text(rounding),
                "{}: where ties differ, the bit in which they do is cut off", name);
    } else {
      add("{} first to {}, {}", name, kept, rounding_text(rounding));
    }
  }

  // The first of two roundings takes less of a sum to zero than both do.
  void read_prerounding_sign(const std::string& name, const RoundPlan& round, const Bounds& input) {
    if (!round.rounds_twice()) return;
    const char* const sign = round.keeps_prerounding_sign ? "first keeps" : "first drops";
    const int first_ulp = round.least_exponent - round.first_cut().fraction_bits;
    if (input.lowest_bit >= first_ulp)
      put_aside(sign, "{}: a sum that is not zero is at least 2^{}", name, input.lowest_bit);
    else if (!may_leave_nothing(round.first_cut().rounding.mode, true))
      put_aside(sign, "{}: no negative sum is first rounded to zero", name);
    else
      read_sign(name, "first ", round, round.keeps_prerounding_sign);
  }

  // The sign of what rounds to zero; flushed before that, it has the sign of what is flushed.
  void read_sign(const std::string& name, const std::string& when, const RoundPlan& round,
                 bool keeps) {
    const bool is_flushed = round.flushes_before_the_least();
    const auto text = [&when](bool kept) { return when + (kept ? "keeps" : "drops"); };
    if (is_flushed) put_aside(text(keeps), "{}: a sum that would round to zero is flushed", name);
    add("{} {} its sign at zero", name, text(is_flushed ? round.flush == Flush::keep_sign : keeps));
  }

  // Just below the least normal number a sum is rounded up to it, and with the bit more that it
  // keeps without a least exponent it is not.
  void read_tininess(const std::string& name, const RoundPlan& round, const Bounds& input,
                     bool exact) {
    const int bits = bits_of(input, round);
    const std::string text = fmt::format("tininess {}", enum_name(round.tininess));
    if (exact)
      put_aside(text, "{}: {} bits need no rounding", name, bits);
    else if (input.least_value >= round.least_exponent)
      put_aside(text, "{}: a sum that is not zero is at least 2^{}", name, input.least_value);
    else if (input.lowest_bit >= round.least_exponent - round.exact_fraction_bits())
      put_aside(text, "{}: a sum below 2^{} has no bit below 2^{}, so it needs no rounding", name,
                round.least_exponent, input.lowest_bit);
    else if (bits <= round.fraction_bits)
      put_aside(text, "{}: {} bits do not round to the least normal number", name, bits);
    else if (!round.may_increment() && round.exact_fraction_bits() > 0)  // 1 is odd
      put_aside(text, "{}: nothing is rounded up to the least normal number", name);
    else if (is_alone_below_the_least(round))
      put_aside(text, "{}: a sum below 2^{} is one term, which needs no rounding", name,
                round.least_exponent);
    else
      add("{} {}", name, text);
  }

  const Unit& unit_;
  const Sequence sequence_;
  const Plan& plan_;
  const Sums sums_;
  const Alignment alignment_;
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

std::string why_equal(const Unit& unit, const Mutant& mutant) {
  if (mutant.unseen_metadata != 0 || mutant.lane) return {};
  return mutant.sum ? mutant.sum->why_equal : why_equal(unit, mutant.unit);
}

}  // namespace mmasc
