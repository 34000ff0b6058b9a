// SPDX-License-Identifier: Apache-2.0
#include "mmasc/disclosure/program.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "mmasc/arith/sequence_plan.h"
#include "mmasc/disclosure/program_parts.h"
#include "mmasc/unit/operand_layout.h"

namespace mmasc {

namespace program {

void Writer::comment(std::string_view words) {
  constexpr std::size_t kWidth = 98;
  while (words.size() > kWidth) {
    const auto at = std::min(words.rfind(' ', kWidth), words.size());
    text_ += fmt::format("# {}\n", words.substr(0, at));
    words.remove_prefix(std::min(at + 1, words.size()));
  }
  text_ += fmt::format("# {}\n", words);
}

std::string power_of_two(int exponent) { return fmt::format("two_to({})", exponent); }

std::string shifted(std::string_view name, int offset) {
  if (offset == 0) return std::string(name);
  return fmt::format("{} {} {}", name, offset < 0 ? '-' : '+', std::abs(offset));
}

}  // namespace program

namespace {

using program::Writer;

struct Helper {
  std::string_view name;  // as it is used
  std::string_view text;
};
constexpr Helper kHelpers[] = {
    {"NAN", "NAN = Term(\"nan\", False, Exact(0), 0)"},
    {"infinity(", "def infinity(negative): return Term(\"infinite\", negative, Exact(0), 0)"},
    {"zero(", "def zero(negative, e): return Term(\"zero\", negative, Exact(0), e)"},
    {"opposite(", "def opposite(t): return Term(t.kind, not t.negative, -t.value, t.e)"},
    {"number(", "def number(value, e): return Term(\"number\", value < 0, value, e)"},
    {"two_to(", "def two_to(n): return Exact(2) ** n"},
    {"leading(",
     "def leading(x):  # the exponent of the leading bit of |x|\n"
     "    return abs(x.numerator).bit_length() - x.denominator.bit_length()"},
};

class ProgramWriter {
 public:
  explicit ProgramWriter(const Unit& unit)
      : unit_(unit),
        plan_(plan_sequence(unit)),
        layout_(layout_of(unit)),
        is_integer_(plan_.step.result.is_integer()) {}

  std::string write() && {
    section("Operands: bits to terms.", [&] {
      program::write_decoders(out_, operand_formats());
      for (const Format* wide : widened_formats()) program::write_widening(out_, *wide);
      for (const Format* format : flushed_formats())
        program::write_flush(out_, *format, unit_.datapath.flush.inputs);
    });
    section("Roundings of x, a value in units of the last bit kept.",
            [&] { program::write_modes(out_, plan_); });
    section("Products.", [&] {
      if (const MultiplierPlan& m = plan_.step.multiplier; m.rounds)
        program::write_rounding(out_, "product", m.round);
      write_product();
    });
    section("Sums, and one step: from its products and c to the rounded d.", [&] {
      if (!is_integer_) write_special_sum();
      program::write_sums(out_, unit_, plan_);
      if (plan_.late_c) write_late_addition();
    });
    section("The instruction: its elements of k step by step.", [&] {
      program::write_encoder(out_, plan_.step);
      if (plan_.step.tells_nans_apart()) program::write_nan(out_, plan_.step);
      write_dot();
    });
    const std::string body = out_.take();
    return head(body) + body;
  }

 private:
  // A title above what `part` writes, if anything.
  template <class Part>
  void section(std::string_view title, Part part) {
    const std::string before = out_.take();
    part();
    const std::string text = out_.take();
    out_.text(before);
    if (text.empty()) return;
    out_.blank();
    out_.blank();
    out_.comment(fmt::format("{}. {}", ++section_, title));
    out_.text(text);
  }

  // Before `body`, which is all else: helpers that it uses.
  std::string head(std::string_view body) const {
    Writer out;
    out.line(0, "from collections import namedtuple");
    out.line(0, "from fractions import Fraction as Exact");
    out.line(0, "from math import floor");
    out.blank();
    out.comment(
        "A term is an operand, a product or a sum. Its value is exact and not normalized; its "
        "exponent e is what alignment looks at. Its kind is \"number\", \"zero\"" +
        std::string(is_integer_ ? "" : ", \"infinite\" or \"nan\"") +
        ". A \"zero\" is an exact zero: a sum whose terms merely cancel is a number of value 0.");
    out.line(0, "Term = namedtuple(\"Term\", \"kind negative value e\")");
    out.blank();
    for (const auto& [name, text] : kHelpers)
      if (body.find(name) != std::string_view::npos) out.line(0, "{}", text);
    return out.take();
  }

  static void add(std::vector<const Format*>& formats, const Format* format) {
    const auto is_same = [&](const Format* other) { return other->name == format->name; };
    if (std::ranges::none_of(formats, is_same)) formats.push_back(format);
  }

  std::vector<const Format*> operand_formats() const {
    std::vector<const Format*> formats;
    for (const OperandRow& input : kInputs)
      if (layout_.has(input.operand) && layout_.format[input.operand] != nullptr)
        add(formats, layout_.format[input.operand]);
    return formats;
  }
  std::vector<const Format*> widened_formats() const {
    std::vector<const Format*> formats;
    for (const Format* wide : {unit_.instruction.widen, unit_.instruction.widen_c})
      if (wide != nullptr) add(formats, wide);
    return formats;
  }
  std::vector<const Format*> flushed_formats() const {
    std::vector<const Format*> formats;
    if (unit_.datapath.flush.inputs == Flush::none || is_integer_) return formats;
    add(formats, &unit_.a());
    add(formats, &unit_.b());
    if (!unit_.instruction.late_c) add(formats, &unit_.c());
    return formats;
  }

  // The term of a, b or c from its bits.
  std::string operand_text(const Format& stored, const Format* wide, bool flushes,
                           std::string_view bits) const {
    std::string text = fmt::format("decode_{}({})", stored.name, bits);
    if (wide != nullptr) text = fmt::format("widen_{}({})", wide->name, text);
    if (flushes && unit_.datapath.flush.inputs != Flush::none && !is_integer_)
      text = fmt::format("flush_{}({})", (wide == nullptr ? stored : *wide).name, text);
    return text;
  }

  void write_product() {
    const MultiplierPlan& m = plan_.step.multiplier;
    std::vector<std::string> factors{"a", "b"}, exponents;
    for (const ScalePlan& scale : m.scales) factors.emplace_back(row_of(scale.operand).name);
    for (const std::string& factor : factors) {
      const bool is_own = !is_scale(factor);
      if (m.fixed_point() && is_own) continue;
      const std::string e = m.moves_zero_factors() && is_own
                                ? fmt::format("({} if {}.kind == \"zero\" else {}.e)",
                                              m.zero_factor_exponent, factor, factor)
                                : factor + ".e";
      exponents.push_back(m.raises_factors() && is_own ? fmt::format("coarse({})", e) : e);
    }
    const bool draws = m.rounds && m.round.rounding.is_stochastic();
    const std::string all = fmt::format("{}", fmt::join(factors, ", "));
    const std::string e = exponents.empty() ? "0" : fmt::format("{}", fmt::join(exponents, " + "));
    if (m.raises_factors()) {
      out_.blank();
      out_.line(0, "def coarse(e):");
      out_.line(1, "return e + ({} - e) % {}", m.grid.first, m.grid.step);
    }
    out_.blank();
    out_.line(0, "def product({}{}{}):", all, m.infinity_yields ? ", yields" : "",
              draws ? ", random" : "");
    out_.line(1, "kinds = [t.kind for t in ({})]", all);
    if (!is_integer_)
      out_.line(1, "if \"nan\" in kinds or \"zero\" in kinds and \"infinite\" in kinds: return {}",
                m.rounds ? "round_product(NAN" + drawn(draws) + ")" : "NAN");
    out_.line(1, "negative = sum(t.negative for t in ({})) % 2 == 1", all);
    if (!is_integer_)
      out_.line(1, "if \"infinite\" in kinds: return {}",
                m.rounds ? "round_product(infinity(negative)" + drawn(draws) + ")"
                         : "infinity(negative)");
    std::vector<std::string> values;
    for (const std::string& factor : factors) values.push_back(factor + ".value");
    out_.line(1, "value = {}", fmt::join(values, " * "));
    if (m.has_overflow())
      out_.line(1, "if abs(value) >= {}{}: return {}", program::power_of_two(m.infinity_at),
                m.infinity_yields ? " and not yields" : "",
                m.rounds ? "round_product(infinity(negative)" + drawn(draws) + ")"
                         : "infinity(negative)");
    const std::string kind = "\"zero\" if \"zero\" in kinds else \"number\"";
    const std::string term = fmt::format("Term({}, negative, value, {})", kind, e);
    if (!m.rounds) return out_.line(1, "return {}", term);
    out_.line(1, "t = {}", term);
    out_.line(1, "return round_product(t{})", drawn(draws));
  }

  static std::string drawn(bool draws) { return draws ? ", random" : ""; }

  static bool is_scale(std::string_view factor) {
    return std::ranges::any_of(kScales,
                               [&](Operand scale) { return row_of(scale).name == factor; });
  }

  void write_special_sum() {
    out_.blank();
    out_.line(0, "def special_sum(terms):  # NaN or an infinity, decided before any alignment");
    out_.line(1, "signs = {{t.negative for t in terms if t.kind == \"infinite\"}}");
    out_.line(1, "if any(t.kind == \"nan\" for t in terms) or len(signs) == 2: return NAN");
    out_.line(1, "return infinity(signs.pop()) if signs else None");
  }

  // IEEE 754's addition of the finished chain and c.
  void write_late_addition() {
    const Plan& late = *plan_.late_c;
    program::write_rounding(out_, "late", late.result);
    const bool draws = late.result.rounding.is_stochastic();
    out_.blank();
    out_.line(0, "def add_late(d, c{}):", draws ? ", random" : "");
    out_.line(1, "special = special_sum([d, c])");
    out_.line(1, "if special: return special");
    out_.line(1, "total = d.value + c.value");
    out_.line(1, "negative = total < 0 or total == 0 and (d.negative {} c.negative)",
              late.sums[0].rounds_down ? "or" : "and");
    out_.line(1, "return round_late(Term(\"number\", negative, total, None){})",
              draws ? ", random" : "");
  }

  // "sa[k // 32]", "st[0]"
  std::string scale_text(const ScalePlan& scale) const {
    const std::string bits =
        scale.is_common() ? fmt::format("{}[0]", row_of(scale.operand).name)
                          : fmt::format("{}[k // {}]", row_of(scale.operand).name, scale.block);
    return fmt::format("decode_{}({})", layout_.format[scale.operand]->name, bits);
  }

  std::string order_text() const {
    const auto& [modulus, first] = unit_.instruction.order;
    const int k = unit_.products();
    if (first.empty()) return fmt::format("list(range({}))", k);
    return fmt::format(
        "[k for k in range({0}) if k % {1} in {{{2}}}] + [k for k in range({0}) if k % {1} not in "
        "{{{2}}}]",
        k, modulus, fmt::join(first, ", "));
  }

  void write_dot() {
    const Instruction& row = unit_.instruction;
    const MultiplierPlan& m = plan_.step.multiplier;
    std::vector<std::string> names;
    for (const OperandRow& input : kInputs)
      if (layout_.has(input.operand)) names.emplace_back(input.name);
    out_.blank();
    out_.line(0, "def dot({}):  # bits; the result is the bits of d", fmt::join(names, ", "));
    if (row.sparsity)
      out_.line(1, "b = [b[{}] for i in range({})]  # those that metadata names",
                met_element_text(unit_), unit_.products());
    out_.line(1, "order = {}", order_text());
    const std::string c = operand_text(*row.c, row.widen_c, !row.late_c, "c");
    out_.line(1, "d = {}",
              row.late_c ? fmt::format("zero(False, {})", unit_.d().least_exponent()) : c);
    const int lanes = unit_.lanes();
    const int drawn_a_step = plan_.step.random_bits.size();
    const bool tells_nans_apart = plan_.step.tells_nans_apart();
    if (tells_nans_apart) out_.line(1, "nan = c");
    out_.line(1, "for s in range({}):", unit_.steps());
    if (drawn_a_step > 0) out_.line(2, "r = random[{0} * s:{0} * s + {0}]", drawn_a_step);
    const bool products_draw = m.rounds && m.round.rounding.is_stochastic();
    std::vector<std::string> arguments{operand_text(*row.a, row.widen, true, "a[k]"),
                                       operand_text(*row.b, row.widen, true, "b[k]")};
    for (const ScalePlan& scale : m.scales) arguments.push_back(scale_text(scale));
    const std::string ks = fmt::format("order[{0} * s:{0} * s + {0}]", lanes);
    if (m.infinity_yields) {
      out_.line(2, "yields = d.kind == \"infinite\" or any(t.kind == \"infinite\" for k in {}", ks);
      out_.line(4, "for t in ({}))", fmt::join(arguments, ", "));
      arguments.emplace_back("yields");
    }
    if (products_draw) arguments.emplace_back("r[lane]");
    if (tells_nans_apart)
      out_.line(2, "nan = nan_of([({}, {}) for k in {}], d, nan)", arguments[0], arguments[1], ks);
    out_.line(2, "products = [product({})", fmt::join(arguments, ",\n" + std::string(28, ' ')));
    out_.line(
        5, "for {}]",
        products_draw ? fmt::format("lane, k in enumerate({})", ks) : fmt::format("k in {}", ks));
    out_.line(2, "d = step(products, d{})", drawn_a_step > 0 ? ", r" : "");
    if (plan_.chained && unit_.steps() > 1)
      out_.line(2, "if s < {}: d = widen_{}(d)", unit_.steps() - 1, row.widen_c->name);
    if (row.late_c)
      out_.line(1, "d = add_late(d, {}{})", c,
                row.late_c->rounding.is_stochastic()
                    ? fmt::format(", random[{}]", drawn_a_step * unit_.steps())
                    : "");
    out_.line(1, "return encode_{}(d{})", unit_.d().name, tells_nans_apart ? ", nan" : "");
  }

  const Unit& unit_;
  const SequencePlan plan_;
  const OperandLayout layout_;
  const bool is_integer_;
  int section_ = 0;
  Writer out_;
};

}  // namespace

std::string met_element_text(const Unit& unit) {
  const auto& [keep, of, together] = *unit.instruction.sparsity;
  if (together == 1) return fmt::format("i // {} * {} + metadata[i]", keep, of);
  return fmt::format("(i // {0} // {1} * {2} + metadata[i // {0}]) * {0} + i % {0}", together, keep,
                     of);
}

std::string reduction_program(const Unit& unit) { return ProgramWriter(unit).write(); }

}  // namespace mmasc
