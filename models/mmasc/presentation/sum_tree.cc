// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/sum_tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/unit/fields.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {
namespace {

std::string zero_text(const ZeroExponent& zero) {
  switch (zero.kind) {
    case ZeroExponent::Kind::own:
      return "a zero takes part with its own exponent";
    case ZeroExponent::Kind::ignored:
      return "zeros take no part";
    case ZeroExponent::Kind::fixed:
      return fmt::format("a zero takes part as 2^{}", zero.value);
  }
  return {};
}

std::string bits_text(const FractionBits& bits) {
  return bits ? fmt::format("{} bits below e_max", *bits) : "exact";
}

std::string selection_text(const TermRow& term) {
  switch (term.selection.kind) {
    case Selection::Kind::all:
      return term.from;
    case Selection::Kind::even:
      return term.from + ".even";
    case Selection::Kind::odd:
      return term.from + ".odd";
    case Selection::Kind::range:
      return fmt::format("{}[{}:{}]", term.from, term.selection.first, term.selection.last);
  }
  return {};
}

int selected(const Selection& selection, int count) {
  switch (selection.kind) {
    case Selection::Kind::all:
      return count;
    case Selection::Kind::even:
      return (count + 1) / 2;
    case Selection::Kind::odd:
      return count / 2;
    case Selection::Kind::range:
      return std::clamp(count - selection.first, 0, selection.last - selection.first);
  }
  return 0;
}

class TreeDrawer {
 public:
  TreeDrawer(const Unit& unit, const Plan& plan) : unit_(unit), row_(unit.datapath), plan_(plan) {}

  std::vector<std::string> draw() && {
    lines_.push_back("d  " + result_text());
    draw_sum(row_.sums.back(), nullptr, "", true);
    return std::move(lines_);
  }

 private:
  void draw_line(const std::string& indent, bool last, const std::string& text) {
    lines_.push_back(fmt::format("{}{} {}", indent, last ? "└─" : "├─", text));
  }

  void draw_sum(const SumRow& sum, const TermRow* as_term, const std::string& indent, bool last) {
    const auto name = as_term ? selection_text(*as_term) : sum.name;
    draw_line(indent, last, fmt::format("{}  {}{}", name, sum_text(sum), override_text(as_term)));
    const std::string deeper = indent + (last ? "   " : "│  ");
    for (const TermRow& term : sum.terms) {
      const bool is_last = &term == &sum.terms.back();
      const auto inner = std::ranges::find(row_.sums, term.from, &SumRow::name);
      if (inner != row_.sums.end())
        draw_sum(*inner, &term, deeper, is_last);
      else
        draw_line(
            deeper, is_last,
            fmt::format("{}  {}{}", selection_text(term), leaf_text(term), override_text(&term)));
    }
  }

  std::string result_text() const {
    const ResultRow& result = row_.result;
    if (result.format->is_integer())
      return fmt::format("{}: {}", result.format->name, fitting_text());
    std::string text =
        fmt::format("{}: {} fraction bits, {}", result.format->name, plan_.result.fraction_bits,
                    rounding_text(plan_.result.rounding));
    if (const auto& first = result.prerounding) {
      text += fmt::format(", after a first rounding to {} bits {}", first->significand_fraction,
                          rounding_text(first->rounding));
      if (first->underflow && *first->underflow != result.underflow)
        text += first->underflow == Underflow::to_plus_zero ? ", whose underflow gives +0"
                                                            : ", whose underflow keeps the sign";
    }
    text += overflow_text(result.overflow);
    if (result.underflow == Underflow::to_plus_zero) text += ", underflow gives +0";
    if (row_.zero_sign == ZeroSign::ieee) text += ", zeros signed as in IEEE 754";
    if (row_.flush.results != Flush::none)
      text += fmt::format(", subnormals flushed ({}{})", enum_name(row_.flush.results),
                          row_.flush.tininess == Tininess::unbounded
                              ? ", as rounded with unbounded exponents"
                              : "");
    return text + nan_text() +
           (result.flags == StatusFlags::ieee ? ", with the status flags of IEEE 754" : "");
  }

  std::string nan_text() const {
    const ResultRow& result = row_.result;
    if (!result.nan) return ", NaN payload not known";
    std::string text = ", NaN " + to_hex(*result.nan, *result.format);
    if (result.factor_nan)
      text += fmt::format(" (of a factor {})", to_hex(*result.factor_nan, *result.format));
    return text + (result.c_nan == OwnNan::quiet ? " (of c its own, quiet)" : "");
  }

  static std::string overflow_text(Overflow overflow) {
    if (overflow == Overflow::saturate) return ", overflow saturates";
    return overflow == Overflow::by_rounding ? ", overflow saturates where the rounding truncates"
                                             : "";
  }

  std::string fitting_text() const {
    return row_.result.overflow == Overflow::wrap ? "the low bits: overflow wraps"
                                                  : "overflow saturates";
  }

  std::string sum_text(const SumRow& sum) const {
    std::string text = sum.groups > 1 ? fmt::format("{} sums side by side", sum.groups) : "sum";
    if (sum.shape != Shape::fused) text += fmt::format(", {} in sums of two", enum_name(sum.shape));
    text += ": " + alignment_text(sum);
    if (sum.exponent == ExponentSource::scales) text += "; only the scales give exponents";
    if (const SumPlan* const planned = plan_of(sum); planned && planned->has_exponent_floor)
      text += fmt::format("; e_max is at least {}", *sum.exponent_floor);
    if (!sum.ones_complement.empty())
      text += sum.ones_complement == kPlusFrame
                  ? "; negated by ones' complement"
                  : fmt::format("; negated by ones' complement in the frame of the sign of {}",
                                sum.ones_complement);
    for (const std::string& more : total_texts(sum)) text += "; " + more;
    if (sum.zero_sign)
      text +=
          *sum.zero_sign == ZeroSign::plus ? "; a zero is +0" : "; a zero signed as in IEEE 754";
    if (sum.round_to != nullptr)
      text += fmt::format("; rounded to {} {}{}", sum.round_to->name, rounding_text(sum.rounding),
                          overflow_text(sum.overflow));
    return text;
  }

  std::string alignment_text(const SumRow& sum) const {
    if (!sum.fraction_bits) return exact_text(sum);
    return fmt::format("{}, the rest goes {}; {}", bits_text(sum.fraction_bits),
                       rounding_text(sum.alignment_rounding), zero_text(sum.zero_exponent));
  }

  // The first of those that have its name.
  const SumPlan* plan_of(const SumRow& sum) const {
    const auto planned = std::ranges::find_if(
        plan_.sums, [&](const SumPlan& plan) { return plan.name.view() == sum.name; });
    return planned == plan_.sums.end() ? nullptr : &*planned;
  }

  // How the plan keeps an exact sum's promise.
  std::string exact_text(const SumRow& sum) const {
    const SumPlan* const planned = plan_of(sum);
    if (planned == nullptr || !planned->exact) return "exact but for the terms that say otherwise";
    if (planned->sticky)
      return fmt::format("exact, by a window of {} bits below e_max and a sticky bit",
                         planned->fraction_bits);
    return fmt::format("exact, by the whole span of {} bits", planned->sum_bits);
  }

  std::string leaf_text(const TermRow& term) const {
    const MultiplierPlan& m = plan_.multiplier;
    if (term.from == "c") {
      if (unit_.instruction.late_c) return fmt::format("{}: +0 in the first step", m.c.name);
      return std::string(m.c.name);
    }
    std::string text =
        fmt::format("{} of {} * {}", selected(term.selection, m.lanes), m.a.name, m.b.name);
    for (const std::string& scaled : scale_texts(m)) text += ", " + scaled;
    if (m.flush_inputs != Flush::none)
      text += fmt::format(", subnormal inputs flushed ({})", enum_name(m.flush_inputs));
    if (m.has_overflow())
      text += fmt::format(", infinite from 2^{}{}", m.infinity_at,
                          m.infinity_yields ? " without infinite operands" : "");
    if (m.moves_zero_factors())
      text += fmt::format(", the exponent of a factor 0 is {}", m.zero_factor_exponent);
    if (m.raises_factors()) text += ", exponents of factors " + raised_text(m.grid);
    if (row_.product.round_to != nullptr)
      text += fmt::format(", each rounded to {} {}", row_.product.round_to->name,
                          rounding_text(row_.product.rounding));
    return text;
  }

  static std::string override_text(const TermRow* term) {
    if (term == nullptr) return {};
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (term->fraction_bits) add(bits_text(*term->fraction_bits));
    if (term->alignment_rounding)
      add(fmt::format("the rest goes {}", rounding_text(*term->alignment_rounding)));
    if (term->zero_exponent) add(zero_text(*term->zero_exponent));
    if (const std::string sign = sign_text(*term); !sign.empty()) add(sign);
    for (const std::string& entry : entry_texts(*term)) add(entry);
    return text.empty() ? text : fmt::format("  [{}]", text);
  }

  const Unit& unit_;
  const Datapath& row_;
  const Plan& plan_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> sum_tree(const Unit& unit, const Plan& plan) {
  return TreeDrawer(unit, plan).draw();
}

}  // namespace mmasc
