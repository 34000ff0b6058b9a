// SPDX-License-Identifier: Apache-2.0
// decode, convert.
#include "command_rows.h"

namespace mmasc {
namespace {

CommandRow decode_command() {
  return make_command("decode", "the values of stored elements",
                      "Example: mmasc decode e4m3 7e 0x01", decode_elements,
                      [](DecodeOptions& x, OptionRows& rows) {
                        rows.add("FORMAT", &x.format, "the elements' format").is_required = true;
                        rows.add("BITS", &x.elements, "elements in hex").is_required = true;
                        rows.add_json(x.json);
                      });
}

CommandRow convert_command() {
  return make_command("convert", "numbers of one format as another: convert FROM TO VALUES...",
                      "A value is 0x.. raw bits, or a number that FROM holds exactly.\n"
                      "Example: mmasc convert f32 e4m3 0.3125 -1000.0 --saturate",
                      convert_values, [](ConvertOptions& x, OptionRows& rows) {
                        rows.add("FROM", &x.from, "the values' format").is_required = true;
                        rows.add("TO", &x.to, "the format to round to").is_required = true;
                        rows.add("--rounding", &x.rounding,
                                 "nearest_even (default), toward_zero, down, ...", "ROUNDING");
                        rows.add("--saturate", &x.saturate, "overflow gives the greatest number");
                        rows.add_json(x.json);
                        rows.add("VALUES", &x.values, "").is_rest = true;
                      });
}

}  // namespace

std::vector<CommandRow> number_commands() { return {decode_command(), convert_command()}; }

}  // namespace mmasc
