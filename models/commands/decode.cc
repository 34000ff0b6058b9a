// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mmasc/arith/convert.h"
#include "mmasc/command/command.h"
#include "mmasc/presentation/json.h"
#include "mmasc/unit/catalog.h"

namespace mmasc {
namespace {

struct DecodeOptions {
  std::string format;
  std::vector<std::string> elements;
  bool json = false;
};

std::uint64_t read_bits(std::string text, const Format& format) {
  const std::string typed = text;
  if (text.starts_with("0x") || text.starts_with("0X")) text.erase(0, 2);
  const auto digits = static_cast<std::size_t>(format.hex_digits());
  if (text.size() < digits && !text.empty()) text.insert(0, digits - text.size(), '0');
  return parse_elements(text, format, 1, typed).front();
}

std::string_view kind_of(const Format& format, const Term<Numbers128>& term) {
  if (term.nan) return "NaN";
  if (term.infinite) return "infinity";
  if (term.zero) return "zero";
  if (format.is_integer()) return "integer";
  return term.significand >> format.fraction_bits == 0 ? "subnormal" : "normal";
}

int decode_elements(const DecodeOptions& options) {
  const Format& format = find_format_argument(options.format);
  std::vector<std::uint64_t> elements;
  for (const std::string& text : options.elements) elements.push_back(read_bits(text, format));

  Json json = json_document("decode");
  for (const std::uint64_t bits : elements) {
    const auto term = decode(format, bits);
    const auto kind = kind_of(format, term);
    if (options.json) {
      Json element = json_element(format, bits);
      element["kind"] = kind;
      json["elements"].push_back(element);
      continue;
    }
    fmt::print("{}  {}  {}\n", to_hex(bits, format), kind, both_texts(format, bits));
  }
  if (options.json) print_json(json);
  return kGood;
}

CommandRow decode_command() {
  return make_command("decode", "the values of stored elements",
                      kFormatHelp + "Example: mmasc decode e4m3 7e 0x01", decode_elements,
                      [](DecodeOptions& x, OptionRows& rows) {
                        rows.add("FORMAT", &x.format, "the elements' format").is_required = true;
                        rows.add("BITS", &x.elements, "elements in hex").is_required = true;
                        rows.add_json(x.json);
                      });
}
const RegisteredCommand kDecodeCommand(decode_command);

}  // namespace
}  // namespace mmasc
