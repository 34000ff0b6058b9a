// SPDX-License-Identifier: Apache-2.0
#include "print_trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "number.h"
#include "spec/names.h"
#include "vectors/operands.h"

namespace mmasc {
namespace {

constexpr int kMaxBinaryDigits = 64;
constexpr std::size_t kMaxDecimal = 32;

std::string binary(const BigInt& magnitude, int digits) {
  std::string text;
  for (int i = digits - 1; i >= 0; --i)
    text += bit_test(magnitude, static_cast<unsigned>(i)) ? '1' : '0';
  return text;
}

std::string hex(const BigInt& magnitude) { return magnitude.str(0, std::ios_base::hex); }

int bit_count(const BigInt& magnitude) {
  return magnitude == 0 ? 0 : static_cast<int>(msb(magnitude)) + 1;
}

// "1.0110", or "0x1.6" where that is long.
std::string fixed_point(const BigInt& magnitude, int fraction_bits) {
  const int digits = std::max(bit_count(magnitude), fraction_bits + 1);
  if (fraction_bits >= 0 && digits <= kMaxBinaryDigits) {
    std::string text = binary(magnitude, digits);
    if (fraction_bits > 0)
      text.insert(text.size() - static_cast<std::size_t>(fraction_bits), 1, '.');
    return text;
  }
  if (magnitude == 0) return "0";
  const int padding = (4 - fraction_bits % 4) % 4;
  const auto fraction_digits = static_cast<std::size_t>(std::max(0, fraction_bits + padding) / 4);
  std::string text = hex(magnitude << static_cast<unsigned>(padding));
  if (text.size() <= fraction_digits) text.insert(0, fraction_digits + 1 - text.size(), '0');
  if (fraction_digits > 0) text.insert(text.size() - fraction_digits, 1, '.');
  const auto last = text.find_last_not_of('0');
  if (fraction_digits > 0) text.resize(text[last] == '.' ? last : last + 1);
  return "0x" + text;
}

std::string value_text(const TracedTerm& term) {
  if (term.nan) return "nan";
  const std::string_view sign = term.negative ? "-" : "";
  if (term.infinite) return fmt::format("{}inf", sign);
  if (term.significand == 0) return fmt::format("{}0", sign);
  return exact_text(term.value());
}

char sign_of(bool negative) { return negative ? '-' : '+'; }

// The bits shifted out, "" where they are zeros.
std::string dropped_text(const TracedShift& shift) {
  if (shift.lost == 0) return "";
  const std::string bits = shift.distance <= kMaxBinaryDigits
                               ? binary(shift.lost, shift.distance)
                               : fmt::format("0x{} of {} bits", hex(shift.lost), shift.distance);
  return fmt::format("{}{}", bits,
                     shift.incremented ? fmt::format(", {}: +1", name_of(shift.rounding)) : "");
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

  void print_step(const TracedStep& step, std::size_t index, std::size_t count) {
    const MultiplierPlan& m = step.plan->multiplier;
    line("step {} of {}{}", index + 1, count, step.adds_late_c ? ": the late c" : "");
    line("  multiplier: {} lanes, {} * {}", m.lanes, m.a.name, m.b.name);
    const auto& p = step.products;
    fold(
        p.size(),
        [&](std::size_t i, std::size_t j) {
          return p[i].zero && p[j].zero && !p[i].nan && !p[j].nan && p[i].exponent == p[j].exponent;
        },
        [&](std::size_t i) {
          const auto scale =
              m.scale_lanes > 0
                  ? fmt::format(" * {} * {}", element(m.scale, step.in.sa, i, m.scale_lanes),
                                element(m.scale, step.in.sb, i, m.scale_lanes))
                  : std::string();
          print_term(p[i], fmt::format("  = {} * {}{}", element(m.a, step.in.a, i, 1),
                                       element(m.b, step.in.b, i, 1), scale));
        },
        [&](std::size_t first, std::size_t last) {
          line("    {:<8} zero, exponent {}", p[first].name + ".." + p[last].name,
               p[first].exponent);
        });
    print_term(step.c, fmt::format("  = {}", to_hex(step.in.c, m.c)));
    if (!step.product_roundings.empty()) {
      line("  normalizer of the products: to {} fraction bits", m.round.fraction_bits);
      for (const TracedRounding& rounding : step.product_roundings) print_rounding(rounding);
    }
    for (const TracedLevel& level : step.levels) print_level(level);
    line("  normalizer of d: {}, {} fraction bits, {}", step.plan->d.name,
         step.plan->result.fraction_bits, name_of(step.plan->result.rounding));
    print_rounding(step.result);
    line("  d = {}  {}", to_hex(step.d, step.plan->d), to_decimal(step.plan->d, step.d));
  }

  static std::string element(const Format& format, const auto& bits, std::size_t lane, int per) {
    return to_hex(bits[static_cast<int>(lane) / per], format);
  }

  void print_term(const TracedTerm& term, std::string_view source) {
    line("    {:<8} {}{} * 2^{}  = {}{}", term.name, sign_of(term.negative),
         fixed_point(term.significand, term.fraction_bits), term.exponent, value_text(term),
         source);
  }

  void print_level(const TracedLevel& level) {
    for (const TracedSum& sum : level.sums) print_alignment(sum);
    for (const TracedSum& sum : level.sums) print_sum(sum);
    if (level.roundings.empty()) return;
    line("  normalizer of the sums");
    for (const TracedRounding& rounding : level.roundings) print_rounding(rounding);
  }

  void print_alignment(const TracedSum& sum) {
    line("  aligner of {}: e_max {}, sum in units of 2^{}", sum.name, sum.e_max,
         sum.e_max - sum.fraction_bits);
    const auto& addends = sum.addends;
    fold(
        addends.size(),
        [&](std::size_t i, std::size_t j) {
          return addends[i].term.zero && addends[j].term.zero &&
                 addends[i].takes_part == addends[j].takes_part &&
                 addends[i].exponent == addends[j].exponent;
        },
        [&](std::size_t i) { print_addend(addends[i], sum); },
        [&](std::size_t first, std::size_t last) {
          line("    {:<8} zero{}", addends[first].term.name + ".." + addends[last].term.name,
               participation(addends[first]));
        });
  }

  static std::string participation(const TracedAddend& addend) {
    return addend.takes_part ? fmt::format(", takes part with exponent {}", addend.exponent)
                             : ", takes no part in e_max";
  }

  void print_addend(const TracedAddend& addend, const TracedSum& sum) {
    const TracedTerm& term = addend.term;
    if (term.zero) {
      line("    {:<8} zero{}", term.name, participation(addend));
    } else if (!term.finite()) {
      line("    {:<8} {}", term.name, value_text(term));
    } else if (addend.vanished) {
      line("    {:<8} exponent {}, vanishes: dropped {}", term.name, addend.exponent,
           exact_text(term.value()));
    } else {
      const std::string dropped = dropped_text(addend.shift);
      line("    {:<8} shift {:>3}  kept {}{}{}", term.name, sum.e_max - addend.exponent,
           sign_of(addend.addend.integer < 0),
           fixed_point(abs(addend.addend.integer), sum.fraction_bits),
           dropped.empty() ? "" : "  dropped " + dropped);
    }
  }

  void print_sum(const TracedSum& sum) {
    line("  adder_tree of {}", sum.name);
    if (!sum.finite()) {
      line("    {:<8} {}", sum.name, value_text(sum.sum));
      return;
    }
    print_term(sum.sum, "");
    line("    kept {} + dropped {} = exact {}{}", exact_text(sum.kept()), exact_text(sum.dropped()),
         exact_text(sum.exact()), sum.holds() ? "" : "  DOES NOT HOLD");
  }

  void print_rounding(const TracedRounding& rounding) {
    const TracedTerm& in = rounding.in;
    if (!in.finite()) {
      line("    {:<8} {}", in.name, value_text(rounding.out));
      return;
    }
    if (in.significand == 0) {
      line("    {:<8} {}", in.name, value_text(in));
      return;
    }
    const int left = bit_count(in.significand) - 1 - in.fraction_bits;
    line("    {:<8} leading bit 2^{}: normalized by {}{}", in.name, rounding.leading_exponent,
         left == 0 ? "none" : fmt::format("{} {}", std::abs(left), left > 0 ? "right" : "left"),
         rounding.below_least ? ", but not below the least exponent" : "");
    for (const TracedShift& shift : rounding.shifts) {
      const std::string dropped = dropped_text(shift);
      line("    {:<8} {} {}{}", "", name_of(shift.rounding), sign_of(shift.negative),
           binary_or_hex(shift.kept) + (dropped.empty() ? "" : " | " + dropped));
    }
    line("    {:<8} {}{}", "= " + rounding.out.name, value_text(rounding.out),
         outcome_text(rounding));
  }

  static std::string binary_or_hex(const BigInt& magnitude) { return fixed_point(magnitude, 0); }

  static std::string outcome_text(const TracedRounding& rounding) {
    switch (rounding.outcome) {
      case TracedRounding::Outcome::flushed:
        return ": subnormal, flushed to zero";
      case TracedRounding::Outcome::overflowed:
        return ": overflow";
      case TracedRounding::Outcome::special:
      case TracedRounding::Outcome::number:
        break;
    }
    if (!rounding.holds()) return "  KEPT AND DROPPED DO NOT MAKE UP THE SUM";
    const Dyadic dropped = rounding.dropped();
    return dropped.integer == 0 ? ", exact" : fmt::format(", dropped {}", exact_text(dropped));
  }

  std::vector<std::string> lines_;
};

}  // namespace

std::string exact_text(const Dyadic& x) {
  // A decimal this far out is never short; computing it could take thousands of digits.
  if (std::abs(x.exponent) < 200) {
    std::string decimal = to_decimal(x);
    if (decimal.size() <= kMaxDecimal) return decimal;
  }
  if (x.integer == 0) return "0";
  const BigInt magnitude = abs(x.integer);
  const auto zeros = lsb(magnitude);
  return fmt::format("{}0x{}p{:+}", x.integer < 0 ? "-" : "", hex(magnitude >> zeros),
                     x.exponent + static_cast<int>(zeros));
}

std::vector<std::string> trace_lines(const Trace& trace) { return TracePrinter().print(trace); }

}  // namespace mmasc
