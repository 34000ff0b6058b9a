// SPDX-License-Identifier: Apache-2.0
#include "mmasc/disclosure/program_parts.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc::program {
namespace {

void write_integer_decoder(Writer& out, const Format& format) {
  out.line(0, "def decode_{}(bits):", format.name);
  if (format.is_signed())
    out.line(1, "value = bits - 2**{0} if bits >= 2**{1} else bits", format.storage_bits(),
             format.storage_bits() - 1);
  else
    out.line(1, "value = bits");
  out.line(1, "return Term(\"number\" if value else \"zero\", value < 0, Exact(value), 0)");
}

// The test of the patterns that are NaN; empty where all are numbers or infinities.
std::string nan_test(const Format& format) {
  const int top = format.top_exponent_field();
  switch (format.specials) {
    case Specials::ieee:
      return fmt::format("field == {} and fraction != 0", top);
    case Specials::nan_all_ones:
      return format.fraction_bits == 0
                 ? fmt::format("field == {}", top)
                 : fmt::format("field == {} and fraction == {}", top,
                               (std::uint64_t{1} << format.fraction_bits) - 1);
    case Specials::nan_minus_zero:
      return format.fraction_bits == 0 ? "negative and field == 0"
                                       : "negative and field == 0 and fraction == 0";
    case Specials::none:
      break;
  }
  return {};
}

// "bits >> 3 & 15"
std::string bits_at(int low, int width) {
  return fmt::format("{} & {:#x}", low == 0 ? "bits" : fmt::format("bits >> {}", low),
                     (std::uint64_t{1} << width) - 1);
}

// "1 sign bit, 8 of exponent (bias 127), 23 of fraction"
std::string layout_text(const Format& format) {
  std::string text = format.sign == Sign::leading   ? "a sign bit, "
                     : format.sign == Sign::ignored ? "a bit without meaning, "
                                                    : "";
  text += fmt::format("{} of exponent (bias {})", format.exponent_bits, format.bias);
  if (format.fraction_bits > 0) text += fmt::format(", {} of fraction", format.fraction_bits);
  if (format.ignored_low_bits > 0)
    text += fmt::format(", {} without meaning", format.ignored_low_bits);
  return text;
}

void write_float_decoder(Writer& out, const Format& format) {
  out.line(0, "def decode_{}(bits):  # {}", format.name, layout_text(format));
  out.line(1, "negative = {}",
           format.is_signed() ? fmt::format("bits >> {} & 1 == 1", format.sign_low()) : "False");
  out.line(1, "field = {}", bits_at(format.exponent_low(), format.exponent_bits));
  if (format.fraction_bits > 0)
    out.line(1, "fraction = {}", bits_at(format.fraction_low(), format.fraction_bits));
  if (const std::string test = nan_test(format); !test.empty())
    out.line(1, "if {}: return NAN", test);
  if (format.has_infinity())
    out.line(1, "if field == {}: return infinity(negative)", format.top_exponent_field());
  const std::string fraction =
      format.fraction_bits > 0 ? fmt::format("Exact(fraction, 2**{})", format.fraction_bits) : "";
  if (format.has_subnormals) {
    out.line(1, "if field == 0{}: return zero(negative, {})",
             fraction.empty() ? "" : " and fraction == 0", format.least_exponent());
    if (fraction.empty())
      out.line(1, "significand, e = Exact(1), field - {}", format.bias);
    else
      out.line(1, "significand, e = {} + (field > 0), max(field, 1) - {}", fraction, format.bias);
  } else {
    out.line(1, "significand, e = {}, field - {}",
             fraction.empty() ? "Exact(1)" : fraction + " + 1", format.bias);
  }
  out.line(1, "return number((-1)**negative * significand * two_to(e), e)");
}

}  // namespace

void write_decoders(Writer& out, const std::vector<const Format*>& formats) {
  for (const Format* format : formats) {
    out.blank();
    if (format->is_integer())
      write_integer_decoder(out, *format);
    else
      write_float_decoder(out, *format);
  }
}

void write_encoder(Writer& out, const Plan& plan) {
  const Format& d = plan.d;
  out.blank();
  out.line(0, "def encode_{}(t{}):", d.name, plan.tells_nans_apart() ? ", nan" : "");
  if (d.is_integer()) {
    out.line(1, "return int(t.value) % 2**{}", d.storage_bits());
    return;
  }
  if (plan.tells_nans_apart())
    out.line(1, "if t.kind == \"nan\": return nan");
  else
    out.line(1, "if t.kind == \"nan\": return {:#0{}x}{}", plan.nan, d.hex_digits() + 2,
             plan.nan_known ? "" : "  # or another NaN: which one is not known");
  if (d.has_minus_zero())
    out.line(1, "sign = t.negative << {}", d.sign_low());
  else
    out.line(1, "sign = (t.kind == \"number\" and t.negative) << {}", d.sign_low());
  if (d.has_infinity())
    out.line(1, "if t.kind == \"infinite\": return sign | {:#x}",
             std::uint64_t(d.top_exponent_field()) << d.exponent_low());
  out.line(1, "if t.kind == \"zero\": return sign");
  out.line(1, "significand = int(abs(t.value) / two_to({}))", shifted("t.e", -d.fraction_bits));
  out.line(1, "hidden = significand >= 2**{}  # else subnormal, with exponent field 0",
           d.fraction_bits);
  out.line(1, "field = t.e + {} if hidden else 0", d.bias);
  out.line(1, "return sign | field << {} | significand % 2**{}{}", d.exponent_low(),
           d.fraction_bits, d.fraction_low() == 0 ? "" : fmt::format(" << {}", d.fraction_low()));
}

void write_nan(Writer& out, const Plan& plan) {
  const Format& d = plan.d;
  const auto word = [&](std::uint64_t bits) {
    return fmt::format("{:#0{}x}", bits, d.hex_digits() + 2);
  };
  out.blank();
  out.line(0, "def nan_of(factors, c, own):  # the bits of a d that is NaN; own: those of c");
  out.line(1, "if any(\"nan\" in (a.kind, b.kind) for a, b in factors): return {}",
           word(plan.factor_nan));
  if (plan.keeps_c_nan) {
    out.line(1, "infinite = [pair for pair in factors if \"infinite\" in [t.kind for t in pair]]");
    out.line(1, "signs = {{a.negative != b.negative for a, b in infinite}}");
    out.line(1,
             "invalid = len(signs) == 2 or any(\"zero\" in (a.kind, b.kind) for a, b in infinite)");
    out.line(1, "if c.kind == \"nan\" and not invalid: return own | {:#x}  # quiet", quiet_bit(d));
  }
  out.line(1, "return {}", word(plan.nan));
}

void write_widening(Writer& out, const Format& to) {
  out.blank();
  out.line(0, "def widen_{}(t):  # the same value, with the exponent that {} gives it", to.name,
           to.name);
  out.line(1, "if t.kind == \"zero\": return zero({}, {})",
           to.has_minus_zero() ? "t.negative" : "False", to.least_exponent());
  out.line(1, "if t.kind != \"number\": return t");
  out.line(1, "return number(t.value, max(leading(t.value), {}))", to.least_exponent());
}

void write_flush(Writer& out, const Format& format, Flush flush) {
  const bool keeps_sign = flush == Flush::keep_sign && format.has_minus_zero();
  out.blank();
  out.line(0, "def flush_{}(t):  # {} to {}", format.name,
           flush == Flush::all_to_plus_zero ? "what is below the least normal number"
                                            : "subnormal numbers",
           keeps_sign ? "the zero of their sign" : "+0");
  out.line(1, "is_below = {}t.kind == \"number\" and abs(t.value) < {}",
           flush == Flush::all_to_plus_zero ? "t.kind == \"zero\" or " : "",
           power_of_two(format.least_exponent()));
  out.line(1, "return zero({}, {}) if is_below else t", keeps_sign ? "t.negative" : "False",
           format.least_exponent());
}

}  // namespace mmasc::program
