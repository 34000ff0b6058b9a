// SPDX-License-Identifier: Apache-2.0
#include "mmasc/presentation/print_trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "mmasc/arith/term_names.h"
#include "mmasc/presentation/outcome_text.h"
#include "mmasc/text/number.h"
#include "mmasc/unit/hex.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/rounding_text.h"
#include "mmasc/unit/status_flags.h"

namespace mmasc {
namespace {

constexpr int kMaxBinaryDigits = 64;

std::string binary(const BigInt& magnitude, int digits) {
  std::string text;
  for (int i = digits - 1; i >= 0; --i) text += magnitude.bit(i) ? '1' : '0';
  return text;
}

// "1.0110", or "0x1.6" where that is long.
std::string fixed_point(const BigInt& magnitude, int fraction_bits) {
  const int digits = std::max(magnitude.bit_length(), fraction_bits + 1);
  if (fraction_bits >= 0 && digits <= kMaxBinaryDigits) {
    std::string text = binary(magnitude, digits);
    if (fraction_bits > 0)
      text.insert(text.size() - static_cast<std::size_t>(fraction_bits), 1, '.');
    return text;
  }
  if (magnitude.is_zero()) return "0";
  const int padding = (4 - fraction_bits % 4) % 4;
  const auto fraction_digits = static_cast<std::size_t>(std::max(0, fraction_bits + padding) / 4);
  std::string text = (magnitude << padding).hex();
  if (text.size() <= fraction_digits) text.insert(0, fraction_digits + 1 - text.size(), '0');
  if (fraction_digits > 0) text.insert(text.size() - fraction_digits, 1, '.');
  const auto last = text.find_last_not_of('0');
  if (fraction_digits > 0) text.resize(text[last] == '.' ? last : last + 1);
  return "0x" + text;
}

std::string value_text(const ExactTerm& term) {
  if (term.nan) return "nan";
  const std::string_view sign = term.negative ? "-" : "";
  if (term.infinite) return fmt::format("{}inf", sign);
  if (term.significand.is_zero()) return fmt::format("{}0", sign);
  return exact_text(term.value());
}

char sign_of(bool negative) { return negative ? '-' : '+'; }

// The bits shifted out, "" where they are zeros.
std::string dropped_text(const ExactShift& shift) {
  if (shift.lost.is_zero()) return "";
  const std::string bits = shift.distance <= kMaxBinaryDigits
                               ? binary(shift.lost, shift.distance)
                               : fmt::format("0x{} of {} bits", shift.lost.hex(), shift.distance);
  return fmt::format(
      "{}{}", bits,
      shift.incremented ? fmt::format(", {}: +1", rounding_text(shift.rounding)) : "");
}

class TracePrinter {
 public:
  std::vector<std::string> print(const Trace& trace) && {
    const auto steps = trace.steps.size();
    for (std::size_t i = 0; i < steps; ++i) print_step(trace.steps[i], i, steps);
    return std::move(lines_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    lines_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  // Calls one(i) for what stands alone and run(first, last) for two or more alike in a row.
  template <class Alike, class One, class Run>
  static void fold(std::size_t count, Alike alike, One one, Run run) {
    for (std::size_t first = 0; first < count;) {
      std::size_t next = first + 1;
      while (next < count && alike(first, next)) ++next;
      if (next - first > 1)
        run(first, next - 1);
      else
        one(first);
      first = next;
    }
  }

  void print_step(const TracedStep& traced, std::size_t index, std::size_t count) {
    const ExactStep& step = traced.exact;
    const Plan& plan = *traced.plan;
    const MultiplierPlan& m = plan.multiplier;
    names_ = term_names(plan);
    line("step {} of {}{}", index + 1, count, step.adds_late_c ? ": the late c" : "");
    line("  multiplier: {} lanes, {} * {}{}", m.lanes, m.a.name, m.b.name,
         m.is_sparse() ? ", elements of b as metadata selects them" : "");
    const auto place = [&](std::size_t lane) {
      return m.is_sparse() ? fmt::format(" (b[{}])", traced.places[lane]) : std::string();
    };
    const auto& p = step.products;
    fold(
        p.size(),
        [&](std::size_t i, std::size_t j) {
          return p[i].zero && p[j].zero && !p[i].nan && !p[j].nan && p[i].exponent == p[j].exponent;
        },
        [&](std::size_t i) {
          std::string scaled;
          for (const ScalePlan& scale : m.scales)
            scaled += " * " + element(scale.format, step.in[scale.operand], i, scale.lanes);
          print_term(names_.products[i], p[i],
                     fmt::format("  = {} * {}{}{}", element(m.a, step.in[Operand::a], i, 1),
                                 element(m.b, step.in[Operand::b], i, 1), place(i), scaled));
        },
        [&](std::size_t first, std::size_t last) {
          line("    {:<8} zero, exponent {}", names_.products[first] + ".." + names_.products[last],
               p[first].exponent);
        });
    print_term("c", step.c, fmt::format("  = {}", to_hex(step.in.c(), m.c)));
    if (!step.product_roundings.empty()) {
      line("  normalizer of the products: to {} fraction bits", m.round.fraction_bits);
      for (std::size_t k = 0; k < p.size(); ++k)
        print_rounding(names_.products[k], names_.products[k], step.product_roundings[k],
                       traced.stages.rounded_products[k]);
    }
    for (const LevelPlan& level : plan.levels) print_level(traced, level);
    if (plan.result.is_integer())
      line("  normalizer of d: {}, overflow {}", plan.d.name,
           plan.result.saturates.any() ? "saturates" : "wraps");
    else
      line("  normalizer of d: {}, {} fraction bits, {}", plan.d.name, plan.result.fraction_bits,
           rounding_text(plan.result.rounding));
    print_rounding(sum_name(plan, plan.sums[plan.sums.size() - 1]), "d", step.result,
                   traced.stages.result);
    line("  d = {}  {}", to_hex(traced.stages.d, plan.d), element_text(plan.d, traced.stages.d));
    if (plan.raises_flags)
      line("  flags = {:02x}  {}", traced.stages.flags, flags_text(traced.stages.flags));
  }

  static std::string element(const Format& format, const auto& bits, std::size_t lane, int per) {
    return to_hex(bits[lane / static_cast<std::size_t>(per)], format);
  }

  void print_term(std::string_view name, const ExactTerm& term, std::string_view source) {
    line("    {:<8} {}{} * 2^{}  = {}{}", name, sign_of(term.negative),
         fixed_point(term.significand, term.fraction_bits), term.exponent, value_text(term),
         source);
  }

  void print_level(const TracedStep& step, const LevelPlan& level) {
    const Plan& plan = *step.plan;
    const auto each = [&](auto print) {
      for (int s = level.first_sum; s < level.first_sum + level.sum_count; ++s)
        print(plan.sums[s], static_cast<std::size_t>(s));
    };
    each([&](const SumPlan& sum, std::size_t s) {
      print_alignment(sum_name(plan, sum), sum, names_.terms[s], step.exact.sums[s],
                      step.stages.sums[s]);
    });
    each([&](const SumPlan& sum, std::size_t s) {
      print_sum(sum_name(plan, sum), step.exact.sums[s], step.stages.sums[s]);
    });
    if (!level.rounds) return;
    line("  normalizer of the sums");
    each([&](const SumPlan& sum, std::size_t s) {
      const std::string name = sum_name(plan, sum);
      if (sum.rounds)
        print_rounding(name, name, step.exact.roundings[s], step.stages.sums[s].rounded);
    });
  }

  void print_alignment(const std::string& name, const SumPlan& plan,
                       const std::vector<std::string>& names, const ExactSum& sum,
                       const StageValues::Sum& stages) {
    line("  aligner of {}: e_max {}{}, sum in units of 2^{}", name, sum.e_max,
         sum.coarse ? ", the next of its grid" : "", sum.e_max - plan.fraction_bits);
    const auto& terms = sum.terms;
    fold(
        terms.size(),
        [&](std::size_t i, std::size_t j) {
          return terms[i].term.zero && terms[j].term.zero && terms[i].term.finite() &&
                 terms[j].term.finite() && terms[i].takes_part == terms[j].takes_part &&
                 terms[i].exponent == terms[j].exponent;
        },
        [&](std::size_t i) {
          print_aligned(names[i], terms[i], sum.e_max, stages.addends[i], plan.fraction_bits);
        },
        [&](std::size_t first, std::size_t last) {
          line("    {:<8} zero{}", names[first] + ".." + names[last], participation(terms[first]));
        });
  }

  static std::string participation(const AlignedTerm& aligned) {
    return aligned.takes_part ? fmt::format(", takes part with exponent {}", aligned.exponent)
                              : ", takes no part in e_max";
  }

  void print_aligned(const std::string& name, const AlignedTerm& aligned, int e_max,
                     const Dyadic& addend, int fraction_bits) {
    const ExactTerm& term = aligned.term;
    const std::string complemented =
        aligned.complemented
            ? fmt::format("  of which ones' complement gives {}", exact_text(aligned.complement()))
            : "";
    if (!term.finite()) {
      line("    {:<8} {}", name, value_text(term));
    } else if (term.zero) {
      line("    {:<8} zero{}{}", name, participation(aligned), complemented);
    } else if (aligned.vanished) {
      line("    {:<8} exponent {}, vanishes: dropped {}{}", name, aligned.exponent,
           exact_text(term.value()), complemented);
    } else {
      const std::string dropped = dropped_text(aligned.shift);
      line("    {:<8} shift {:>3}  kept {}{}{}{}", name, e_max - aligned.exponent,
           sign_of(addend.integer.is_negative()), fixed_point(addend.integer.abs(), fraction_bits),
           dropped.empty() ? "" : "  dropped " + dropped, complemented);
    }
  }

  void print_sum(const std::string& name, const ExactSum& sum, const StageValues::Sum& stages) {
    line("  adder_tree of {}", name);
    if (!sum.finite()) {
      line("    {:<8} {}", name, value_text(stages.sum));
      return;
    }
    print_term(name, stages.sum, "");
    line("    kept {} + dropped {} = exact {}{}", exact_text(sum.kept()), exact_text(sum.dropped()),
         exact_text(sum.exact()), holds(sum, stages) ? "" : "  DOES NOT HOLD");
    if (!sum.changed.is_zero())
      line("    of {} an accumulator or a cut makes {}, {} more", exact_text(sum.kept()),
           exact_text(stages.sum.value()), exact_text(sum.changed));
    if (sum.sum.lost) line("    bits were lost: the rounding sees a sticky bit");
  }

  void print_rounding(const std::string& name, const std::string& out_name,
                      const ExactRounding& rounding, const ExactTerm& out) {
    const ExactTerm& in = rounding.in;
    if (!in.finite()) {
      line("    {:<8} {}", name, value_text(out));
      return;
    }
    if (in.significand.is_zero()) {
      line("    {:<8} {}", name, value_text(in));
      return;
    }
    if (rounding.rule->is_integer()) {
      line("    {:<8} {}{}", "= " + out_name, value_text(out), outcome_text(rounding, out));
      return;
    }
    const int left = in.significand.bit_length() - 1 - in.fraction_bits;
    line("    {:<8} leading bit 2^{}: normalized by {}{}", name, rounding.leading_exponent,
         left == 0 ? "none" : fmt::format("{} {}", std::abs(left), left > 0 ? "right" : "left"),
         rounding.below_least ? ", but not below the least exponent" : "");
    for (const ExactShift& shift : rounding.shifts) {
      const std::string dropped = dropped_text(shift);
      line("    {:<8} {} {}{}", "", rounding_text(shift.rounding), sign_of(shift.negative),
           binary_or_hex(shift.kept) + (dropped.empty() ? "" : " | " + dropped));
    }
    line("    {:<8} {}{}", "= " + out_name, value_text(out), outcome_text(rounding, out));
  }

  static std::string binary_or_hex(const BigInt& magnitude) { return fixed_point(magnitude, 0); }

  static std::string outcome_text(const ExactRounding& rounding, const ExactTerm& out) {
    if (rounding.rule->flushes_before_the_least() && rounding.is_tiny)
      return ": below the least normal number also if its exponent had no bound, flushed to zero";
    if (const auto text = mmasc::outcome_text(rounding.outcome); !text.empty())
      return std::string(text);
    if (!holds(rounding, out)) return "  KEPT AND DROPPED DO NOT MAKE UP THE SUM";
    const Dyadic dropped = rounding.dropped();
    return dropped.is_zero() ? ", exact" : fmt::format(", dropped {}", exact_text(dropped));
  }

  std::vector<std::string> lines_;
  TermNames names_;  // of the step at hand
};

}  // namespace

std::vector<std::string> trace_lines(const Trace& trace) { return TracePrinter().print(trace); }

}  // namespace mmasc
