// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mmasc/disclosure/program_parts.h"

namespace mmasc::program {
namespace {

// The bits of the table of roundings (mmasc/unit/rounding.h), in Python.
struct BitText {
  RoundingBit bit;
  const char *name, *how;  // empty: it is the expression itself
};
constexpr BitText kBits[] = {
    {RoundingBit::negative, "x < 0", ""},
    {RoundingBit::odd, "odd", "q % 2 == 1"},
    {RoundingBit::guard, "guard", "lost >= Exact(1, 2)"},
    {RoundingBit::sticky, "sticky", "lost % Exact(1, 2) > 0"},
    {RoundingBit::inexact, "lost > 0", ""},
    {RoundingBit::carry, "carry", "floor(lost * 2**n) + random >= 2**n"},
};

std::string text_of(RoundingTest test) {
  for (const BitText& text : kBits)
    if (text.bit == test.bit) return test.set ? text.name : fmt::format("not {}", text.name);
  return {};
}

// "guard and sticky or guard and odd": when the magnitude goes up; empty: never.
std::string rule_text(RoundingMode mode) {
  std::string text;
  const IncrementRule rule = rule_of(mode);
  for (const auto& [first, second] : rule.cases) {
    if (!first.asks()) continue;
    text += fmt::format("{}{}{}", text.empty() ? "" : " or ", text_of(first),
                        second.asks() ? " and " + text_of(second) : "");
  }
  return text;
}

void write_mode(Writer& out, RoundingMode mode) {
  const std::string rule = rule_text(mode);
  const bool draws = mode == RoundingMode::stochastic;
  out.blank();
  out.line(0, "def {}(x{}):  # to a whole number", name_of(mode), draws ? ", n, random" : "");
  out.line(1, "q = floor(abs(x))");
  if (!rule.empty()) out.line(1, "lost = abs(x) - q");
  for (const BitText& text : kBits)
    if (depends_on(mode, text.bit) && *text.how != '\0')
      out.line(1, "{} = {}", text.name, text.how);
  if (!rule.empty()) out.line(1, "if {}: q += 1", rule);
  out.line(1, "return -q if x < 0 else q");
}

void add_mode(std::vector<RoundingMode>& modes, Rounding rounding) {
  if (std::ranges::find(modes, rounding.mode) == modes.end()) modes.push_back(rounding.mode);
}

void add_modes(std::vector<RoundingMode>& modes, const RoundPlan& round) {
  if (round.is_integer()) return;
  if (round.rounds_twice()) add_mode(modes, round.prerounding);
  add_mode(modes, round.rounding);
}

void add_modes(std::vector<RoundingMode>& modes, const Plan& plan) {
  if (plan.multiplier.rounds) add_modes(modes, plan.multiplier.round);
  for (const AddendGroup& group : plan.groups)
    if (!group.exact) add_mode(modes, group.alignment_rounding);
  for (const SumPlan& sum : plan.sums) {
    if (sum.total.cut_bits > 0) add_mode(modes, sum.total.cut_rounding);
    if (sum.rounds) add_modes(modes, sum.round);
  }
  add_modes(modes, plan.result);
}

// A value rounded to `fraction_bits` below the leading bit.
std::string rounded_value(std::string_view value, Rounding rounding, int fraction_bits,
                          const std::string& random) {
  const std::string unit = fmt::format("two_to({})", shifted("e", -fraction_bits));
  return fmt::format("{} * {}",
                     rounding_call(rounding, fmt::format("{} / {}", value, unit), random), unit);
}

std::string zero_of(const RoundPlan& round, bool keeps_sign) {
  return fmt::format("zero({}, {})", keeps_sign && round.has_minus_zero ? "t.negative" : "False",
                     round.least_exponent);
}

// Rounds t.value, whose fraction begins below 2^e, once or twice.
void write_values(Writer& out, const RoundPlan& round, const std::string& after_first) {
  if (round.rounds_twice()) {
    out.line(1, "value = {}",
             rounded_value("t.value", round.prerounding, round.prerounding_fraction_bits,
                           "first_random"));
    if (!after_first.empty()) out.line(1, "{}", after_first);
  }
  out.line(1, "value = {}",
           rounded_value(round.rounds_twice() ? "value" : "t.value", round.rounding,
                         round.fraction_bits, "random"));
}

void write_integer(Writer& out, std::string_view name, const RoundPlan& round) {
  out.line(
      0, "def round_{}(t):  # to an integer of {} bits, {}", name, round.stored_bits,
      round.saturates.any() ? "the nearest where it is beyond" : "of which it has the low ones");
  const std::string least = round.is_signed() ? fmt::format("-2**{}", round.stored_bits - 1) : "0";
  const int greatest_bits = round.stored_bits - (round.is_signed() ? 1 : 0);
  if (round.saturates.any())
    out.line(1, "value = min(max(t.value, {}), 2**{} - 1)", least, greatest_bits);
  else if (round.is_signed())
    out.line(1, "value = (t.value + 2**{0}) % 2**{1} - 2**{0}", greatest_bits, round.stored_bits);
  else
    out.line(1, "value = t.value % 2**{}", round.stored_bits);
  out.line(1, "return Term(\"number\" if value else \"zero\", value < 0, value, 0)");
}

}  // namespace

std::string rounding_call(Rounding rounding, const std::string& value, const std::string& random) {
  if (rounding.is_stochastic())
    return fmt::format("stochastic({}, {}, {})", value, rounding.random_bits, random);
  return fmt::format("{}({})", name_of(rounding), value);
}

std::string drawn_arguments(const RoundPlan& round, std::string_view first) {
  std::string text;
  for (int i = 0; i < round.random_count(); ++i)
    text += fmt::format(", random[{}{}]", first, i == 0 ? "" : fmt::format(" + {}", i));
  return text;
}

void write_modes(Writer& out, const SequencePlan& plan) {
  std::vector<RoundingMode> modes;
  add_modes(modes, plan.step);
  if (plan.late_c) add_modes(modes, *plan.late_c);
  for (const RoundingMode mode : modes) write_mode(out, mode);
}

void write_rounding(Writer& out, std::string_view name, const RoundPlan& round) {
  out.blank();
  if (round.is_integer()) {
    write_integer(out, name, round);
    return;
  }
  const bool first_draws = round.rounds_twice() && round.prerounding.is_stochastic();
  out.line(0, "def round_{}(t{}{}):", name, first_draws ? ", first_random" : "",
           round.rounding.is_stochastic() ? ", random" : "");
  out.line(1, "if t.kind in (\"nan\", \"infinite\"): return {}",
           round.has_infinity ? "t" : "NAN  # there is no infinity");
  out.line(1, "if t.value == 0: return {}", zero_of(round, true));
  const std::string flushed =
      fmt::format("if abs(value) < {}: return {}  # flush", power_of_two(round.least_exponent),
                  zero_of(round, round.flush == Flush::keep_sign));
  if (round.flushes_before_the_least()) {
    out.line(1, "e = leading(t.value)  # as if there were no least exponent");
    write_values(out, round, "");
    out.line(1, "{}", flushed);
  }
  out.line(1, "e = max(leading(t.value), {})  # normalization", round.least_exponent);
  const bool differ =
      round.rounds_twice() && round.keeps_prerounding_sign != round.keeps_underflow_sign;
  write_values(
      out, round,
      differ ? "if value == 0: return " + zero_of(round, round.keeps_prerounding_sign) : "");
  out.line(1, "if value == 0: return {}", zero_of(round, round.keeps_underflow_sign));
  if (round.flushes() && !round.flushes_before_the_least()) out.line(1, "{}", flushed);
  out.line(1, "greatest = {:#x} * {}", round.greatest_significand,
           power_of_two(round.greatest_exponent - round.fraction_bits));
  const std::string beyond = round.has_infinity ? "infinity(t.negative)" : "NAN";
  if (round.saturates.all())
    out.line(1, "value = min(max(value, -greatest), greatest)");
  else if (!round.saturates.any())
    out.line(1, "if abs(value) > greatest: return {}", beyond);
  else if (round.saturates.plus)
    out.line(1, "if value < -greatest: return {}", beyond);
  else
    out.line(1, "if value > greatest: return {}", beyond);
  if (round.saturates.any() && !round.saturates.all())
    out.line(1, "value = {}",
             round.saturates.plus ? "min(value, greatest)" : "max(value, -greatest)");
  out.line(1, "return number(value, max(leading(value), {}))", round.least_exponent);
}

}  // namespace mmasc::program
