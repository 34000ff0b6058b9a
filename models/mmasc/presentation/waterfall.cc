// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/waterfall.h"

#include <fmt/format.h>

#include <utility>

#include "mmasc/arith/term_names.h"
#include "mmasc/presentation/outcome_text.h"
#include "mmasc/text/number.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/rounding_text.h"

namespace mmasc {
namespace {

BitRun run_of(const BigInt& magnitude, int unit) {
  std::string digits;
  for (int i = magnitude.bit_length() - 1; i >= 0; --i) digits += magnitude.bit(i) ? '1' : '0';
  return {std::move(digits), unit};
}

BitRun trimmed(const BigInt& magnitude, int unit) {
  if (magnitude.is_zero()) return {};
  const int zeros = magnitude.trailing_zeros();
  return run_of(magnitude >> zeros, unit + zeros);
}

std::string text_of_term(const ExactTerm& term) {
  if (term.nan) return "nan";
  const std::string_view sign = term.negative ? "-" : "";
  if (term.infinite) return fmt::format("{}inf", sign);
  if (term.significand.is_zero()) return fmt::format("{}0", sign);
  return exact_text(term.value());
}

WaterfallRow row_of(std::string name, const ExactTerm& term, const std::string& source = "") {
  WaterfallRow row{std::move(name), term.negative, {}, {}, text_of_term(term) + source};
  if (term.finite()) row.kept = run_of(term.significand, term.exponent - term.fraction_bits);
  return row;
}

std::string exponent_text(const AlignedTerm& aligned) {
  return aligned.takes_part ? fmt::format("zero, takes part with exponent {}", aligned.exponent)
                            : "zero, takes no part in e_max";
}

WaterfallRow row_of(std::string name, const AlignedTerm& aligned, const Dyadic& addend) {
  const ExactTerm& term = aligned.term;
  WaterfallRow row{std::move(name), term.negative, {}, {}, {}};
  if (!term.finite()) {
    row.note = text_of_term(term);
  } else if (term.zero) {
    row.note = exponent_text(aligned);
  } else if (aligned.vanished) {
    row.kept.unit = addend.exponent;
    row.dropped = trimmed(term.significand, term.exponent - term.fraction_bits);
    row.note = "vanishes";
  } else {
    const ExactShift& shift = aligned.shift;
    row.kept = run_of(addend.integer.abs(), addend.exponent);
    row.dropped = trimmed(shift.lost, shift.unit);
    if (shift.incremented) row.note = fmt::format("{}: +1", rounding_text(shift.rounding));
  }
  if (aligned.complemented) {
    row.kept = run_of(addend.integer.abs(), addend.exponent);
    row.note += row.note.empty() ? "ones' complement: +1" : ", ones' complement: +1";
  }
  return row;
}

// Rows alike in all but their names become one.
void fold(std::vector<WaterfallRow>& rows) {
  std::vector<WaterfallRow> folded;
  std::string first;
  for (WaterfallRow& row : rows) {
    const bool is_empty = row.kept.digits.empty() && row.dropped.digits.empty();
    if (is_empty && !folded.empty() && folded.back().kept.digits.empty() &&
        folded.back().dropped.digits.empty() && folded.back().note == row.note &&
        folded.back().negative == row.negative) {
      folded.back().name = first + ".." + row.name;
    } else {
      first = row.name;
      folded.push_back(std::move(row));
    }
  }
  rows = std::move(folded);
}

class StepDrawer {
 public:
  StepDrawer(const TracedStep& step, std::string title)
      : exact_(step.exact),
        stages_(step.stages),
        places_(step.places),
        plan_(*step.plan),
        names_(term_names(plan_)) {
    out_.title = std::move(title);
  }

  WaterfallStep draw() && {
    draw_products();
    for (const LevelPlan& level : plan_.levels)
      for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s) draw_sum(s);
    const RoundPlan& result = plan_.result;
    begin("normalizer of d",
          result.is_integer() ? fmt::format("{}, overflow {}", plan_.d.name,
                                            result.saturates.any() ? "saturates" : "wraps")
                              : fmt::format("{}, {} fraction bits, {}", plan_.d.name,
                                            result.fraction_bits, rounding_text(result.rounding)));
    draw_rounding("d", exact_.result, stages_.result);
    return std::move(out_);
  }

 private:
  void begin(std::string title, std::string note) {
    rows_ =
        &out_.blocks.emplace_back(WaterfallBlock{std::move(title), std::move(note), {}, {}}).rows;
  }

  void draw_products() {
    const MultiplierPlan& m = plan_.multiplier;
    begin("multiplier",
          fmt::format("{} lanes, {} * {}{}", m.lanes, m.a.name, m.b.name,
                      m.is_sparse() ? ", elements of b as metadata selects them" : ""));
    for (std::size_t k = 0; k < exact_.products.size(); ++k) {
      std::string source = fmt::format(" = {} * {}", to_hex(exact_.in[Operand::a][k], m.a),
                                       to_hex(exact_.in[Operand::b][k], m.b));
      if (m.is_sparse() && !exact_.products[k].zero)  // zeros stay alike, and become one row
        source += fmt::format(" (b[{}])", places_[k]);
      for (const ScalePlan& scale : m.scales)
        source +=
            " * " + to_hex(exact_.in[scale.operand][k / static_cast<std::size_t>(scale.lanes)],
                           scale.format);
      rows_->push_back(row_of(names_.products[k], exact_.products[k], source));
    }
    rows_->push_back(row_of("c", exact_.c, " = " + to_hex(exact_.in.c(), m.c)));
    fold(*rows_);
    if (exact_.product_roundings.empty()) return;
    begin("normalizer of the products", fmt::format("{} fraction bits, {}", m.round.fraction_bits,
                                                    rounding_text(m.round.rounding)));
    for (std::size_t k = 0; k < exact_.products.size(); ++k)
      draw_rounding(names_.products[k], exact_.product_roundings[k], stages_.rounded_products[k]);
    fold(*rows_);
  }

  void draw_sum(int s) {
    const auto at = static_cast<std::size_t>(s);
    const SumPlan& plan = plan_.sums[s];
    const ExactSum& sum = exact_.sums[at];
    const std::string name = sum_name(plan_, plan);
    begin("aligner of " + name,
          fmt::format("e_max {}, last bit 2^{}", sum.e_max, sum.e_max - plan.fraction_bits));
    for (std::size_t i = 0; i < sum.terms.size(); ++i)
      rows_->push_back(row_of(names_.terms[at][i], sum.terms[i], stages_.sums[at].addends[i]));
    fold(*rows_);
    const auto window = std::pair(sum.e_max, sum.e_max - plan.fraction_bits);
    if (sum.finite()) out_.blocks.back().window = window;
    std::string note = fmt::format("{} bits", plan.sum_bits);
    if (!sum.changed.is_zero()) note += ", changed by an accumulator or a cut";
    if (sum.sum.lost) note += ", a sticky bit";
    begin("adder tree of " + name, std::move(note));
    if (sum.finite()) out_.blocks.back().window = window;
    rows_->push_back(row_of(name, stages_.sums[at].sum));
    if (!plan.rounds) return;
    begin("normalizer of " + name, fmt::format("{} fraction bits, {}", plan.round.fraction_bits,
                                               rounding_text(plan.round.rounding)));
    draw_rounding(name, exact_.roundings[at], stages_.sums[at].rounded);
  }

  void draw_rounding(const std::string& name, const ExactRounding& rounding, const ExactTerm& out) {
    for (std::size_t i = 0; i < rounding.shifts.size(); ++i) {
      const ExactShift& shift = rounding.shifts[i];
      const bool is_last = i + 1 == rounding.shifts.size();
      std::string note = shift.incremented ? rounding_text(shift.rounding) + ": +1" : "";
      rows_->push_back({is_last ? name : name + " (first)", shift.negative,
                        run_of(shift.kept, shift.unit + shift.distance),
                        trimmed(shift.lost, shift.unit), std::move(note)});
    }
    if (rounding.shifts.empty()) rows_->push_back({name, out.negative, {}, {}, {}});
    std::string& note = rows_->back().note;
    note = fmt::format("{}{}{}{}", text_of_term(out), outcome_text(rounding.outcome),
                       note.empty() ? "" : "; ", note);
  }

  const ExactStep& exact_;
  const StageValues& stages_;
  const std::vector<std::size_t>& places_;
  const Plan& plan_;
  const TermNames names_;
  WaterfallStep out_;
  std::vector<WaterfallRow>* rows_ = nullptr;  // of the block at hand
};

}  // namespace

std::vector<WaterfallStep> waterfall(const Trace& trace) {
  std::vector<WaterfallStep> steps;
  for (std::size_t i = 0; i < trace.steps.size(); ++i)
    steps.push_back(StepDrawer(trace.steps[i],
                               fmt::format("step {} of {}{}", i + 1, trace.steps.size(),
                                           trace.steps[i].exact.adds_late_c ? ": the late c" : ""))
                        .draw());
  return steps;
}

}  // namespace mmasc
