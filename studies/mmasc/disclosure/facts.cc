// SPDX-License-Identifier: Apache-2.0
#include "mmasc/disclosure/facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/disclosure/program.h"
#include "mmasc/presentation/describe.h"
#include "mmasc/unit/fields.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {
namespace {

struct ModeMeaning {
  RoundingMode mode;
  std::string_view words;
};
constexpr ModeMeaning kModes[] = {
    {RoundingMode::nearest_even, "to the nearest number; a tie to the even one"},
    {RoundingMode::nearest_away, "to the nearest number; a tie away from zero"},
    {RoundingMode::toward_zero, "truncation: the bits are cut off"},
    {RoundingMode::down, "to the next number toward minus infinity"},
    {RoundingMode::up, "to the next number toward plus infinity"},
    {RoundingMode::away, "to the next number away from zero"},
    {RoundingMode::to_odd, "truncation; then the last bit is set if anything was lost"},
    {RoundingMode::stochastic,
     "up in magnitude where the highest bits lost plus as many random bits carry"},
};

std::string mode_text(Rounding rounding) { return "`" + rounding_text(rounding) + "`"; }

// Where no NaN and no infinity can come from, nothing is said of them.
enum class Among { inputs, factors };
bool has_any(const Unit& unit, Among among, bool (Format::*has)() const) {
  const OperandLayout layout = layout_of(unit);
  return std::ranges::any_of(kInputs, [&](const OperandRow& input) {
    const Format* const format = layout.has(input.operand) ? layout.format[input.operand] : nullptr;
    return format != nullptr && (among == Among::inputs || input.along != Along::element) &&
           (format->*has)();
  });
}

std::string zero_text(const ZeroExponent& zero) {
  switch (zero.kind) {
    case ZeroExponent::Kind::own:
      return "an exact zero takes part with its own exponent";
    case ZeroExponent::Kind::ignored:
      return "exact zeros do not count for it";
    case ZeroExponent::Kind::fixed:
      break;
  }
  return fmt::format("an exact zero takes part with exponent {}", zero.value);
}

std::string window_text(const FractionBits& bits, Rounding rounding) {
  if (!bits) return "is added exactly";
  return fmt::format("is aligned to a multiple of 2^(e_max - {}), rounded {}", *bits,
                     mode_text(rounding));
}

// "even products", "`dot`"
std::string term_text(const Unit& unit, const TermRow& term) {
  if (term.from == "c") return "c";
  const bool are_products = term.from == "products";
  const std::string what = are_products ? "products" : "`" + term.from + "`";
  switch (term.selection.kind) {
    case Selection::Kind::all:
      return !are_products ? what : unit.lanes() == 1 ? "the product" : "all products";
    case Selection::Kind::even:
      return "even " + what;
    case Selection::Kind::odd:
      return "odd " + what;
    case Selection::Kind::range:
      break;
  }
  const auto& [kind, first, end] = term.selection;
  if (end - first > 1) return fmt::format("{} {} to {}", what, first, end - 1);
  return fmt::format("{} {}", are_products ? "product" : what, first);
}

// The same as the start of a sentence: "Each of even products", "The term `dot`".
std::string subject_text(const Unit& unit, const TermRow& term) {
  const auto source = std::ranges::find(unit.datapath.sums, term.from, &SumRow::name);
  const bool is_list = source == unit.datapath.sums.end()
                           ? term.from == "products" && unit.lanes() > 1
                           : source->groups > 1;
  const bool is_one = term.selection.kind == Selection::Kind::range &&
                      term.selection.last - term.selection.first == 1;
  return fmt::format("{} {}", is_list && !is_one ? "Each of" : "The term", term_text(unit, term));
}

std::string terms_text(const Unit& unit, const SumRow& sum) {
  std::string text;
  for (const TermRow& term : sum.terms)
    text += fmt::format("{}{}",
                        text.empty()                 ? ""
                        : &term == &sum.terms.back() ? " and "
                                                     : ", ",
                        term_text(unit, term));
  return text;
}

std::string number_of_bits(int bits) { return counted(bits, "fraction bit"); }

std::string_view flush_text(Flush flush) {
  switch (flush) {
    case Flush::none:
      return "kept";
    case Flush::to_plus_zero:
      return "flushed to +0";
    case Flush::keep_sign:
      return "flushed to the zero of their sign";
    case Flush::all_to_plus_zero:
      return "flushed to +0, and -0 is +0";
  }
  return {};
}

std::string order_text(const Unit& unit) {
  const OrderRow& order = unit.instruction.order;
  if (order.first.empty()) return "k ascending";
  return fmt::format("the k with k mod {} in {{{}}} first, then the rest, each ascending",
                     order.modulus, fmt::join(order.first, ", "));
}

std::string steps_text(const Unit& unit) {
  const int steps = unit.steps(), products = unit.products();
  std::string text =
      products == 1 ? "One step takes the product."
      : steps == 1  ? fmt::format("One step takes the {} products, {}.", products, order_text(unit))
                    : fmt::format("The {} products are taken in {} steps of {}, {}.", products,
                                  steps, unit.lanes(), order_text(unit));
  if (!unit.instruction.order.first.empty())
    text += " What follows counts the products of a step in this order.";
  if (steps > 1) text += " The rounded d of a step is the c of the next one.";
  if (unit.instruction.late_c)
    text += fmt::format(" The {} starts from +0; c is added at the end.",
                        steps > 1 ? "first step" : "step");
  return text;
}

std::string selection_text(const Unit& unit) {
  const auto& [keep, of, together] = *unit.instruction.sparsity;
  return fmt::format(
      "a[i] meets b[{}]: {} of each {} neighbours{}, named by `metadata`. The rest of b is not "
      "looked at, not even for NaN. What follows counts elements of a and those of b that they "
      "meet.",
      met_element_text(unit), keep, of,
      together == 1 ? "" : fmt::format(" (groups of {} elements)", together));
}

std::string operands_text(const Unit& unit) {
  const Instruction& row = unit.instruction;
  std::string text =
      unit.d().is_integer()
          ? "Operands decode to integers."
          : "Operands decode to a significand and the exponent of their exponent field. Zero and "
            "subnormal numbers have the least exponent of their format.";
  if (row.widen != nullptr)
    text += fmt::format(" a and b are first converted to {}, exactly, and have its exponents.",
                        row.widen->name);
  if (row.widen_c != nullptr)
    text += fmt::format(" c is first converted to {}, exactly, and has its exponents.",
                        row.widen_c->name);
  if (unit.datapath.flush.inputs != Flush::none)
    text += fmt::format(" Subnormal numbers of {} are {}.",
                        row.late_c ? "a and b" : "a, b and the instruction's c",
                        flush_text(unit.datapath.flush.inputs));
  return text;
}

std::string products_text(const Unit& unit, const MultiplierPlan& m) {
  std::string factors = "a[k] * b[k]";
  for (const ScalePlan& scale : m.scales)
    factors +=
        fmt::format(" * {}[{}]", row_of(scale.operand).name,
                    scale.is_common() ? std::string("0") : fmt::format("k div {}", scale.block));
  std::string text = fmt::format("Each product is {}", factors);
  if (unit.d().is_integer()) return text + ", exactly.";
  text += m.fixed_point()
              ? ": significands are multiplied exactly, with the exponents of a and b in the "
                "value; the "
                "exponent of a product is that of its scales alone."
              : ": significands are multiplied exactly and exponents added; it is not normalized.";
  text += " It is an exact zero if a factor is zero.";
  if (m.has_overflow())
    text += fmt::format(" A product of magnitude 2^{} or more is an infinity{}.", m.infinity_at,
                        m.infinity_yields
                            ? ", but a number where an a, b, scale or c of the step is infinite"
                            : "");
  if (m.moves_zero_factors())
    text += fmt::format(" An a or b that is 0 has the exponent {}.", m.zero_factor_exponent);
  if (m.raises_factors())
    text +=
        fmt::format(" The exponents of a and b are {} before they are added.", raised_text(m.grid));
  if (m.rounds)
    text += fmt::format(" It is rounded to {} ({}), {}.", unit.datapath.product.round_to->name,
                        number_of_bits(m.round.fraction_bits), mode_text(m.round.rounding));
  return text;
}

// The largest exponent, and with which one exact zeros take part in it. Those of single terms are
// told apart where the row does.
std::string e_max_text(const Unit& unit, const SumRow& sum, bool goes_on) {
  std::string text =
      fmt::format(" e_max is the largest exponent of the terms{}",
                  sum.exponent_floor ? fmt::format(", at least {}", *sum.exponent_floor) : "");
  if (std::ranges::none_of(sum.terms, [](const TermRow& term) { return !!term.zero_exponent; })) {
    const bool may_be_none =
        sum.zero_exponent.kind == ZeroExponent::Kind::ignored && goes_on && !sum.exponent_floor;
    text += fmt::format("; {}{}.", zero_text(sum.zero_exponent),
                        may_be_none ? ", and a sum of nothing else has no exponent" : "");
  } else {
    text += ".";
    for (const TermRow& term : sum.terms)
      text += fmt::format(" Of {} {}.", term_text(unit, term),
                          zero_text(term.zero_exponent.value_or(sum.zero_exponent)));
  }
  for (const TermRow& term : sum.terms)
    if (const Sentences entries = entry_texts(term); !entries.empty())
      text += fmt::format(" {} {}.", subject_text(unit, term), fmt::join(entries, "; it "));
  return text;
}

// The terms that are negated are named.
std::string signs_text(const Unit& unit, const SumRow& sum) {
  std::string text;
  for (const TermRow& term : sum.terms)
    if (const std::string sign = sign_text(term); !sign.empty())
      text += fmt::format(" {} {}.", subject_text(unit, term), sign);
  return text;
}

// How terms are aligned: all alike, or each as the row has it.
std::string alignment_text(const Unit& unit, const SumRow& sum) {
  const bool are_alike = std::ranges::none_of(
      sum.terms, [](const TermRow& term) { return term.fraction_bits || term.alignment_rounding; });
  if (are_alike)
    return fmt::format(" Each term {}.", window_text(sum.fraction_bits, sum.alignment_rounding));
  std::string text;
  for (const TermRow& term : sum.terms)
    text += fmt::format(" {} {}.", subject_text(unit, term),
                        window_text(term.fraction_bits.value_or(sum.fraction_bits),
                                    term.alignment_rounding.value_or(sum.alignment_rounding)));
  return text;
}

// Says what a value beyond the greatest number becomes.
std::string overflow_text(const RoundPlan& round) {
  if (round.saturates.all()) return "that number, with its sign";
  if (!round.saturates.any())
    return round.has_infinity ? "an infinity, in every rounding mode"
                              : "NaN, for there is no infinity";
  return fmt::format("that number where it is {}, else {}",
                     round.saturates.plus ? "positive" : "negative",
                     round.has_infinity ? "an infinity" : "NaN, for there is no infinity");
}

std::string sum_text(const Unit& unit, const SequencePlan& plan, const SumRow& sum) {
  const bool is_root = &sum == &unit.datapath.sums.back();
  const auto node = std::ranges::find_if(
      plan.step.sums, [&](const SumPlan& one) { return one.name.view() == sum.name; });
  const bool is_alone = sum.groups == 1 && sum.shape == Shape::fused && node->addend_count == 1;
  std::string text = fmt::format("`{}` {} {}", sum.name, is_alone ? "is" : "adds",
                                 terms_text(unit, sum) + (is_alone ? " alone" : ""));
  if (sum.groups > 1)
    text += fmt::format(", cut into {} equal parts that are added apart", sum.groups);
  if (sum.shape != Shape::fused)
    text +=
        fmt::format(", by two-term additions, {}",
                    sum.shape == Shape::pairwise ? "neighbours first (an odd one out goes up alone)"
                                                 : "from left to right");
  text += "." + signs_text(unit, sum);
  const bool goes_on = !is_root && sum.round_to == nullptr;
  const bool keeps_all = keeps_all_bits(plan.step, sum.name);
  const bool has_entries = std::ranges::any_of(
      sum.terms, [](const TermRow& term) { return !entry_texts(term).empty(); });
  if (!unit.d().is_integer() && (goes_on || has_entries || !keeps_all)) {
    text += e_max_text(unit, sum, goes_on);
    if (!keeps_all) text += alignment_text(unit, sum);
    text += keeps_all ? " The terms are added exactly." : " The aligned terms are added exactly.";
    if (!sum.ones_complement.empty())
      text += fmt::format(
          " Negation is by ones' complement in the frame of {}: a term of the other sign, an exact "
          "zero too, is larger in magnitude by 2^(e_max - {}), unless all terms are exact zeros.",
          sum.ones_complement == kPlusFrame ? "+" : "the sign of " + sum.ones_complement,
          *sum.fraction_bits);
  } else if (!is_alone) {
    text += " The sum is exact.";
  }
  if (const Sentences more = total_texts(sum); !more.empty())
    text += fmt::format(" Besides: {}.", fmt::join(more, "; "));
  if (goes_on && !unit.d().is_integer())
    text += fmt::format(
        " It goes on with the exponent e_max, not normalized; {}it is an exact zero only if all "
        "its terms are.",
        sum.cancelled != Cancelled::number ? "else " : "");
  if (sum.round_to != nullptr)
    text += fmt::format(" {} is normalized and rounded to {} ({}), {}.",
                        sum.shape == Shape::fused ? "It" : "Each of these sums", sum.round_to->name,
                        number_of_bits(node->round.fraction_bits), mode_text(sum.rounding));
  if (sum.overflow != Overflow::infinity)
    text += fmt::format(" What is beyond the greatest number becomes {}.",
                        overflow_text(node->rounds ? node->round : plan.step.result));
  return text;
}

std::string result_text(const Unit& unit, const RoundPlan& round) {
  if (round.is_integer())
    return fmt::format("d is {} where the sum fits {}; else {}.", "the sum", unit.d().name,
                       round.saturates.any() ? "the nearest integer of that format"
                                             : "its low bits in two's complement");
  std::string text =
      fmt::format("The sum is normalized, but not below the exponent {}, the least of {}.",
                  round.least_exponent, unit.d().name);
  if (round.rounds_twice())
    text +=
        fmt::format(" It is first rounded to {}, {}.",
                    number_of_bits(round.prerounding_fraction_bits), mode_text(round.prerounding));
  return text + fmt::format(" It is rounded to {} after the leading bit, {}, and is d in {}.",
                            number_of_bits(round.fraction_bits), mode_text(round.rounding),
                            unit.d().name);
}

// The sums whose zeros have this sign; empty where none has.
std::string zero_sums_text(const Datapath& row, ZeroSign sign) {
  std::vector<std::string> names;
  for (const SumRow& sum : row.sums)
    if (row.zero_sign_of(sum) == sign) names.push_back("`" + sum.name + "`");
  if (names.size() == row.sums.size()) return "a sum of value 0";
  return names.empty() ? "" : fmt::format("a sum of value 0: {}", fmt::join(names, ", "));
}

}  // namespace

std::string_view meaning_of_mode(RoundingMode mode) {
  for (const ModeMeaning& meaning : kModes)
    if (meaning.mode == mode) return meaning.words;
  return {};
}

std::string formula_text(const Unit& unit) {
  std::string scales;
  const OperandLayout layout = layout_of(unit);
  for (const Operand scale : kScales)
    if (layout.has(scale)) {
      const OperandRow& row = row_of(scale);
      scales += row.along == Along::whole
                    ? fmt::format(" * {}[0]", row.name)
                    : fmt::format(" * {}[k div {}]", row.name, unit.instruction.scale->block);
    }
  const bool negated = negates(make_plan(unit));
  const auto formula = [&](const char* factors, const char* over) {
    return fmt::format("d = {0}c + sum of {0}{1}{2} over {3} {4}", negated ? "+-" : "", factors,
                       scales, unit.products(), over);
  };
  return unit.instruction.sparsity ? formula("a[i] * b[place of i]", "elements of a")
                                   : formula("a[k] * b[k]", "k");
}

Sentences reduction_steps(const Unit& unit, const SequencePlan& plan) {
  Sentences steps;
  if (unit.instruction.sparsity) steps.push_back(selection_text(unit));
  steps.push_back(steps_text(unit));
  steps.push_back(operands_text(unit));
  steps.push_back(products_text(unit, plan.step.multiplier));
  for (const SumRow& sum : unit.datapath.sums) steps.push_back(sum_text(unit, plan, sum));
  steps.push_back(result_text(unit, plan.step.result));
  if (plan.late_c)
    steps.push_back(fmt::format(
        "At the end c is added to the result of the last step by one IEEE 754 addition in {}, {}.",
        unit.d().name, mode_text(unit.instruction.late_c->rounding)));
  return steps;
}

TableRows roundings_of(const Unit& unit, const SequencePlan& plan) {
  TableRows rows;
  const auto add = [&](const std::string& where, const std::string& kept, Rounding rounding) {
    rows.push_back({where, kept, mode_text(rounding), std::string(meaning_of_mode(rounding.mode))});
  };
  const auto kept_of = [](const RoundPlan& round) {
    return number_of_bits(round.fraction_bits) + " of the normalized value";
  };
  if (plan.step.result.is_integer()) return rows;
  if (plan.step.multiplier.rounds)
    add("each product", kept_of(plan.step.multiplier.round), plan.step.multiplier.round.rounding);
  for (const SumRow& sum : unit.datapath.sums) {
    const bool keeps_all = keeps_all_bits(plan.step, sum.name);
    for (const TermRow& term : sum.terms) {
      const FractionBits bits = term.fraction_bits.value_or(sum.fraction_bits);
      if (bits && !keeps_all)
        add(fmt::format("alignment of {} in `{}`", term_text(unit, term), sum.name),
            fmt::format("{} below e_max", number_of_bits(*bits)),
            term.alignment_rounding.value_or(sum.alignment_rounding));
    }
    for (const SumPlan& node : plan.step.sums)
      if (node.name.view() == sum.name && node.rounds) {
        add(fmt::format("sum `{}`", sum.name), kept_of(node.round), node.round.rounding);
        break;
      }
  }
  const RoundPlan& result = plan.step.result;
  if (result.rounds_twice())
    add("d, first", number_of_bits(result.prerounding_fraction_bits) + " of the normalized value",
        result.prerounding);
  add("d", kept_of(result), result.rounding);
  if (plan.late_c)
    add("the addition of c at the end", kept_of(plan.late_c->result), plan.late_c->result.rounding);
  return rows;
}

TableRows special_values_of(const Unit& unit, const SequencePlan& plan) {
  TableRows rows;
  const RoundPlan& result = plan.step.result;
  const Format& d = unit.d();
  const auto greatest = [&](const RoundPlan& round) {
    return fmt::format("{:#x} * 2^{}", round.greatest_significand,
                       round.greatest_exponent - round.fraction_bits);
  };
  if (result.is_integer()) {
    rows.push_back({"a sum beyond the integers of d", result.saturates.any()
                                                          ? "d is the nearest of them"
                                                          : "d is the low bits of the sum"});
    return rows;
  }
  const std::string factor_nan = "d is NaN, `" + to_hex(plan.step.factor_nan, d) + "`";
  const bool tells_apart = plan.step.tells_nans_apart();
  const std::string nan =
      unit.datapath.result.nan
          ? fmt::format("d is NaN, `{}`", to_hex(*unit.datapath.result.nan, d))
          : "d is NaN; its bits are not known (`" + to_hex(plan.step.nan, d) + "` here)";
  if (tells_apart) rows.push_back({"a factor is NaN (before all that follows)", factor_nan});
  if (tells_apart)
    rows.push_back({"c is NaN, beside no such product as below",
                    plan.step.keeps_c_nan ? "d is c with its highest fraction bit set" : nan});
  else if (has_any(unit, Among::inputs, &Format::has_nan))
    rows.push_back({"an operand is NaN", nan});
  if (has_any(unit, Among::factors, &Format::has_infinity))
    rows.push_back({"a factor is 0 and another an infinity", nan});
  if (const int at = plan.step.multiplier.infinity_at; at != kNoLimit)
    rows.push_back({fmt::format("a product of magnitude 2^{} or more", at), "an infinity"});
  rows.push_back(
      {"an infinite term beside no NaN and no other infinity",
       fmt::format("the sum is that infinity{}", result.has_infinity ? "" : ", d is NaN")});
  rows.push_back({"+Inf and -Inf in one sum", nan});
  for (const auto& [value, name] : kNames<ZeroSign>)
    if (const std::string sums = zero_sums_text(unit.datapath, value); !sums.empty())
      rows.push_back({sums, value == ZeroSign::plus
                                ? "+0"
                                : "signed as in IEEE 754: - if all terms have the sign -, and "
                                  "where the sum rounds `down` also if any has; else +"});
  rows.push_back({unit.instruction.late_c ? "subnormal a, b" : "subnormal a, b, c",
                  std::string(flush_text(unit.datapath.flush.inputs))});
  const FlushRow& flush = unit.datapath.flush;
  rows.push_back(
      {flush.results != Flush::none && flush.tininess == Tininess::unbounded
           ? "a result that, rounded with unbounded exponents, is below the least normal "
             "number"
           : "a subnormal result of a rounding",
       std::string(flush_text(flush.results))});
  if (!result.flushes_before_the_least())
    rows.push_back(
        {"a sum that is not zero rounds to zero",
         result.keeps_underflow_sign && d.has_minus_zero() ? "the zero of its sign" : "+0"});
  if (result.rounds_twice() && !result.flushes_before_the_least() &&
      result.keeps_prerounding_sign != result.keeps_underflow_sign)
    rows.push_back(
        {"or does so in the first rounding",
         result.keeps_prerounding_sign && d.has_minus_zero() ? "the zero of its sign" : "+0"});
  rows.push_back({fmt::format("d rounds beyond {}", greatest(result)), overflow_text(result)});
  if (plan.step.multiplier.rounds || std::ranges::any_of(plan.step.sums, &SumPlan::rounds))
    rows.push_back(
        {"a product or sum rounds beyond the greatest number of its format",
         "an infinity, or NaN where the format has none; a sum that says otherwise does so"});
  if (plan.late_c)
    rows.push_back({"the addition of c at the end",
                    "as IEEE 754 has it; nothing is flushed, and overflow is an infinity"});
  if (plan.step.raises_flags)
    rows.push_back({"status flags beside d",
                    "invalid, overflow, underflow (tiny after rounding) and inexact, as IEEE 754 "
                    "has them of the exact sum"});
  return rows;
}

}  // namespace mmasc
