// SPDX-License-Identifier: Apache-2.0
#include "pictures/bit_row.h"

#include <fmt/format.h>

#include "arith/term_names.h"
#include "spec/hex.h"
#include "spec/rounding_text.h"
#include "text/number.h"

namespace mmasc {
namespace {

BitRow row_of(std::string name, const ExactTerm& term) {
  BitRow row;
  row.name = std::move(name);
  row.negative = term.negative;
  if (term.nan)
    row.note = "nan";
  else if (term.infinite)
    row.note = term.negative ? "-inf" : "inf";
  else if (term.significand.is_zero())
    row.note = term.negative ? "-0" : "0";
  else {
    row.magnitude = term.significand;
    row.unit = term.exponent - term.fraction_bits;
    row.note = exact_text(term.value());
  }
  return row;
}

std::string dropped_note(const Dyadic& dropped) {
  return dropped.is_zero() ? std::string() : fmt::format("  drops {}", exact_text(dropped));
}

std::string increment_note(const ExactShift& shift) {
  return shift.incremented ? fmt::format("  +1 by {}", rounding_text(shift.rounding))
                           : std::string();
}

// The rounding's first cut: a second one is a row of its own.
std::vector<BitRow> rounding_rows(const std::string& name, const std::string& out_name,
                                  const ExactRounding& rounding, const ExactTerm& out) {
  std::vector<BitRow> rows;
  for (const ExactShift& shift : rounding.shifts) {
    BitRow& row = rows.emplace_back();
    row.name = rows.size() == 1 ? name : name + "'";
    row.negative = shift.negative;
    row.magnitude = shift.magnitude;
    row.unit = shift.unit;
    row.cut = shift.unit + std::max(shift.distance, 0);
    row.note =
        rounding_text(shift.rounding) + dropped_note(shift.dropped()) + increment_note(shift);
  }
  rows.push_back(row_of(out_name, out));
  rows.back().strong = true;
  if (rounding.outcome == ExactRounding::Outcome::flushed) rows.back().note += "  flushed";
  if (rounding.outcome == ExactRounding::Outcome::overflowed) rows.back().note += "  overflow";
  return rows;
}

BitRow aligned_row(const std::string& name, const AlignedTerm& aligned, int e_max) {
  BitRow row = row_of(name, aligned.term);
  if (!row.has_bits()) {
    if (aligned.term.finite() && aligned.takes_part)
      row.note += fmt::format("  takes part with exponent {}", aligned.exponent);
    return row;
  }
  if (aligned.vanished) {
    row.cut = row.highest() + 1;
    row.note = fmt::format("vanishes{}", dropped_note(aligned.dropped()));
    return row;
  }
  row.cut = aligned.shift.unit + std::max(aligned.shift.distance, 0);
  row.note = fmt::format("shift {}{}{}", e_max - aligned.exponent, dropped_note(aligned.dropped()),
                         increment_note(aligned.shift));
  return row;
}

bool is_plain_zero(const BitRow& row) { return !row.has_bits() && row.note.starts_with('0'); }

// Zeros of one note in a row are one row.
void fold_zeros(std::vector<BitRow>& rows) {
  std::vector<BitRow> folded;
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t next = first + 1;
    while (next < rows.size() && is_plain_zero(rows[first]) && is_plain_zero(rows[next]) &&
           rows[next].note == rows[first].note)
      ++next;
    folded.push_back(rows[first]);
    if (next - first > 1) {
      folded.back().name += ".." + rows[next - 1].name;
      folded.back().note = fmt::format("{} zeros{}", next - first, rows[first].note.substr(1));
    }
    first = next;
  }
  rows = std::move(folded);
}

BitSection product_section(const ExactStep& step, const TermNames& names) {
  const MultiplierPlan& m = step.plan->multiplier;
  BitSection section;
  section.heading = fmt::format("multiplier: {} x {}, exact", m.a.name, m.b.name);
  for (std::size_t k = 0; k < step.products.size(); ++k) {
    section.rows.push_back(row_of(names.products[k], step.products[k]));
    const int lane = static_cast<int>(k);
    const auto element = [&](const Format& format, const auto& bits, int per) {
      return to_decimal(format, bits[lane / per]);
    };
    section.rows.back().note +=
        fmt::format("  = {} x {}", element(m.a, step.in.a, 1), element(m.b, step.in.b, 1));
    if (m.scale_lanes > 0)
      section.rows.back().note +=
          fmt::format(" x {} x {}", element(m.scale, step.in.sa, m.scale_lanes),
                      element(m.scale, step.in.sb, m.scale_lanes));
  }
  section.rows.push_back(row_of("c", step.c));
  fold_zeros(section.rows);
  return section;
}

BitSection sum_section(const TracedStep& traced, std::size_t s, const TermNames& names) {
  const ExactSum& sum = traced.exact.sums[s];
  const Plan& plan = *traced.exact.plan;
  const SumPlan& planned = plan.sums[sum.index];
  BitSection section;
  const std::string name = sum_name(plan, planned);
  section.heading = fmt::format("aligner and adder tree of {}", name);
  if (sum.finite()) {
    section.heading +=
        fmt::format(": e_max = {}, {} bits below it{}", sum.e_max, planned.fraction_bits,
                    planned.sticky ? " and a sticky bit" : "");
    section.has_window = true;
    section.window_high = sum.e_max;
    section.window_low = sum.e_max - planned.fraction_bits;
  }
  const auto& terms = names.terms[static_cast<std::size_t>(sum.index)];
  for (std::size_t i = 0; i < sum.terms.size(); ++i)
    section.rows.push_back(sum.finite() ? aligned_row(terms[i], sum.terms[i], sum.e_max)
                                        : row_of(terms[i], sum.terms[i].term));
  fold_zeros(section.rows);
  section.rows.push_back(row_of("= " + name, traced.stages.sums[s].sum));
  section.rows.back().strong = true;
  if (sum.finite()) section.rows.back().note += dropped_note(sum.dropped());
  return section;
}

}  // namespace

std::vector<BitSection> bit_sections(const TracedStep& traced) {
  const ExactStep& step = traced.exact;
  const Plan& plan = *step.plan;
  const TermNames names = term_names(plan);
  std::vector<BitSection> sections{product_section(step, names)};
  if (!step.product_roundings.empty()) {
    BitSection& section = sections.emplace_back();
    section.heading =
        fmt::format("normalizer of the products: {} bits", plan.multiplier.round.fraction_bits + 1);
    for (std::size_t k = 0; k < step.products.size(); ++k)
      if (!step.products[k].significand.is_zero())
        std::ranges::move(
            rounding_rows(names.products[k], "= " + names.products[k], step.product_roundings[k],
                          traced.stages.rounded_products[k]),
            std::back_inserter(section.rows));
  }
  for (std::size_t s = 0; s < step.sums.size(); ++s) {
    sections.push_back(sum_section(traced, s, names));
    const SumPlan& planned = plan.sums[step.sums[s].index];
    if (!planned.rounds) continue;
    BitSection& section = sections.emplace_back();
    const std::string name = sum_name(plan, planned);
    section.heading =
        fmt::format("normalizer of {}: {} bits", name, planned.round.fraction_bits + 1);
    section.rows =
        rounding_rows(name, "= " + name, step.roundings[s], traced.stages.sums[s].rounded);
  }
  BitSection& last = sections.emplace_back();
  last.heading =
      fmt::format("normalizer: {} bits, packed as {}", plan.result.fraction_bits + 1, plan.d.name);
  last.rows = rounding_rows(sum_name(plan, plan.sums[plan.sums.size() - 1]), "= d", step.result,
                            traced.stages.result);
  last.rows.back().note =
      fmt::format("{}  {}", to_hex(traced.stages.d, plan.d), to_decimal(plan.d, traced.stages.d));
  return sections;
}

}  // namespace mmasc
