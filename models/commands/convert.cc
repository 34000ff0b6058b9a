// SPDX-License-Identifier: Apache-2.0
#include "mmasc/arith/convert.h"

#include <fmt/format.h>

#include "mmasc/command/command.h"
#include "mmasc/command/tell.h"
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

// What is printed of a value, in either form; empty where it is refused.
struct Line {
  std::string line, refusal;
  Json json;
};

// What is to be remarked on a number, after two blanks; empty where the element is the number.
std::string remark(const Format& to, const WrittenNumber& number, const RoundedNumber& result) {
  std::string_view what = result.overflows ? "overflow" : "rounded";
  if (number.kind == WrittenNumber::Kind::infinite)
    what = to.has_infinity() ? "saturated" : "no infinity";
  const std::string text = fmt::format("{}{}{}", result.exact ? "" : what,
                                       !result.exact && result.loses_sign ? ", " : "",
                                       result.loses_sign ? "sign lost" : "");
  return text.empty() ? text : "  " + text;
}

Line line_of(const std::string& from, Json json, const Format& to, const WrittenNumber& number,
             const RoundedNumber& rounded) {
  json["to"] = json_element(to, rounded.bits);
  json["exact"] = rounded.exact;
  json["overflow"] = rounded.overflows;
  json["sign_lost"] = rounded.loses_sign;
  return {.line = fmt::format("{} -> {} {} {}{}", from, to.name, to_hex(rounded.bits, to),
                              element_text(to, rounded.bits), remark(to, number, rounded)),
          .refusal = {},
          .json = std::move(json)};
}

// What f gives. Its errors name the value.
template <class F>
auto of_value(const std::string& text, F&& f) try {
  return f();
} catch (const InputError& error) {
  throw InputError(fmt::format("{}: {}", text, error.what()));
}

// An element of one format as one of another.
Line convert_element(const std::string& text, const Format& from, const Format& to,
                     const Conversion& conversion) {
  const std::uint64_t bits = parse_element(text, from);
  const WrittenNumber number = parse_number(to_hexfloat(from, bits));
  return line_of(fmt::format("{} {} {}", from.name, to_hex(bits, from), element_text(from, bits)),
                 {{"from", json_element(from, bits)}}, to, number,
                 of_value(text, [&] { return round_number(number, to, conversion); }));
}

// A number of no format, rounded once.
Line convert_number(const std::string& text, const Format& to, const Conversion& conversion) {
  return of_value(text, [&] {
    if (is_raw_bits(text)) throw InputError("are the bits of a format; name it by --from");
    const WrittenNumber number = parse_number(text);
    return line_of(text, {{"number", text}}, to, number, round_number(number, to, conversion));
  });
}

std::vector<Line> convert_all(const ConvertOptions& options) {
  const Conversion conversion{rounding_named("--rounding", options.rounding),
                              options.saturate ? Overflow::saturate : Overflow::by_rounding};
  const Format& to = find_format_argument(options.to);
  const Format* from = options.from.empty() ? nullptr : &find_format_argument(options.from);
  std::vector<Line> results;
  for (const std::string& text : options.values) try {
      results.push_back(from == nullptr ? convert_number(text, to, conversion)
                                        : convert_element(text, *from, to, conversion));
    } catch (const InputError& error) {
      results.push_back({.line = {}, .refusal = error.what(), .json = {{"refused", error.what()}}});
    }
  return results;
}

// A value that is refused leaves the others their results.
int convert_values(const ConvertOptions& options) {
  int code = kGood;
  Json json = json_document("convert");
  for (Line& result : convert_all(options)) {
    json["elements"].push_back(std::move(result.json));
    if (!result.refusal.empty()) {
      tell(result.refusal);
      code = kBadInput;
    } else if (!options.json) {
      fmt::print("{}\n", result.line);
    }
  }
  if (options.json) print_json(json);
  return code;
}

CommandRow convert_command() {
  return make_command(
      "convert", "round numbers to a format: convert VALUES... --to FORMAT",
      "Each value is a number (0.1, -2e-3, 0x1.8p3, inf, nan). It is rounded once, from all its\n"
      "digits. With --from FORMAT each value is an element of that format: its bits (0x..), or a\n"
      "number that the format holds exactly. A value that is refused, as nan of a format without\n"
      "NaN, is told on standard error, and the exit code is 2; the others are converted.\n" +
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
const RegisteredCommand kConvertCommand(convert_command);

}  // namespace
}  // namespace mmasc
