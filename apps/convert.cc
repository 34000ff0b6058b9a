// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/convert.h"

#include <fmt/format.h>

#include "command.h"
#include "mmasc/presentation/json.h"
#include "mmasc/text/operand.h"
#include "mmasc/text/round_number.h"
#include "mmasc/unit/catalog.h"
#include "mmasc/unit/error.h"

namespace mmasc {
namespace {

struct ConvertOptions {
  std::string from, to;  // an empty from: numbers of no format
  std::vector<std::string> values;
  std::string rounding = "nearest_even";
  bool saturate = false, json = false;
};

using Lines = std::vector<std::pair<std::string, Json>>;  // what is printed, in either form

// A remark on a number, after two blanks; empty where the element is the number.
std::string_view remark(const Format& to, const WrittenNumber& number, const RoundedNumber& result) {
  if (result.exact) return "";
  if (number.kind == WrittenNumber::Kind::infinite)
    return to.has_infinity() ? "  saturated" : "  no infinity";
  return result.overflows ? "  overflow" : "  rounded";
}

// Elements of one format as those of another.
Lines convert_elements(const Format& from, const Format& to, const Conversion& conversion,
                       std::span<const std::string> values) {
  Lines lines;
  for (const std::string& text : values) {
    const std::uint64_t bits = parse_element(text, from);
    const auto result = convert(from, to, bits, conversion);
    if (!result)
      throw InputError(
          fmt::format("{}: {} has no {}", text, to.name, what_is_lacking(from, to, bits)));
    const WrittenNumber number = parse_number(to_hexfloat(from, bits));
    const RoundedNumber rounded = round_number(number, to, conversion);
    lines.emplace_back(
        fmt::format("{} {} {} -> {} {} {}{}", from.name, to_hex(bits, from), to_decimal(from, bits),
                    to.name, to_hex(*result, to), to_decimal(to, *result), remark(to, number, rounded)),
        Json{{"from", json_element(from, bits)},
             {"to", json_element(to, *result)},
             {"exact", rounded.exact},
             {"overflow", rounded.overflows}});
  }
  return lines;
}

// Numbers of no format, rounded once.
Lines convert_numbers(const Format& to, const Conversion& conversion,
                      std::span<const std::string> values) {
  Lines lines;
  for (const std::string& text : values) {
    if (is_raw_bits(text))
      throw InputError(fmt::format("{}: are the bits of a format; name it by --from", text));
    WrittenNumber number;
    RoundedNumber result;
    try {
      number = parse_number(text);
      result = round_number(number, to, conversion);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", text, error.what()));
    }
    lines.emplace_back(fmt::format("{} -> {} {} {}{}", text, to.name, to_hex(result.bits, to),
                                   to_decimal(to, result.bits), remark(to, number, result)),
                       Json{{"number", text},
                            {"to", json_element(to, result.bits)},
                            {"exact", result.exact},
                            {"overflow", result.overflows}});
  }
  return lines;
}

Lines convert_all(const ConvertOptions& options) {
  const Conversion conversion{rounding_named("--rounding", options.rounding),
                              options.saturate ? Overflow::saturate : Overflow::by_rounding};
  const std::span values(options.values);
  const Format& to = find_format_argument(options.to);
  if (options.from.empty()) return convert_numbers(to, conversion, values);
  return convert_elements(find_format_argument(options.from), to, conversion, values);
}

int convert_values(const ConvertOptions& options) {
  Json json = json_document("convert");
  for (auto& [line, element] : convert_all(options)) {
    if (options.json)
      json["elements"].push_back(std::move(element));
    else
      fmt::print("{}\n", line);
  }
  if (options.json) print_json(json);
  return kGood;
}

}  // namespace

CommandRow convert_command() {
  return make_command(
      "convert", "round numbers to a format: convert VALUES... --to FORMAT",
      "Each value is a number (0.1, -2e-3, 0x1.8p3, inf, nan). It is rounded once, from all its\n"
      "digits. With --from FORMAT each value is an element of that format: its bits (0x..), or a\n"
      "number that the format holds exactly.\n" +
          kFormatHelp +
          "Example: mmasc convert 0.1 1000 --to e4m3 --saturate\n"
          "         mmasc convert 0.3125 -1000.0 --from f32 --to e4m3",
      convert_values, [](ConvertOptions& x, OptionRows& rows) {
        rows.add("--to", &x.to, "the format to round to", "FORMAT").is_required = true;
        rows.add("--from", &x.from,
                 "the format whose elements the values are (default: they are numbers)", "FORMAT");
        rows.add_conversion(x.rounding, x.saturate);
        rows.add_json(x.json);
        rows.add("VALUES", &x.values, "").is_rest = true;
      });
}

}  // namespace mmasc
