// SPDX-License-Identifier: Apache-2.0
#include "mmasc/disclosure/facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/presentation/describe.h"
#include "mmasc/unit/fields.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/operand_layout.h"
#include "mmasc/unit/resolve_sums.h"
#include "mmasc/unit/rounding_text.h"
#include "mmasc/unit/saturation.h"

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

// The fraction bits to which a sum or d, which has this format, is rounded.
int kept_bits(const Format& format, const std::optional<int>& significand_fraction) {
  return significand_fraction.value_or(format.fraction_bits);
}

// The last sum is rounded to d by itself, and nothing is left to the rounding of d.
bool root_is_d(const Datapath& row) {
  const SumRow& root = row.sums.back();
  const Format& d = *row.result.format;
  return root.round_to != nullptr && *root.round_to == d && !row.result.prerounding &&
         kept_bits(d, root.significand_fraction) == d.fraction_bits &&
         kept_bits(d, row.result.significand_fraction) == d.fraction_bits;
}

bool flushes_before_the_least(const FlushRow& flush) {
  return flush.results != Flush::none && flush.tininess == Tininess::unbounded;
}

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

// The index of the element of b that a[i] of a sparse a meets: "i // 2 * 4 + metadata[i]".
std::string met_element_text(const SparsityRow& sparsity) {
  const auto& [keep, of, together] = sparsity;
  if (together == 1) return fmt::format("i // {} * {} + metadata[i]", keep, of);
  return fmt::format("(i // {0} // {1} * {2} + metadata[i // {0}]) * {0} + i % {0}", together, keep,
                     of);
}

std::string selection_text(const Unit& unit) {
  const auto& [keep, of, together] = *unit.instruction.sparsity;
  return fmt::format(
      "a[i] meets b[{}]: {} of each {} neighbours{}, named by `metadata`. The rest of b is not "
      "looked at, not even for NaN. What follows counts elements of a and those of b that they "
      "meet.",
      met_element_text(*unit.instruction.sparsity), keep, of,
      together == 1 ? "" : fmt::format(" (groups of {} elements)", together));
}

// "sa[k div 32]", "st[0]"
std::vector<std::string> scale_factors(const Unit& unit) {
  std::vector<std::string> factors;
  const OperandLayout layout = layout_of(unit);
  for (const Operand scale : kScales)
    if (layout.has(scale)) {
      const OperandRow& row = row_of(scale);
      factors.push_back(row.along == Along::whole
                            ? fmt::format("{}[0]", row.name)
                            : fmt::format("{}[k div {}]", row.name, unit.instruction.scale->block));
    }
  return factors;
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

std::string products_text(const Unit& unit) {
  const ProductRow& row = unit.datapath.product;
  std::string factors = "a[k] * b[k]";
  for (const std::string& scale : scale_factors(unit)) factors += " * " + scale;
  std::string text = fmt::format("Each product is {}", factors);
  if (unit.d().is_integer()) return text + ", exactly.";
  const bool fixed_point = std::ranges::any_of(
      unit.datapath.sums, [](const SumRow& sum) { return sum.exponent == ExponentSource::scales; });
  text += fixed_point
              ? ": significands are multiplied exactly, with the exponents of a and b in the "
                "value; the "
                "exponent of a product is that of its scales alone."
              : ": significands are multiplied exactly and exponents added; it is not normalized.";
  text += " It is an exact zero if a factor is zero.";
  if (row.infinity_at)
    text += fmt::format(" A product of magnitude 2^{} or more is an infinity{}.", *row.infinity_at,
                        row.infinity_yields
                            ? ", but a number where an a, b, scale or c of the step is infinite"
                            : "");
  if (row.zero_factor_exponent)
    text += fmt::format(" An a or b that is 0 has the exponent {}.", *row.zero_factor_exponent);
  if (row.exponent_grid)
    text += fmt::format(" The exponents of a and b are {} before they are added.",
                        raised_text(*row.exponent_grid));
  if (row.round_to != nullptr)
    text += fmt::format(" It is rounded to {} ({}), {}.", row.round_to->name,
                        number_of_bits(row.round_to->fraction_bits), mode_text(row.rounding));
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
std::string overflow_text(const Format& format, Overflow overflow, Rounding rounding) {
  const Saturation saturates = saturation_of(overflow, rounding);
  if (saturates.all()) return "that number, with its sign";
  if (!saturates.any())
    return format.has_infinity() ? "an infinity, in every rounding mode"
                                 : "NaN, for there is no infinity";
  return fmt::format("that number where it is {}, else {}",
                     saturates.plus ? "positive" : "negative",
                     format.has_infinity() ? "an infinity" : "NaN, for there is no infinity");
}

std::string sum_text(const Unit& unit, const Plan& plan, const ResolvedSum& resolved) {
  const SumRow& sum = *resolved.row;
  const bool is_root = &sum == &unit.datapath.sums.back();
  const bool is_alone =
      sum.groups == 1 && sum.shape == Shape::fused && resolved.groups.front().size() == 1;
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
  const bool keeps_all = keeps_all_bits(plan, sum.name);
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
                        number_of_bits(kept_bits(*sum.round_to, sum.significand_fraction)),
                        mode_text(sum.rounding));
  if (sum.round_to != nullptr && sum.overflow != Overflow::infinity)
    text += fmt::format(" What is beyond the greatest number becomes {}.",
                        overflow_text(*sum.round_to, sum.overflow, sum.rounding));
  return text;
}

std::string result_text(const Unit& unit) {
  const ResultRow& row = unit.datapath.result;
  const Format& d = *row.format;
  if (d.is_integer())
    return fmt::format("d is the sum where the sum fits {}; else {}.", d.name,
                       row.overflow == Overflow::saturate ? "the nearest integer of that format"
                                                          : "its low bits in two's complement");
  if (root_is_d(unit.datapath)) return fmt::format("d is the last sum, a number of {}.", d.name);
  std::string text =
      fmt::format("The sum is normalized, but not below the exponent {}, the least of {}.",
                  d.least_exponent(), d.name);
  if (row.prerounding)
    text += fmt::format(" It is first rounded to {}, {}.",
                        number_of_bits(row.prerounding->significand_fraction),
                        mode_text(row.prerounding->rounding));
  return text + fmt::format(" It is rounded to {} after the leading bit, {}, and is d in {}.",
                            number_of_bits(kept_bits(d, row.significand_fraction)),
                            mode_text(row.rounding), d.name);
}

// The greatest number of so many fraction bits: "0xffffff * 2^104".
std::string greatest_text(const Format& format, const std::optional<int>& significand_fraction) {
  const int kept = kept_bits(format, significand_fraction);
  return fmt::format("{:#x} * 2^{}", format.greatest_significand() >> (format.fraction_bits - kept),
                     format.greatest_exponent() - kept);
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

std::string formula_text(const Unit& unit, const Plan& plan) {
  const bool negated = negates(plan);
  std::string scales;
  for (const std::string& scale : scale_factors(unit)) scales += " * " + scale;
  const auto formula = [&](const char* factors, const char* over) {
    return fmt::format("d = {0}c + sum of {0}{1}{2} over {3} {4}", negated ? "+-" : "", factors,
                       scales, unit.products(), over);
  };
  return unit.instruction.sparsity ? formula("a[i] * b[place of i]", "elements of a")
                                   : formula("a[k] * b[k]", "k");
}

Sentences reduction_steps(const Unit& unit, const Plan& plan) {
  Sentences steps;
  if (unit.instruction.sparsity) steps.push_back(selection_text(unit));
  steps.push_back(steps_text(unit));
  steps.push_back(operands_text(unit));
  steps.push_back(products_text(unit));
  for (const ResolvedSum& sum : resolve_sums(unit)) steps.push_back(sum_text(unit, plan, sum));
  steps.push_back(result_text(unit));
  if (unit.instruction.late_c)
    steps.push_back(fmt::format(
        "At the end c is added to the result of the last step by one IEEE 754 addition in {}, {}.",
        unit.d().name, mode_text(unit.instruction.late_c->rounding)));
  return steps;
}

TableRows roundings_of(const Unit& unit, const Plan& plan) {
  TableRows rows;
  const auto add = [&](const std::string& where, const std::string& kept, Rounding rounding) {
    rows.push_back({where, kept, mode_text(rounding), std::string(meaning_of_mode(rounding.mode))});
  };
  const auto normalized = [](int bits) {
    return number_of_bits(bits) + " of the normalized value";
  };
  const Datapath& row = unit.datapath;
  const ResultRow& result = row.result;
  if (unit.d().is_integer()) return rows;
  if (row.product.round_to != nullptr)
    add("each product", normalized(row.product.round_to->fraction_bits), row.product.rounding);
  for (const SumRow& sum : row.sums) {
    const bool keeps_all = keeps_all_bits(plan, sum.name);
    for (const TermRow& term : sum.terms) {
      const FractionBits bits = term.fraction_bits.value_or(sum.fraction_bits);
      if (bits && !keeps_all)
        add(fmt::format("alignment of {} in `{}`", term_text(unit, term), sum.name),
            fmt::format("{} below e_max", number_of_bits(*bits)),
            term.alignment_rounding.value_or(sum.alignment_rounding));
    }
    if (sum.round_to != nullptr)
      add(fmt::format("sum `{}`", sum.name),
          normalized(kept_bits(*sum.round_to, sum.significand_fraction)), sum.rounding);
  }
  if (result.prerounding)
    add("d, first", normalized(result.prerounding->significand_fraction),
        result.prerounding->rounding);
  if (!root_is_d(row))
    add("d", normalized(kept_bits(unit.d(), result.significand_fraction)), result.rounding);
  if (unit.instruction.late_c)
    add("the addition of c at the end", normalized(unit.d().fraction_bits),
        unit.instruction.late_c->rounding);
  return rows;
}

TableRows special_values_of(const Unit& unit) {
  TableRows rows;
  const Datapath& row = unit.datapath;
  const ResultRow& result = row.result;
  const Format& d = unit.d();
  if (d.is_integer()) {
    rows.push_back({"a sum beyond the integers of d", result.overflow == Overflow::saturate
                                                          ? "d is the nearest of them"
                                                          : "d is the low bits of the sum"});
    return rows;
  }
  const std::uint64_t own_nan = result.nan.value_or(d.default_nan());
  const std::uint64_t factor_nan = result.factor_nan.value_or(own_nan);
  const std::string bits = to_hex(own_nan, d);
  const std::string nan = result.nan
                              ? fmt::format("d is NaN, `{}`", bits)
                              : fmt::format("d is NaN; its bits are not known (`{}` here)", bits);
  const bool keeps_c_nan = result.c_nan == OwnNan::quiet;
  if (keeps_c_nan || factor_nan != own_nan) {
    rows.push_back(
        {"a factor is NaN (before all that follows)", "d is NaN, `" + to_hex(factor_nan, d) + "`"});
    rows.push_back({"c is NaN, beside no such product as below",
                    keeps_c_nan ? "d is c with its highest fraction bit set" : nan});
  } else if (has_any(unit, Among::inputs, &Format::has_nan)) {
    rows.push_back({"an operand is NaN", nan});
  }
  if (has_any(unit, Among::factors, &Format::has_infinity))
    rows.push_back({"a factor is 0 and another an infinity", nan});
  if (const auto& at = row.product.infinity_at)
    rows.push_back({fmt::format("a product of magnitude 2^{} or more", *at), "an infinity"});
  rows.push_back({"an infinite term beside no NaN and no other infinity",
                  fmt::format("the sum is that infinity{}", d.has_infinity() ? "" : ", d is NaN")});
  rows.push_back({"+Inf and -Inf in one sum", nan});
  for (const auto& [value, name] : kNames<ZeroSign>)
    if (const std::string sums = zero_sums_text(row, value); !sums.empty())
      rows.push_back({sums, value == ZeroSign::plus
                                ? "+0"
                                : "signed as in IEEE 754: - if all terms have the sign -, and "
                                  "where the sum rounds `down` also if any has; else +"});
  rows.push_back({unit.instruction.late_c ? "subnormal a, b" : "subnormal a, b, c",
                  std::string(flush_text(row.flush.inputs))});
  const bool flushes_first = flushes_before_the_least(row.flush);
  rows.push_back(
      {flushes_first ? "a result that, rounded with unbounded exponents, is below the least normal "
                       "number"
                     : "a subnormal result of a rounding",
       std::string(flush_text(row.flush.results))});
  const bool rounds_alone = root_is_d(row);
  if (!flushes_first) {
    const auto zero = [&](Underflow underflow) {
      return underflow == Underflow::keep_sign && d.has_minus_zero() ? "the zero of its sign"
                                                                     : "+0";
    };
    const Underflow last = rounds_alone ? Underflow::keep_sign : result.underflow;
    rows.push_back({"a sum that is not zero rounds to zero", zero(last)});
    if (result.prerounding && result.prerounding->underflow.value_or(last) != last)
      rows.push_back({"or does so in the first rounding", zero(*result.prerounding->underflow)});
  }
  const SumRow& root = row.sums.back();
  rows.push_back({fmt::format("d rounds beyond {}", greatest_text(d, result.significand_fraction)),
                  rounds_alone ? overflow_text(d, root.overflow, root.rounding)
                               : overflow_text(d, result.overflow, result.rounding)});
  if (row.product.round_to != nullptr || std::ranges::any_of(row.sums, [&](const SumRow& sum) {
        return sum.round_to != nullptr && !(rounds_alone && &sum == &root);
      }))
    rows.push_back(
        {"a product or sum rounds beyond the greatest number of its format",
         "an infinity, or NaN where the format has none; a sum that says otherwise does so"});
  if (unit.instruction.late_c)
    rows.push_back({"the addition of c at the end",
                    "as IEEE 754 has it; nothing is flushed, and overflow is an infinity"});
  if (result.flags != StatusFlags::none)
    rows.push_back({"status flags beside d",
                    "invalid, overflow, underflow (tiny after rounding) and inexact, as IEEE 754 "
                    "has them of the exact sum"});
  return rows;
}

}  // namespace mmasc
