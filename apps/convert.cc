// SPDX-License-Identifier: Apache-2.0
#include "arith/convert.h"

#include <fmt/format.h>

#include "commands.h"
#include "json.h"
#include "operand.h"
#include "spec/error.h"

namespace mmasc {
namespace {

struct Converted {
  std::uint64_t from, to;
};

}  // namespace

int convert_values(const ConvertOptions& options) {
  const Format& from = format_named(options.from);
  const Format& to = format_named(options.to);
  const Conversion conversion{rounding_named("--rounding", options.rounding),
                              options.saturate ? Overflow::saturate : Overflow::infinity};
  std::vector<Converted> converted;
  for (const std::string& text : options.values) {
    const std::uint64_t bits = parse_element(text, from);
    const auto result = convert(from, to, bits, conversion);
    if (!result)
      throw InputError(
          fmt::format("{}: {} has no {}", text, to.name, what_is_lacking(from, to, bits)));
    converted.push_back({bits, *result});
  }

  Json json = json_document("convert");
  for (const auto& [before, after] : converted) {
    if (options.json)
      json["elements"].push_back(
          {{"from", json_element(from, before)}, {"to", json_element(to, after)}});
    else
      fmt::print("{} {} {} -> {} {} {}\n", from.name, to_hex(before, from),
                 to_decimal(from, before), to.name, to_hex(after, to), to_decimal(to, after));
  }
  if (options.json) print_json(json);
  return kGood;
}

}  // namespace mmasc
