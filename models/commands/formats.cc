// SPDX-License-Identifier: Apache-2.0
#include "mmasc/unit/formats.h"

#include <fmt/format.h>

#include "mmasc/command/command.h"
#include "mmasc/presentation/json.h"
#include "mmasc/presentation/table.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/names.h"
#include "mmasc/unit/number_pattern.h"

namespace mmasc {
namespace {

struct FormatsOptions {
  std::string name;  // empty: all that are shipped
  bool json = false;
};

// Elements from the first to the last, in order of their bits.
struct Patterns {
  std::uint64_t first, last;
};

std::string text_of(const std::vector<Patterns>& all, const Format& format) {
  std::string text;
  for (const auto& [first, last] : all)
    text += fmt::format("{}{}{}", text.empty() ? "" : " ", to_hex(first, format),
                        first == last ? "" : ".." + to_hex(last, format));
  return text.empty() ? "none" : text;
}

// Both signs' elements whose magnitude is first to last; of what is ignored any bits.
std::vector<Patterns> of_magnitudes(const Format& format, std::uint64_t first, std::uint64_t last) {
  const int low = format.ignored_low_bits;
  const Patterns plus{first << low, last << low | ((std::uint64_t{1} << low) - 1)};
  if (format.sign_bits() == 0 || format.is_integer()) return {plus};
  const std::uint64_t sign = std::uint64_t{1} << format.sign_low();
  return {plus, {sign | plus.first, sign | plus.last}};
}

std::vector<Patterns> infinities(const Format& format) {
  if (!format.has_infinity()) return {};
  const std::uint64_t top = std::uint64_t(format.top_exponent_field()) << format.fraction_bits;
  return of_magnitudes(format, top, top);
}

std::vector<Patterns> nans(const Format& format) {
  const std::uint64_t top = std::uint64_t(format.top_exponent_field()) << format.fraction_bits;
  const std::uint64_t all_ones = top | (hidden_bit(format) - 1);
  switch (format.specials) {
    case Specials::ieee:
      return of_magnitudes(format, top + 1, all_ones);
    case Specials::nan_all_ones:
      return of_magnitudes(format, all_ones, all_ones);
    case Specials::nan_minus_zero:
      return {of_magnitudes(format, 0, 0)[1]};
    case Specials::none:
      break;
  }
  return {};
}

std::uint64_t greatest(const Format& format) {
  return number_pattern(format, false, greatest_magnitude(format));
}
std::uint64_t least_normal(const Format& format) {
  if (format.is_integer()) return number_pattern(format, false, 1);
  return number_pattern(format, false, format.has_subnormals ? hidden_bit(format) : 0);
}
std::uint64_t least_subnormal(const Format& format) { return number_pattern(format, false, 1); }
bool has_subnormal(const Format& format) {
  return format.has_subnormals && format.fraction_bits > 0;
}

std::string short_text(const Format& format, std::uint64_t bits) {
  constexpr std::size_t kShort = 14;
  return element_text(format, bits, kShort);
}

std::uint64_t least_integer(const Format& format) {
  return number_pattern(format, true, format.greatest_negative_significand());
}

std::string fields_text(const Format& format) {
  if (format.is_integer())
    return fmt::format("{}{}", format.is_signed() ? "1+" : "", format.integer_bits);
  return fmt::format(
      "{}{}+{}{}", format.sign_bits() == 0 ? "" : "1+", format.exponent_bits, format.fraction_bits,
      format.ignored_low_bits == 0 ? "" : fmt::format("+{}", format.ignored_low_bits));
}

void print_table(std::span<const Format> formats) {
  using enum Table::Align;
  Table table({left, right, left, right, left, left, left, left});
  table.add(
      {"format", "bits", "fields", "bias", "greatest", "least normal", "subnormal", "specials"});
  for (const Format& format : formats)
    table.add({std::string(format.name), std::to_string(format.storage_bits()), fields_text(format),
               std::to_string(format.bias), short_text(format, greatest(format)),
               short_text(format, least_normal(format)),
               has_subnormal(format) ? short_text(format, least_subnormal(format)) : "none",
               std::string(enum_name(format.specials))});
  fmt::print("{}", table.text());
}

void print_integer(const Format& format) {
  const auto number = [&](std::string_view key, std::uint64_t bits) {
    fmt::print("  {:<16} {}  {}\n", key, to_hex(bits, format), to_decimal(format, bits));
  };
  fmt::print("{} (an integer)\n", format.name);
  fmt::print("  {:<16} {}: {}\n", "bits", format.storage_bits(),
             format.is_signed() ? "two's complement" : "no sign");
  number("greatest", greatest(format));
  number("least", least_integer(format));
}

void print_one(const Format& format) {
  if (format.is_integer()) return print_integer(format);
  const auto line = [](std::string_view key, const std::string& value) {
    fmt::print("  {:<16} {}\n", key, value);
  };
  const auto number = [&](std::string_view key, std::uint64_t bits) {
    line(key, fmt::format("{}  {}", to_hex(bits, format), short_text(format, bits)));
  };
  const std::string_view source = source_of(format);
  fmt::print("{}{}\n", format.name, source.empty() ? "" : fmt::format(" ({})", source));
  line("bits", fmt::format("{}: {}{} of exponent, {} of fraction{}", format.storage_bits(),
                           format.sign == Sign::none      ? ""
                           : format.sign == Sign::leading ? "a sign, "
                                                          : "a sign that is ignored, ",
                           format.exponent_bits, format.fraction_bits,
                           format.ignored_low_bits == 0
                               ? ""
                               : fmt::format(", {} ignored", format.ignored_low_bits)));
  line("bias", std::to_string(format.bias));
  number("greatest", greatest(format));
  number("least normal", least_normal(format));
  if (has_subnormal(format))
    number("least subnormal", least_subnormal(format));
  else
    line("subnormals", "none");
  line("zero", format.has_zero() ? to_hex(std::uint64_t{0}, format) : "none");
  line("-0",
       format.has_zero() && format.has_minus_zero() ? to_hex(sign_mask(format), format) : "none");
  line("infinity", text_of(infinities(format), format));
  line("NaN", text_of(nans(format), format));
}

Json json_integer(const Format& format) {
  return {{"name", format.name},
          {"bits", format.storage_bits()},
          {"integer_bits", format.integer_bits},
          {"sign", format.is_signed() ? "twos_complement" : "none"},
          {"greatest", json_element(format, greatest(format))},
          {"least", json_element(format, least_integer(format))}};
}

Json json_format(const Format& format) {
  if (format.is_integer()) return json_integer(format);
  Json json{{"name", format.name},
            {"bits", format.storage_bits()},
            {"exponent_bits", format.exponent_bits},
            {"fraction_bits", format.fraction_bits},
            {"bias", format.bias},
            {"specials", enum_name(format.specials)},
            {"sign", enum_name(format.sign)},
            {"subnormals", format.has_subnormals},
            {"ignored_low_bits", format.ignored_low_bits},
            {"source", source_of(format)},
            {"greatest", json_element(format, greatest(format))},
            {"least_normal", json_element(format, least_normal(format))}};
  if (has_subnormal(format))
    json["least_subnormal"] = json_element(format, least_subnormal(format));
  json["zero"] = format.has_zero();
  json["minus_zero"] = format.has_zero() && format.has_minus_zero();
  json["infinity"] = text_of(infinities(format), format);
  json["nan"] = text_of(nans(format), format);
  return json;
}

int show_formats(const FormatsOptions& options) {
  std::vector<Format> formats;
  const bool is_file = options.name.ends_with(".toml");
  if (is_file)
    for (const Format* format : formats_in(options.name)) formats.push_back(*format);
  else if (!options.name.empty())
    formats.push_back(find_format_argument(options.name));
  else
    formats.assign(shipped_formats().begin(), shipped_formats().end());
  if (options.json) {
    Json json = json_document("formats");
    json["formats"] = Json::array();
    for (const Format& format : formats) json["formats"].push_back(json_format(format));
    print_json(json);
  } else if (is_file || options.name.empty()) {
    print_table(formats);
  } else {
    print_one(formats.front());
  }
  return kGood;
}

CommandRow formats_command() {
  return make_command("formats", "the number formats, or one: bias, range, NaN and infinities",
                      kFormatHelp +
                          "Without FORMAT, or with FILE.toml, a line for each that is shipped, or "
                          "in the file.\nExample: mmasc formats e3m3",
                      show_formats, [](FormatsOptions& x, OptionRows& rows) {
                        rows.add("FORMAT", &x.name, "the format (default: all that are shipped)");
                        rows.add_json(x.json);
                      });
}
const RegisteredCommand kFormatsCommand(formats_command);

}  // namespace
}  // namespace mmasc
