// SPDX-License-Identifier: Apache-2.0
#include "arith/convert.h"

#include <fmt/format.h>

#include "commands.h"
#include "json.h"
#include "operand.h"
#include "spec/suggest.h"

namespace mmasc {
namespace {

Rounding rounding_named(std::string_view name) {
  if (const auto rounding = find_rounding(name)) return *rounding;
  Names known;
  for (const auto& row : kRoundings) known.push_back(row.name);
  throw InputError(fmt::format("--rounding {}: unknown; one of {}", name, quoted_list(known)));
}

struct Converted {
  std::uint64_t from, to;
};

}  // namespace

int convert_values(const ConvertOptions& options) {
  const Format& from = format_named(options.from);
  const Format& to = format_named(options.to);
  const Conversion conversion{rounding_named(options.rounding),
                              options.saturate ? Overflow::saturate : Overflow::infinity};
  std::vector<Converted> converted;
  for (const std::string& text : options.values) {
    const std::uint64_t bits = parse_element(text, from);
    const auto result = convert(from, to, bits, conversion);
    if (!result) {
      const auto term = decode(from, bits);
      const bool negative = term.negative && !term.zero && !to.is_signed();
      throw InputError(fmt::format("{}: {} has no {}", text, to.name,
                                   term.nan   ? "NaN"
                                   : negative ? "negative numbers"
                                              : "zero"));
    }
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
